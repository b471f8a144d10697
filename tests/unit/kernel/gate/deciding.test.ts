/** What a decision keeps of its stages, where it stops, and which stage a crash is laid to. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { EffectCall } from '../../../../kernel/gate/call.js';
import { Deciding } from '../../../../kernel/gate/deciding.js';
import { decide, Gate, type GateOptions } from '../../../../kernel/gate/gate.js';
import { compileGuardrails, type GateLayer } from '../../../../kernel/index.js';
import type { PathResolver, StageAnswer } from '../../../../schemas/index.js';
import { layerThat } from '../../../fakes/layer-that.js';
import { patched } from '../../../fakes/patched.js';
import { callOf, inputsOf } from './gate-call.js';

const held = { version: '1', grant: ['notes.write'], declassify: [] };
const resolver = { resolve: () => null } as unknown as PathResolver;
const path = { args: { '/text': { role: 'content', names: 'path' } } } as never;

function gateOf(options: Partial<GateOptions> = {}): Gate {
  return new Gate({ policy: { current: () => held }, home: null, ...options });
}

function stages(answers: readonly StageAnswer[]): readonly string[] {
  return answers.map(({ stage, outcome }) => `${stage} ${outcome}`);
}

const core = ['guard allow', 'capability allow', 'schema allow', 'provenance allow'];

/** A layer that keeps how often it was asked. */
function counted(): { readonly layer: GateLayer; readonly times: () => number } {
  let times = 0;
  const answer = (): StageAnswer => {
    times += 1;
    return { stage: 'judge', outcome: 'allow' };
  };
  return { layer: { stage: 'judge', answer }, times: () => times };
}

describe('the stages', () => {
  test('answer in their order, each once', () => {
    const { answers } = decide(gateOf(), callOf(), inputsOf());
    expect(stages(answers)).toEqual([...core, 'rules allow']);
  });

  test('look again at what the schema made, before anybody else', () => {
    const input = z.strictObject({ text: z.string().transform(() => '/etc/passwd') });
    const { layer, times } = counted();
    const call = callOf({ spec: { input } });
    const { answers, denial } = decide(gateOf({ layers: [layer] }), call, inputsOf());
    expect(stages(answers)).toEqual([...core.slice(0, 3), 'guard deny']);
    expect([denial?.code, times()]).toEqual(['guard_forbidden_path', 0]);
  });

  test('stop where the schema refuses, also where every answer is asked for', () => {
    const { layer, times } = counted();
    const call = callOf({ args: { text: 7 } });
    for (const isWhole of [false, true]) {
      const verdict = decide(gateOf({ layers: [layer] }), call, inputsOf(), isWhole);
      expect(stages(verdict.answers)).toEqual([...core.slice(0, 2), 'schema deny']);
      expect(verdict.denial?.code).toBe('schema_invalid');
    }
    expect(times()).toBe(0);
  });

  test('stop at paths that have to be followed, where somebody follows them', () => {
    const { layer, times } = counted();
    const call = callOf({ spec: path, args: { text: '/work/a.txt' } });
    const options = { layers: [layer], cwd: '/work' };
    const waiting = decide(gateOf({ ...options, paths: resolver }), call, inputsOf());
    expect([waiting.unfollowed, stages(waiting.answers), times()]).toEqual([
      ['/work/a.txt'],
      core,
      0,
    ]);
    const alone = decide(gateOf(options), call, inputsOf());
    expect([alone.unfollowed, times()]).toEqual([[], 1]);
  });

  test('after the rules are not asked where the rules deny', () => {
    const guardrails = compileGuardrails({
      version: 1,
      rules: [{ id: 'no', scope: 'workspace', class: 'workspaceMutation', decision: 'deny' }],
    });
    const { layer, times } = counted();
    const inputs = inputsOf({ policy: { ...inputsOf().policy, guardrails } });
    const { answers, denial } = decide(gateOf({ layers: [layer] }), callOf(), inputs);
    expect(stages(answers)).toEqual([...core, 'rules deny']);
    expect([denial?.code, times()]).toEqual(['rules_denied', 0]);
  });

  test('that refuse leave nothing to follow, to ask or to digest', () => {
    const call = callOf({ args: { text: '/etc/passwd' } });
    const { unfollowed, pending, digest, obligations } = decide(gateOf(), call, inputsOf());
    expect([unfollowed, pending, digest, obligations]).toEqual([[], [], null, []]);
  });
});

describe('a crash', () => {
  const out = (): never => {
    throw new Error('out');
  };
  const crashing = (key: string, of: object): never =>
    Object.defineProperty({ ...of }, key, { get: out }) as never;
  const asking = gateOf({ layers: [layerThat('rules', 'require_user')] });

  test.each<[string, EffectCall, ReturnType<typeof inputsOf>]>([
    ['schema', withDefinition('input'), inputsOf()],
    ['provenance', crashing('decision', callOf()), inputsOf()],
    ['rules', withDefinition('names'), inputsOf()],
    ['admission', crashing('canonical', callOf()), inputsOf()],
    ['approval', callOf(), crashing('rulings', inputsOf())],
  ])('in %s is laid to it', (stage, call, inputs) => {
    const { outcome, denial } = decide(asking, call, inputs);
    expect([outcome, denial?.stage, denial?.code]).toEqual(['deny', stage, 'layer_failed']);
  });

  function withDefinition(missing: string): EffectCall {
    const call = callOf();
    return { ...call, definition: { ...call.definition, [missing]: null } };
  }
});

describe('the digest', () => {
  test('is not taken under a patched `toJSON`, and the call is denied', () => {
    const toJSON = { on: String.prototype, key: 'toJSON', value: () => 'x' };
    const [gate, call, inputs] = [gateOf(), callOf(), inputsOf()];
    const verdict = patched([toJSON], () => decide(gate, call, inputs));
    const reason = 'a built-in prototype has a `toJSON`';
    expect(verdict.denial).toMatchObject({ stage: 'admission', code: 'digest_refused', reason });
    const deciding = new Deciding(false);
    const isTaken = patched([toJSON], () => deciding.canonicalise(call, call));
    expect([isTaken, deciding.verdict().outcome]).toEqual([false, 'deny']);
    const odd = { args: { text: 1n } as never, tree: call.tree };
    expect(() => new Deciding(false).canonicalise(odd, call)).toThrow(TypeError);
  });

  test('is told where somebody has to rule, and no more once they denied', () => {
    const gate = gateOf({ layers: [layerThat('rules', 'require_user')] });
    const open = decide(gate, callOf(), inputsOf());
    expect([open.outcome, open.digest?.length]).toEqual(['require_user', 64]);
    const request = { args: open.digest, obligations: open.obligations } as never;
    const ruling = { approval: 'p', digest: 'd', decision: 'deny', approver: 'bob' } as const;
    const denied = decide(gate, callOf(), inputsOf({ rulings: [{ request, ruling }] }));
    expect([denied.denial?.code, denied.digest, denied.canonical]).toEqual([
      'approval_denied',
      null,
      null,
    ]);
  });
});

test('a decision without an answer has the least outcome, and no question is ruled on unread', () => {
  const deciding = new Deciding(false);
  expect(deciding.soFar).toEqual({ outcome: 'allow', action: null });
  expect(Object.isFrozen(deciding.soFar)).toBe(true);
  const obligations = [{ source: 'judge', rule: 'r', reason: 'x' }] as const;
  expect(deciding.ends({ stage: 'judge', outcome: 'require_user', obligations })).toBe(false);
  deciding.approve(callOf(), inputsOf());
  expect(deciding.verdict()).toMatchObject({ outcome: 'require_user', digest: null, obligations });
});
