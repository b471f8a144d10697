/** What the guard and the rules answer as stages, and what is recorded of the rules. */
import { describe, expect, test } from 'vitest';
import { guardStage } from '../../../../kernel/gate/stages/guard.js';
import { answerOf, type RulesMeans, rulesStage } from '../../../../kernel/gate/stages/rules.js';
import { standingOf } from '../../../../kernel/gate/standing.js';
import type { Ruled, Say } from '../../../../kernel/policy/ruled.js';
import type { RuleDecision } from '../../../../schemas/index.js';
import { type CallParts, callOf, inputsOf } from './gate-call.js';

function say(parts: Partial<Say>): Say {
  const enforcement = 'hard' as Say['enforcement'];
  const base = { source: 'workspace', rule: 'w', about: 'x', reason: 'because' } as const;
  return { ...base, decision: 'prompt', enforcement, ...parts };
}

function ruled(decision: RuleDecision, deciding: readonly Say[], more: Partial<Ruled> = {}) {
  return answerOf({ decision, says: deciding, deciding, advisory: [], overridden: [], ...more });
}

describe('the rules', () => {
  test('allow without a note where only defaults spoke', () => {
    expect(ruled('allow', [])).toEqual({ stage: 'rules', outcome: 'allow' });
    const byDefault = [say({ source: 'default', decision: 'allow' })];
    expect(ruled('allow', byDefault)).toEqual({ stage: 'rules', outcome: 'allow' });
  });

  test('note who decided, what was advised and what was overridden', () => {
    const deciding = [say({ rule: 'a' }), say({ rule: 'a' }), say({ source: 'default' })];
    const advisory = [say({ rule: 'later', decision: 'deny' })];
    const noted = { decided: ['workspace:a'], advisory: ['later:deny'], overridden: ['soft'] };
    const more = { advisory, overridden: ['soft'] };
    for (const decision of ['allow', 'prompt', 'deny'] as const) {
      const answer = ruled(decision, deciding, more);
      expect(answer.rules).toEqual(noted);
      expect([Object.isFrozen(answer), Object.isFrozen(answer.rules)]).toEqual([true, true]);
    }
    expect(ruled('allow', [], { overridden: ['soft'] }).rules?.overridden).toEqual(['soft']);
    expect(ruled('allow', [], { advisory }).rules?.advisory).toEqual(['later:deny']);
  });

  test('ask one question a rule, with the first reason', () => {
    const deciding = [say({ rule: 'a', reason: 'first' }), say({ rule: 'b' }), say({ rule: 'a' })];
    const answer = ruled('prompt', deciding);
    expect(answer).toMatchObject({ stage: 'rules', outcome: 'require_user' });
    expect(answer.outcome === 'require_user' && answer.obligations).toEqual([
      { source: 'rules', rule: 'a', reason: 'first' },
      { source: 'rules', rule: 'b', reason: 'because' },
    ]);
    const byDefault = [say({ source: 'default' })];
    expect('rules' in ruled('prompt', byDefault)).toBe(false);
    expect('rules' in ruled('deny', byDefault)).toBe(false);
  });

  test('deny with every reason, and with a code of its own where safety did', () => {
    const deciding = [say({ reason: 'one' }), say({ reason: 'two' })];
    expect(ruled('deny', deciding)).toMatchObject({
      stage: 'rules',
      outcome: 'deny',
      denial: { stage: 'rules', code: 'rules_denied', reason: 'one; two' },
    });
    const safe = [...deciding, say({ source: 'safety' })];
    expect(ruled('deny', safe)).toMatchObject({ denial: { code: 'safety_denied' } });
  });

  const means: RulesMeans = {
    shell: null,
    home: '/home/alice',
    cwd: '/work',
    standing: standingOf({}),
    follows: false,
  };
  const stage = (parts: CallParts, inputs = inputsOf(), how = means) => {
    const call = callOf(parts);
    return rulesStage(call, { args: call.args, tree: call.tree }, inputs, how);
  };

  test('deny where the policy holds what this kernel did not compile', () => {
    const policy = { ...inputsOf().policy, guardrails: {} as never };
    const { answer, read, unfollowed } = stage({}, inputsOf({ policy }));
    const reason = 'the policy holds guardrails that this kernel did not compile';
    expect(answer).toMatchObject({ stage: 'rules', denial: { code: 'layer_failed', reason } });
    expect([read, unfollowed]).toEqual([null, []]);
  });

  const path = { args: { '/text': { role: 'content', names: 'path' } } } as never;

  test('wait for the paths that somebody follows', () => {
    const parts = { spec: path, args: { text: '/work/a.txt' } };
    const waiting = stage(parts, inputsOf(), { ...means, follows: true });
    expect(waiting).toEqual({
      answer: { stage: 'rules', outcome: 'allow' },
      unfollowed: ['/work/a.txt'],
      read: null,
    });
    expect(stage(parts).unfollowed).toEqual([]);
  });
});

describe('the guard', () => {
  const means = { home: null, cwd: null, shell: null };

  test('answers what it allows, denies and asks as a stage', () => {
    const allowed = callOf();
    expect(guardStage(allowed, allowed.args, means)).toEqual({ stage: 'guard', outcome: 'allow' });
    const denied = callOf({ args: { text: '/etc/passwd' } });
    expect(guardStage(denied, denied.args, means)).toMatchObject({
      stage: 'guard',
      outcome: 'deny',
      denial: { code: 'guard_forbidden_path', reason: expect.stringMatching(/^guard: forbidden/) },
    });
    const asked = callOf({ args: { command: 'ls' }, spec: { name: 'shell' } });
    const answer = guardStage(asked, asked.args, means);
    expect(answer).toMatchObject({ stage: 'guard', outcome: 'require_user' });
    const obligations = answer.outcome === 'require_user' ? answer.obligations : [];
    expect(obligations).toEqual([
      {
        source: 'guard',
        rule: 'shell_unread',
        reason: 'guard: no shell parser is connected, so the command was not read',
      },
    ]);
    expect([answer, obligations, obligations[0]].every(Object.isFrozen)).toBe(true);
  });

  test('reads no command of a tool that acts on nothing', () => {
    const spec: CallParts['spec'] = { effect: 'pure', sink: undefined, capabilities: [] };
    const call = callOf({ args: { command: 'ls' }, spec });
    expect(guardStage(call, call.args, means).outcome).toBe('allow');
  });
});
