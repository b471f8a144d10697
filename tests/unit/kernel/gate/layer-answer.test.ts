/** What of a layer's answer counts, and what a layer that gives none is told. */
import { describe, expect, test } from 'vitest';
import {
  calmLayer,
  type GateLayer,
  type LayerQuestion,
  layerAnswer,
  ownLayer,
} from '../../../../kernel/gate/layer.js';
import type { Json, StageAnswer } from '../../../../schemas/index.js';
import { layerThat } from '../../../fakes/layer-that.js';
import { patched } from '../../../fakes/patched.js';
import { callOf, inputsOf } from './gate-call.js';

const call = callOf();

function ask(layer: GateLayer, gathered: object = {}): StageAnswer | 'gather' {
  const question: LayerQuestion = {
    call,
    checked: { args: call.args, tree: call.tree },
    inputs: inputsOf({ gathered }),
    soFar: { outcome: 'allow', action: null },
  };
  return layerAnswer(layer, question);
}

function answering(answer: unknown): GateLayer {
  return { stage: 'judge', answer: () => answer as StageAnswer };
}

function failed(layer: GateLayer, reason: string, gathered: object = {}): void {
  expect(ask(layer, gathered)).toMatchObject({
    stage: 'judge',
    outcome: 'deny',
    denial: { stage: 'judge', code: 'layer_failed', reason: expect.stringContaining(reason) },
  });
}

const asked = { source: 'judge', rule: 'r', reason: 'x' };
const denial = { code: 'rules_denied', reason: 'x', remedies: [{ move: 'approve', detail: 'd' }] };

describe('an answer', () => {
  test('that allows, asks or denies counts, for the stage of its layer', () => {
    expect(ask(answering({ stage: 'guard', outcome: 'allow', more: 1 }))).toEqual({
      stage: 'judge',
      outcome: 'allow',
    });
    const obligations = [asked, { ...asked, pointer: '/a' }];
    expect(ask(answering({ outcome: 'require_user', obligations }))).toEqual({
      stage: 'judge',
      outcome: 'require_user',
      obligations,
    });
    expect(
      ask(answering({ outcome: 'deny', denial: { ...denial, stage: 'guard' } })),
    ).toMatchObject({ stage: 'judge', outcome: 'deny', denial: { ...denial, stage: 'judge' } });
  });

  const none: readonly Json[] = [
    'allow',
    ['allow'],
    { outcome: 'ALLOW' },
    { outcome: 'require_user' },
    { outcome: 'require_user', obligations: asked },
    { outcome: 'require_user', obligations: 'x' },
    { outcome: 'require_user', obligations: [] },
    { outcome: 'require_user', obligations: [asked, 'x'] },
    { outcome: 'require_user', obligations: [{ ...asked, source: 'rules' }] },
    { outcome: 'require_user', obligations: [{ ...asked, rule: 1 }] },
    { outcome: 'require_user', obligations: [{ ...asked, reason: null }] },
    { outcome: 'require_user', obligations: [{ ...asked, pointer: 1 }] },
    { outcome: 'deny' },
    { outcome: 'deny', denial: 'x' },
    { outcome: 'other', denial },
    { outcome: 'deny', denial: { ...denial, code: 'toString' } },
    { outcome: 'deny', denial: { ...denial, code: 7 } },
    { outcome: 'deny', denial: { ...denial, reason: 7 } },
    { outcome: 'deny', denial: { code: 'rules_denied', reason: 'x' } },
    { outcome: 'deny', denial: { ...denial, remedies: {} } },
    { outcome: 'deny', denial: { ...denial, remedies: [...denial.remedies, 'x'] } },
    { outcome: 'deny', denial: { ...denial, remedies: [{ move: 'approve' }] } },
    { outcome: 'deny', denial: { ...denial, remedies: [{ detail: 'x' }] } },
  ];

  test.each(none.map((given) => [JSON.stringify(given), given]))('%s is none', (_, given) => {
    failed(answering(given), 'the judge layer gave no known answer: `allow`; `require_user`');
  });

  test('of a layer that throws is none', () => {
    const layer = answering(null);
    const throwing = {
      ...layer,
      answer: () => {
        throw new Error('out');
      },
    };
    failed(throwing, 'the judge layer threw');
    failed(
      answering(() => 1),
      'the judge layer threw',
    );
    failed(answering(null), '`deny` with a `denial` of `code`, `reason` and `remedies`');
  });

  test('of a layer of the kernel is taken as it is', () => {
    const answer = { stage: 'rules', outcome: 'allow' };
    expect(ask(ownLayer(answering(answer)))).toBe(answer);
    expect(ask(answering(answer))).not.toBe(answer);
  });
});

describe('a layer that asks outside', () => {
  const gather = async (): Promise<number> => 1;
  const asking: GateLayer = { ...layerThat('judge', 'allow'), gather };

  test('has to ask before it answers, and says so in vain where nothing came of it', () => {
    expect(ask(asking)).toBe('gather');
    failed(asking, 'the judge layer could not ask', { judge: undefined });
    expect(ask(asking, { judge: 1 })).toMatchObject({ outcome: 'allow' });
    expect(ask(asking, { rules: 1 })).toBe('gather');
  });

  test('answers by itself where it asked in vain and is calm', () => {
    const calm = calmLayer({ ...asking });
    expect(ask(calm, { judge: undefined })).toMatchObject({ outcome: 'allow' });
    expect(ask(calm)).toBe('gather');
  });

  test('is spared by a plain no of its own alone', () => {
    const of = (needs: unknown): GateLayer => ({ ...asking, needs }) as GateLayer;
    expect(ask(of(() => false))).toMatchObject({ outcome: 'allow' });
    for (const needs of [() => true, () => undefined, () => 0, () => null])
      expect(ask(of(needs))).toBe('gather');
    const needs = { on: Object.prototype, key: 'needs', value: () => false };
    expect(patched([needs], () => ask(asking))).toBe('gather');
    expect(patched([needs], () => ask(of(() => false)))).toBe('gather');
  });
});
