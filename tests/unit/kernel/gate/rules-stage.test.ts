/** What stage 5 makes of a call: what it cannot read, where paths lead, what rules, budgets say. */
import { describe, expect, test } from 'vitest';
import { answerOf, type RulesMeans, rulesStage } from '../../../../kernel/gate/stages/rules.js';
import { standingOf } from '../../../../kernel/gate/standing.js';
import { compileGuardrails } from '../../../../kernel/index.js';
import type { Ruled, Say } from '../../../../kernel/policy/ruled.js';
import type { GuardrailDocumentInput, ResolvedPath } from '../../../../schemas/index.js';
import { actSpec } from '../../../fakes/actor.js';
import { type CallParts, callOf, inputsOf } from './gate-call.js';

interface Asked extends CallParts {
  readonly rules?: Omit<GuardrailDocumentInput, 'version'>;
  readonly ends?: Readonly<Record<string, ResolvedPath | null>>;
  readonly means?: Partial<RulesMeans>;
  readonly guardrails?: object;
  readonly drawn?: object;
}

function stage({ rules = {}, ends = {}, means = {}, guardrails, drawn = {}, ...parts }: Asked) {
  const call = callOf({ authority: ['act'], ...parts, spec: { ...actSpec, ...parts.spec } });
  const compiled = guardrails ?? compileGuardrails({ version: 1, ...rules });
  const policy = { ...inputsOf().policy, grant: ['act'], guardrails: compiled as never };
  const inputs = inputsOf({ policy, paths: ends, drawn: { run: {}, principal: {}, ...drawn } });
  return rulesStage(call, { args: call.args, tree: call.tree }, inputs, {
    shell: null,
    home: '/home/alice',
    cwd: '/work',
    standing: standingOf({}),
    follows: true,
    ...means,
  });
}

function refused(asked: Asked) {
  const { answer, unfollowed, read } = stage(asked);
  expect([answer.stage, answer.outcome, unfollowed, read]).toEqual(['rules', 'deny', [], null]);
  return answer.outcome === 'deny' ? [answer.denial.code, answer.denial.reason] : [];
}

const end = (real: string, names = 1): ResolvedPath => ({ real, names });

describe('what nobody can read', () => {
  test('is refused by its own code and sentence', () => {
    const path = { args: { path: '/work/a' } };
    expect(refused({ ...path, ends: { '/work/a': null } })).toEqual([
      'path_unresolved',
      'tool `act` names a path that cannot be followed to its end',
    ]);
    expect(refused({ ...path, ends: { '/work/a': end('/work/a', 2) } })).toEqual([
      'path_linked',
      'tool `act` would write to a file that has further names',
    ]);
    expect(refused({ args: { ref: '..' } })).toEqual([
      'ref_invalid',
      'tool `act` names a branch or tag that is none',
    ]);
    expect(refused({ args: { cents: -1 } })).toEqual([
      'amount_invalid',
      'tool `act` gives an amount that is below zero or not whole',
    ]);
  });

  test('of rules that another maker compiled is everything', () => {
    expect(refused({ args: {}, guardrails: {} })).toEqual([
      'layer_failed',
      'the policy holds guardrails that this kernel did not compile',
    ]);
  });
});

describe('paths', () => {
  test('are asked for before anything is said of them', () => {
    const { answer, unfollowed, read } = stage({ args: { path: 'a' } });
    expect([answer.outcome, unfollowed, read]).toEqual(['allow', ['/work/a'], null]);
    expect(stage({ args: { path: 'a' }, means: { follows: false } }).unfollowed).toEqual([]);
  });

  test('that lead to a forbidden one are held to it, whichever of them does', () => {
    const two = {
      spec: {
        names: undefined,
        args: {
          '/path': { role: 'content', names: 'path' },
          '/ref': { role: 'content', names: 'path' },
        },
      },
    } as unknown as CallParts;
    const ends = { '/work/a': end('/work/a'), '/work/b': end('/etc/shadow') };
    const [code, reason] = refused({ ...two, args: { path: 'a', ref: 'b' }, ends });
    expect(code).toBe('guard_forbidden_path');
    expect(reason).toMatch(/^a path of `act` leads to a forbidden path: pattern `.+`$/);
    const kind = { ...ends, '/work/b': end('/work/b') };
    expect(stage({ ...two, args: { path: 'a', ref: 'b' }, ends: kind }).answer.outcome).toBe(
      'allow',
    );
  });
});

