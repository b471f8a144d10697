// What the gate would say of a call that nobody makes.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { classed, type DefinitionParts } from '../../../../hosts/conformance/classed.js';
import { type WhatIfCall, whatIf } from '../../../../kernel/effects/what-if.js';
import type { GateOptions } from '../../../../kernel/gate/gate.js';
import { compileGuardrails, type GateLayer } from '../../../../kernel/index.js';
import { makeDefinition } from '../../../../kernel/tools/definition.js';
import type { LabelTree } from '../../../../schemas/index.js';
import { layerThat } from '../../../fakes/layer-that.js';
import { noteSpec } from '../../../fakes/notebook.js';
import { alice } from '../../../fakes/office.js';
import { callOf, fromMail, fromUser } from '../gate/gate-call.js';
import { gateOf, held } from './effect-desk.js';

type Parts = Partial<Omit<WhatIfCall, 'definition'>> & {
  readonly spec?: Partial<DefinitionParts>;
  readonly gate?: Partial<GateOptions>;
};

function asked({ spec = {}, gate = {}, ...parts }: Parts = {}) {
  return whatIf(gateOf(gate), {
    definition: makeDefinition(classed({ ...noteSpec, ...spec })),
    args: { text: 'milk' },
    labels: {},
    label: fromUser,
    decision: callOf().decision,
    authority: ['notes.write'],
    principal: alice,
    intent: 'Note "milk".',
    now: 1_000,
    isWhole: false,
    ...parts,
  });
}

const stages = ({ answers }: ReturnType<typeof asked>) =>
  answers.map(({ stage, outcome }) => `${stage} ${outcome}`);

describe('an answer', () => {
  test('is what the stages say, and holds nothing else', () => {
    const answer = asked();
    expect(Object.keys(answer)).toEqual(['outcome', 'answers', 'denial', 'obligations']);
    expect([answer.outcome, answer.denial, answer.obligations]).toEqual(['allow', null, []]);
    expect(stages(answer).every((said) => said.endsWith(' allow'))).toBe(true);
    expect(Object.isFrozen(answer)).toBe(true);
  });

  test('says what the user would be asked', () => {
    const { outcome, denial, obligations } = asked({
      gate: { layers: [layerThat('rules', 'require_user')] },
    });
    expect([outcome, denial]).toEqual(['require_user', null]);
    expect(obligations).toMatchObject([{ rule: 'rules_asks' }]);
  });

  test('ends at the first that denies, unless all are asked for', () => {
    const first = asked({ authority: [] });
    expect(first.denial).toMatchObject({ stage: 'capability', code: 'capability_missing' });
    expect(stages(first)).toEqual(['guard allow', 'capability deny']);
    const whole = asked({ authority: [], isWhole: true });
    expect(whole.denial).toMatchObject({ stage: 'capability' });
    expect(whole.answers.length).toBeGreaterThan(2);
  });

  test('denies where a layer would have to ask outside', () => {
    let times = 0;
    const judge: GateLayer = {
      stage: 'judge',
      gather: async () => {
        times += 1;
      },
      answer: () => ({ stage: 'judge', outcome: 'allow' }),
    };
    const answer = asked({ gate: { layers: [judge] } });
    const denial = {
      stage: 'judge',
      code: 'layer_failed',
      reason: 'the judge layer has to ask outside',
    };
    expect(answer).toMatchObject({ outcome: 'deny', denial, obligations: [] });
    expect(answer.answers.length).toBeGreaterThan(1);
    expect(answer.answers.at(-1)).toEqual({
      stage: 'judge',
      outcome: 'deny',
      denial: answer.denial,
    });
    const { answers, obligations } = answer;
    expect([answer, answers, obligations, answers.at(-1)].every(Object.isFrozen)).toBe(true);
    expect(times).toBe(0);
    const denied = asked({ gate: { layers: [judge] }, authority: [] });
    expect(denied.denial).toMatchObject({ stage: 'capability' });
    const whole = asked({ gate: { layers: [judge] }, authority: [], isWhole: true });
    expect(whole.denial).toMatchObject({ stage: 'capability' });
  });

  test('denies without a policy; what is no denial is thrown on', () => {
    const lost = () => {
      throw new Error('gone');
    };
    const answer = asked({ gate: { policy: { current: lost } } });
    expect(answer.denial).toMatchObject({ stage: 'admission', code: 'policy_unavailable' });
    expect(stages(answer)).toEqual(['admission deny']);
    const fault = new RangeError('of the host');
    const labels = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw fault;
        },
      },
    );
    expect(() => asked({ labels })).toThrow(fault);
  });

  test('is taken at the time that was said', () => {
    const rule = {
      id: 'late',
      scope: 'workspace',
      class: 'workspaceMutation',
      decision: 'deny',
      enforcement: 'hard',
      provenance: 'written',
      expiresAt: 1_000,
    } as const;
    const guardrails = compileGuardrails({ version: 1, rules: [rule] });
    const gate = { policy: { current: () => ({ ...held, guardrails }) } };
    expect(asked({ gate, now: 999 }).denial).toMatchObject({ code: 'rules_denied' });
    expect(asked({ gate, now: 1_000 }).outcome).toBe('allow');
  });

  test('asks the user for who wishes so, and the wish is no argument', () => {
    expect(asked({ args: { text: 'milk', confirm: true } }).outcome).toBe('require_user');
    expect(asked({ args: { text: 'milk', confirm: false } }).outcome).toBe('allow');
  });
});

