// What is kept of a call that was refused before it was admitted.
import { describe, expect, test } from 'vitest';
import {
  inputsOrDenial,
  readInputs,
  undecided,
} from '../../../../kernel/effects/decision-inputs.js';
import { denied, recordDenial } from '../../../../kernel/effects/denied-call.js';
import { drawFor } from '../../../../kernel/effects/drawing.js';
import { EffectDenied } from '../../../../kernel/errors.js';
import { makeDenial } from '../../../../kernel/gate/denial.js';
import { compileGuardrails } from '../../../../kernel/index.js';
import type { StageAnswer } from '../../../../schemas/index.js';
import { callOf, inputsOf } from '../gate/gate-call.js';
import { deskOf, gateOf } from './effect-desk.js';

const denial = makeDenial({ stage: 'rules', code: 'rules_denied', reason: 'no' });
const note = { decided: ['workspace:r1'], advisory: [], overridden: [] };
const answers: readonly StageAnswer[] = [
  { stage: 'guard', outcome: 'allow', rules: { ...note, decided: ['of the first'] } },
  { stage: 'rules', outcome: 'deny', denial, rules: note },
];

describe('a denial', () => {
  test('is traced with its answers, and recorded with what the last one says of rules', async () => {
    const { desk, events, records } = deskOf();
    const call = callOf();
    await expect(denied(desk, call, { answers, units: [] }, denial)).rejects.toMatchObject({
      name: 'EffectDenied',
      denial,
    });
    const labels = { decision: call.decision };
    expect(events).toEqual([
      {
        kind: 'gate_denied',
        step: 's',
        call: 'r.1',
        tool: 'note',
        answers,
        labels: { decision: expect.objectContaining(labels.decision) },
        permit: null,
        denial,
      },
    ]);
    const args = desk.recorder.chain.keyed('{"text":"milk"}');
    expect(records()[0]).toMatchObject({
      kind: 'denial',
      call: 'r.1',
      data: { step: 's', tool: 'note', args, stage: 'rules', code: 'rules_denied', rules: note },
    });
  });

  test('says nothing of rules where the last answer does not', async () => {
    const { desk, records } = deskOf();
    await recordDenial(desk, callOf(), { answers: answers.slice(0, 0), units: [] }, denial);
    await recordDenial(
      desk,
      callOf(),
      { answers: [...answers, { stage: 'judge', outcome: 'allow' }], units: [] },
      denial,
    );
    for (const { data } of records()) expect(data).not.toHaveProperty('rules');
    expect(records()).toHaveLength(2);
  });

  test('is recorded without a digest of arguments that have none', async () => {
    const { desk, records } = deskOf();
    const call = { ...callOf(), args: { n: 1n } } as never;
    await recordDenial(desk, call, undecided, denial);
    expect(records()[0]?.data).toMatchObject({ args: null, code: 'rules_denied' });
  });

  test('of what no stage has seen says so', async () => {
    const { desk, events } = deskOf();
    await recordDenial(desk, callOf(), undecided, denial);
    const [event] = events as readonly { answers: unknown; labels: object }[];
    expect(event?.answers).toEqual([]);
    expect(Object.keys(event?.labels ?? {})).toEqual(['decision']);
  });
});

describe('a policy that cannot be read', () => {
  const current = () => {
    throw new Error('secret of the host');
  };
  const gate = gateOf({ policy: { current } });

  test('denies, without what it threw', () => {
    const known = { rulings: [], gathered: {}, paths: {} };
    const why = inputsOrDenial(gate, deskOf().desk, {});
    expect(why).toBeInstanceOf(EffectDenied);
    expect((why as EffectDenied).denial).toMatchObject({
      stage: 'admission',
      code: 'policy_unavailable',
      reason: 'the policy source threw',
    });
    expect(() => readInputs(gate, deskOf().desk, known)).toThrow('the policy source threw');
  });
});

describe('what a call takes from budgets', () => {
  const budgets = { 'notes.write': { run: { count: 3 } } };
  const guardrails = compileGuardrails({ version: 1, budgets });
  const policy = { ...inputsOf().policy, guardrails };
  const taken = (action: object | null) => {
    const drawn = { run: {}, principal: {} };
    drawFor(callOf(), { action } as never, policy, drawn);
    return drawn.run;
  };

  test('is what the rules read of it', () => {
    expect(taken({ count: 2, cents: null })).toEqual({ 'notes.write': { count: 2, cents: 0 } });
  });

  test('is nothing where the rules read nothing', () => {
    expect(taken(null)).toEqual({});
  });
});