describe('rules and budgets', () => {
  const budgets = { act: { run: { count: 2, cents: 100 } } };
  const deny = {
    id: 'no',
    scope: 'workspace',
    class: 'workspaceMutation',
    decision: 'deny',
    enforcement: 'hard',
    provenance: 'written',
  } as const;

  test('a call that fits is read, and what it takes is known', () => {
    const { answer, unfollowed, read } = stage({
      args: { count: 2, cents: 7 },
      rules: { budgets },
    });
    expect([answer.outcome, unfollowed]).toEqual(['allow', []]);
    expect(read?.action).toMatchObject({ count: 2, cents: 7 });
  });

  test('a budget that does not hold it, or does not know what it takes, refuses', () => {
    expect(refused({ args: { count: 3, cents: 7 }, rules: { budgets } })).toEqual([
      'budget_exhausted',
      'the budget of `act` for this run does not hold so much',
    ]);
    const taken = { act: { count: 1, cents: 0 } };
    expect(
      refused({
        args: { count: 1 },
        rules: { budgets: { act: { principal: { count: 1 } } } },
        drawn: { principal: taken },
      })[1],
    ).toBe('the budget of `act` for this principal does not hold so much');
    expect(refused({ args: { count: 1 }, rules: { budgets } })).toEqual([
      'amount_invalid',
      '`act` has a budget, and the call does not say a whole amount for it',
    ]);
  });

  test('what a rule denies is denied by that rule, whatever the budget says', () => {
    const [code, reason] = refused({
      args: { count: 3, cents: 7 },
      rules: { budgets, rules: [deny] },
    });
    expect([code, reason?.includes('`no`')]).toEqual(['rules_denied', true]);
  });
});

describe('the answer of the engine', () => {
  const say = (parts: Partial<Say>): Say => ({
    decision: 'allow',
    source: 'workspace',
    rule: 'r1',
    about: 'workspaceMutation',
    enforcement: 'hard',
    reason: 'because',
    ...parts,
  });
  const ruled = (parts: Partial<Ruled>): Ruled => ({
    decision: 'allow',
    says: [],
    deciding: [],
    advisory: [],
    overridden: [],
    ...parts,
  });
  const byDefault = say({ source: 'default', rule: 'default.workspaceMutation' });

  test('has no note where only defaults spoke', () => {
    for (const decision of ['allow', 'prompt', 'deny'] as const)
      expect(answerOf(ruled({ decision, deciding: [byDefault] }))).not.toHaveProperty('rules');
    expect(answerOf(ruled({}))).toEqual({ stage: 'rules', outcome: 'allow' });
  });

  test('notes by id what decided, what would have said more, and what was lifted', () => {
    const note = (parts: Partial<Ruled>) => answerOf(ruled(parts)).rules;
    const empty = { decided: [], advisory: [], overridden: [] };
    expect(note({ deciding: [say({}), byDefault, say({})] })).toEqual({
      ...empty,
      decided: ['workspace:r1'],
    });
    expect(note({ advisory: [say({ rule: 'later', decision: 'deny' })] })).toEqual({
      ...empty,
      advisory: ['later:deny'],
    });
    expect(note({ overridden: ['soft'] })).toEqual({ ...empty, overridden: ['soft'] });
    for (const decision of ['prompt', 'deny'] as const)
      expect(note({ decision, deciding: [say({ decision })] })).toEqual({
        ...empty,
        decided: ['workspace:r1'],
      });
  });

  test('asks once for each rule, and denies by all of them', () => {
    const deciding = [say({}), say({ reason: 'again' }), say({ rule: 'r2', reason: 'too' })];
    const asked = answerOf(ruled({ decision: 'prompt', deciding }));
    expect(asked.outcome === 'require_user' && asked.obligations).toEqual([
      { source: 'rules', rule: 'r1', reason: 'because' },
      { source: 'rules', rule: 'r2', reason: 'too' },
    ]);
    const denied = answerOf(ruled({ decision: 'deny', deciding }));
    expect(denied.outcome === 'deny' && denied.denial).toMatchObject({
      code: 'rules_denied',
      reason: 'because; again; too',
    });
    const unsafe = [...deciding, say({ source: 'safety' })];
    const safety = answerOf(ruled({ decision: 'deny', deciding: unsafe }));
    expect(safety.outcome === 'deny' && safety.denial.code).toBe('safety_denied');
  });
});