test('a layer sees a call of nobody’s run, with labels for each part', () => {
  const seen: unknown[] = [];
  const layer: GateLayer = {
    stage: 'judge',
    answer: (call, { tree }) => {
      const { id, run, step, condition, facts, bits, canonical } = call;
      seen.push([id, run, step, condition, { ...facts }, { ...bits }, canonical]);
      const kids = tree.kids as Readonly<Record<string, LabelTree>>;
      seen.push([kids['text']?.shaped, kids['text']?.flat.control]);
      return { stage: 'judge', outcome: 'allow' };
    },
  };
  expect(asked({ gate: { layers: [layer] } }).outcome).toBe('allow');
  expect(seen).toEqual([
    ['what-if', 'what-if', 'what-if', [], {}, {}, null],
    [false, []],
  ]);
});

describe('arguments', () => {
  test.each([
    ['a text', 'milk', 'snapshot_refused'],
    ['a list', ['milk'], 'snapshot_refused'],
    ['nothing', null, 'snapshot_refused'],
    ['a function among them', { text: () => 1 }, 'snapshot_refused'],
  ])('that are %s are refused before the first stage', (_, args, code) => {
    const answer = asked({ args });
    const reason = 'the arguments are no plain record';
    expect(answer.denial).toMatchObject({ stage: 'schema', code, reason });
    expect(stages(answer)).toEqual(['schema deny']);
  });

  test('too deep for a snapshot are refused by the code of that', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 2_000; i += 1) deep = [deep];
    expect(asked({ args: { text: deep } }).denial?.code).not.toBe('snapshot_refused');
    expect(asked({ args: { text: deep } }).denial?.stage).toBe('schema');
  });
});

describe('labels', () => {
  const critical = { spec: { args: { '/text': { role: 'critical' } } } } as Parts;
  const isDenied = (parts: Parts) => asked({ ...critical, ...parts }).outcome === 'deny';

  test('hold for the part that their pointer names, and for what lies in it', () => {
    expect(isDenied({})).toBe(false);
    expect(isDenied({ label: fromMail })).toBe(true);
    expect(isDenied({ labels: { '/text': fromMail } })).toBe(true);
    expect(isDenied({ labels: { '/other': fromMail } })).toBe(false);
    expect(isDenied({ label: fromMail, labels: { '/text': fromUser } })).toBe(false);
    expect(isDenied({ labels: { '': fromMail } })).toBe(true);
  });

  test('hold by position in a list, and by key in a record', () => {
    const input = z.strictObject({
      to: z.array(z.string()),
      by: z.strictObject({ name: z.string() }),
    });
    const args = { '/to/*': { role: 'content' }, '/by/name': { role: 'content' } };
    const on = (pointer: string, labels: WhatIfCall['labels']) =>
      asked({
        spec: { input, args: { ...args, [pointer]: { role: 'critical' } } } as Parts['spec'] & {},
        args: { to: ['a', 'b'], by: { name: 'c' } },
        labels,
      }).outcome;
    expect(on('/to/*', { '/to/1': fromMail })).toBe('deny');
    expect(on('/to/*', { '/to/2': fromMail })).toBe('allow');
    expect(on('/to/*', { '/to': fromMail, '/to/0': fromUser })).toBe('deny');
    expect(on('/by/name', { '/by': fromMail })).toBe('deny');
    expect(on('/by/name', { '/by/names': fromMail })).toBe('allow');
  });
});
