/** Edges at which a call could slip past a rule or a budget. */
import { describe, expect, it } from 'vitest';
import { absolutePath } from '../../../../kernel/policy/absolute-path.js';
import { budgetFault, draw, makeLedger } from '../../../../kernel/policy/budgets.js';
import { compileRule, isLive } from '../../../../kernel/policy/compiled-rule.js';
import type { Action, GuardrailRule } from '../../../../schemas/index.js';

const base = { home: '/home/u', cwd: '/work' };

describe('a path that is given as a URL', () => {
  it.each([
    ['file:///app/.env', '/app/.env'],
    ['FILE:///app/%2Eenv', '/app/.env'],
    ['file:/app/.env', '/app/.env'],
    [' file://LOCALHOST/app/.env', '/app/.env'],
    ['\tFile:///app/.env', '/app/.env'],
    ['file://other.example/app/.env', null],
    ['file:////app/.env', null],
    ['file:app/.env', null],
    ['file:///app/.env?x', null],
    ['file:///app/.env#x', null],
    ['file:///app\\.env', null],
    ['file:///app/%zz', null],
    ['files/a', '/work/files/a'],
  ])('%j leads to %j', (given, path) => {
    expect(absolutePath(given, base)).toBe(path);
  });
});

const action: Action = {
  tool: 'pay',
  classes: [],
  commands: [],
  isOpaque: false,
  paths: null,
  refs: null,
  hosts: null,
  count: 0,
  cents: null,
};

describe('a call that says it counts for nothing', () => {
  it('takes one all the same', () => {
    const budgets = { pay: { run: { count: 2 } } };
    const ledgers = { run: makeLedger(), principal: makeLedger() };
    const answers = [1, 2, 3].map(() => {
      const fault = budgetFault(budgets, ['pay'], action, ledgers);
      if (fault === null) draw(budgets, ['pay'], action, ledgers);
      return fault?.code ?? null;
    });
    expect(answers).toEqual([null, null, 'budget_exhausted']);
    expect(ledgers.run['pay']?.count).toBe(2);
  });
});

describe('a rule with an end, at an instant that nobody can tell', () => {
  it.each([
    ['allow', false],
    ['prompt', true],
    ['deny', true],
  ] as const)('%s: exists is %s', (decision, exists) => {
    const rule: GuardrailRule = {
      id: 'r',
      scope: 'workspace',
      class: 'gitPush',
      decision,
      enforcement: 'hard',
      provenance: 'written',
      expiresAt: 10,
    };
    expect(isLive(compileRule(rule, 0), Number.NaN)).toBe(exists);
    expect(isLive(compileRule(rule, 0), 10)).toBe(false);
  });
});
