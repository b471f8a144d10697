/** What the judge's layer answers, asks a model, and keeps from one decision to the next. */
import { describe, expect, test } from 'vitest';
import type { CheckedArgs, EffectCall } from '../../../../kernel/gate/call.js';
import {
  contextOf,
  type JudgeOptions,
  makeJudgeLayer,
} from '../../../../kernel/gate/judge-layer.js';
import type { GateLayer } from '../../../../kernel/index.js';
import type { StageAnswer } from '../../../../schemas/index.js';
import { judgeThat } from '../../../fakes/judge-that.js';
import { type CallParts, callOf, inputsOf } from './gate-call.js';

const soFar = { outcome: 'allow', action: null } as const;
const checkedOf = ({ args, tree }: EffectCall): CheckedArgs => ({ args, tree });

function ask(layer: GateLayer, call: EffectCall, gathered = {}): StageAnswer {
  return layer.answer(call, checkedOf(call), inputsOf({ gathered }), soFar);
}

const read: CallParts = {
  spec: { name: 'get_note', effect: 'read', sink: undefined, classes: undefined },
};
const model = (port = judgeThat(0.9)): JudgeOptions => ({ kind: 'llm-v1', port });
const given = (score: number, degraded = false) => ({
  judge: { score, reason: 'llm: because', degraded },
});

describe('the judge by rules', () => {
  test('judges again whatever differs from the call before', () => {
    const layer = makeJudgeLayer();
    const call = callOf();
    const first = ask(layer, call);
    expect(first).toMatchObject({ stage: 'judge', outcome: 'allow', judgement: { score: 0.8 } });
    expect(ask(layer, call)).toBe(first);
    // Kept until it is decided the second time, and no longer.
    expect(ask(layer, call)).not.toBe(first);
    const others = [
      { ...call, intent: 'Go on.' },
      { ...call, args: callOf({ args: { text: '../../a' } }).args },
      { ...call, definition: callOf({ spec: { name: 'work_it' } }).definition },
    ];
    for (const other of others) {
      const fresh = makeJudgeLayer();
      const kept = ask(fresh, call);
      const again = ask(fresh, other);
      expect(again).not.toBe(kept);
      expect(again.judgement?.score).not.toBe(0.8);
    }
  });

  test('refuses below its threshold, with the judgement', () => {
    const answer = ask(makeJudgeLayer({ threshold: 0.9 }), callOf());
    expect(answer).toMatchObject({
      stage: 'judge',
      outcome: 'deny',
      denial: { stage: 'judge', code: 'judge_denied', reason: expect.stringMatching(/^judge: /) },
      judgement: { score: 0.8, threshold: 0.9 },
    });
    expect(Object.isFrozen(answer)).toBe(true);
  });

  test('is frozen, asks nobody, and wants a port that judges', () => {
    const layer = makeJudgeLayer();
    expect([layer.stage, layer.gather, layer.needs]).toEqual(['judge', undefined, undefined]);
    expect(Object.isFrozen(layer)).toBe(true);
    for (const kind of ['rule-based-v1', 'llm-v1'] as const)
      expect(() => makeJudgeLayer({ kind, port: {} as never })).toThrow(
        expect.objectContaining({
          code: 'config_malformed',
          message: '`port` of the judge has no `judge`',
        }),
      );
  });
});

describe('the judge with a model', () => {
  test('is asked about what the rules do not decide alone', () => {
    const layer = makeJudgeLayer(model());
    const [write, harmless] = [callOf(), callOf(read)];
    expect(layer.needs?.(write, checkedOf(write), soFar)).toBe(true);
    expect(layer.needs?.(harmless, checkedOf(harmless), soFar)).toBe(false);
    expect(ask(layer, harmless, given(0))).toMatchObject({
      outcome: 'allow',
      judgement: { kind: 'safe-verb-shortcut' },
    });
    expect([layer.stage, Object.isFrozen(layer)]).toEqual(['judge', true]);
  });

  test('answers by what the model said', () => {
    const layer = makeJudgeLayer(model());
    expect(ask(layer, callOf(), given(0.9))).toMatchObject({
      outcome: 'allow',
      judgement: { kind: 'llm-v1', score: 0.9, degraded: false },
    });
    expect(ask(layer, callOf(), given(0.1))).toMatchObject({ denial: { code: 'judge_denied' } });
    expect(ask(layer, callOf(), { judge: 'yes' })).toMatchObject({
      stage: 'judge',
      denial: { code: 'layer_failed', reason: 'the judge answered nothing known' },
    });
  });

  test('requires the user where the model gave nothing usable, or there is none', () => {
    const asked = (reason: string) => ({
      stage: 'judge',
      outcome: 'require_user',
      obligations: [{ source: 'judge', rule: 'judge_degraded', reason }],
    });
    const degraded = ask(makeJudgeLayer(model()), callOf(), given(0.9, true));
    expect(degraded).toMatchObject(asked('llm-judge fallback'));
    const alone = makeJudgeLayer({ kind: 'llm-v1' });
    const answer = ask(alone, callOf());
    expect(answer).toMatchObject(asked('llm-judge fallback (router missing)'));
    const obligations = answer.outcome === 'require_user' ? answer.obligations : [];
    expect([answer, obligations, obligations[0], alone].every(Object.isFrozen)).toBe(true);
    expect([alone.stage, alone.gather]).toEqual(['judge', undefined]);
  });

  test('notes whether the model is the planner’s, where the port says so as a boolean', () => {
    for (const [says, told] of [
      [true, true],
      [false, false],
      ['yes', undefined],
      [undefined, undefined],
    ] as const) {
      const port = { ...judgeThat(0.9), judgeModelEqualsPlanner: says as boolean };
      const { judgement } = ask(makeJudgeLayer(model(port)), callOf(), given(0.9));
      expect(judgement?.judgeModelEqualsPlanner).toBe(told);
    }
  });

  test('tells it names and keys, and no value', async () => {
    const port = judgeThat(0.9);
    const layer = makeJudgeLayer(model(port));
    const call = callOf({ args: { text: 'SECRET', extra: 1 } });
    const how = { signal: new AbortController().signal } as never;
    const about = { policy: '1', agent: null, action: null };
    await layer.gather?.(call, checkedOf(call), how, about);
    expect(port.asked).toEqual([
      {
        intent: 'Note "milk".',
        tool: 'note',
        argsKeys: ['*1', 'text'],
        critical: true,
        capability: 'notes.write',
        step: 's',
      },
    ]);
    expect(Object.isFrozen(port.asked[0])).toBe(true);
    const bare = callOf({ ...read, spec: { ...read.spec, capabilities: [], effect: 'pure' } });
    await layer.gather?.(bare, checkedOf(bare), how, about);
    expect(port.asked[1]).toMatchObject({ critical: false, capability: null });
  });
});

test('what is known of a call names the capability that runs code before any other', () => {
  const spec = { capabilities: ['a.b', 'code:exec'] };
  expect(contextOf(callOf({ spec }))).toEqual({
    capability: 'code:exec',
    critical: true,
    step: 's',
  });
  expect(contextOf(callOf())['capability']).toBe('notes.write');
  const pure: CallParts['spec'] = { effect: 'pure', sink: undefined, capabilities: [] };
  expect(contextOf(callOf({ spec: pure }))).toEqual({
    capability: null,
    critical: false,
    step: 's',
  });
  const mutating = { effect: 'read', mutates: true, sink: undefined } as const;
  expect(contextOf(callOf({ spec: mutating }))['critical']).toBe(true);
  expect(Object.isFrozen(contextOf(callOf()))).toBe(true);
});
