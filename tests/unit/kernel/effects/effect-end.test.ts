// How effects are announced and how they end: what is traced, recorded, charged and thrown.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  announce,
  closeCall,
  recordLate,
  withdraw,
} from '../../../../kernel/effects/effect-end.js';
import { EffectDenied, RunStopped } from '../../../../kernel/errors.js';
import { makeDenial } from '../../../../kernel/gate/denial.js';
import { compileGuardrails } from '../../../../kernel/index.js';
import { openTainted, type Tainted } from '../../../../kernel/provenance/tainted.js';
import { callOf, inputsOf } from '../gate/gate-call.js';
import { deskOf, type EffectDesk } from './effect-desk.js';

const call = callOf();
const stopped = async (work: Promise<unknown>): Promise<RunStopped> => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RunStopped);
  return error as RunStopped;
};
const ended = ({ events, effects, records }: EffectDesk) => ({
  event: events.find(({ kind }) => kind === 'effect_ended'),
  effect: effects[0],
  record: records().find(({ kind }) => kind === 'terminal')?.data,
});

function expectEnd(desk: EffectDesk, outcome: string, output: string | null, code: string | null) {
  const { event, effect, record } = ended(desk);
  expect(event).toMatchObject({ call: 'r.1', tool: 'note', outcome, output, code });
  expect(effect).toEqual({ step: 's', call: 'r.1', tool: 'note', outcome, output });
  expect(record).toMatchObject({ outcome, output, code });
}

/** A store that takes nothing. */
const deaf = () => {
  const made = deskOf();
  const recorder = {
    ...made.desk.recorder,
    clock: {
      now: () => {
        throw new Error('no clock');
      },
    },
  };
  return { ...made, desk: { ...made.desk, recorder } };
};

describe('an announcement', () => {
  test('joins the allow and the start by the permit, and charges', () => {
    const { desk, events } = deskOf({ spent: { known: 3 } });
    const releases = [
      { rule: 'known', bits: 2 },
      { rule: 'new', bits: 5 },
    ];
    const action = { count: 2, cents: null };
    const verdict = { answers: [], releases, action } as never;
    const budgets = { 'notes.write': { run: { count: 9 } } };
    const guardrails = compileGuardrails({ version: 1, budgets });
    const policy = { ...inputsOf().policy, guardrails };
    announce({ id: 'p.1' }, call, { verdict, labels: {}, policy }, desk);
    const about = { call: 'r.1', tool: 'note', permit: 'p.1' };
    const allowed = { kind: 'gate_allowed', step: 's', answers: [], labels: {}, denial: null };
    expect(events).toEqual([
      { ...about, ...allowed },
      { ...about, kind: 'effect_started' },
    ]);
    expect(desk.spent).toEqual({ known: 5, new: 5 });
    expect(desk.drawn.run).toEqual({ 'notes.write': { count: 2, cents: 0 } });
  });
});

describe('an admission that came to nothing', () => {
  test.each([
    new EffectDenied(makeDenial({ stage: 'rules', code: 'rules_denied', reason: 'no' })),
    new RunStopped('cancelled', 'cancelled before an effect'),
  ])('says why: $name', async (why) => {
    const desk = deskOf();
    await expect(withdraw(call, why, desk.desk)).rejects.toBe(why);
    const denial =
      why instanceof EffectDenied
        ? why.denial
        : makeDenial({ stage: 'admission', code: 'cancelled', reason: why.message });
    expect(desk.events[0]).toEqual({
      kind: 'gate_denied',
      step: 's',
      call: 'r.1',
      tool: 'note',
      answers: [],
      labels: { decision: expect.objectContaining({ control: ['planner'] }) },
      permit: null,
      denial,
    });
    expectEnd(desk, 'withdrawn', null, why.code);
  });

  test('leaves nothing uncertain, also where that cannot be recorded', async () => {
    const why = new RunStopped('cancelled', 'cancelled before an effect');
    const { desk } = deaf();
    const error = await stopped(withdraw(call, why, desk));
    expect(error).toMatchObject({
      code: 'audit_unavailable',
      message: 'no terminal record for `note`',
      uncertain: false,
      mayRetry: false,
    });
  });
});

describe('a result', () => {
  test('ends the effect and is labelled; its digest is recorded', async () => {
    const desk = deskOf();
    const signal = desk.desk.cancellation.signalOf(call.id);
    const tainted = await closeCall(call, { kind: 'value', value: { ok: true } }, desk.desk);
    expect(openTainted(tainted).value).toEqual({ ok: true });
    expectEnd(desk, 'committed', 'valid', null);
    const result = desk.desk.recorder.chain.keyed('{"ok":true}');
    expect(ended(desk).record).toMatchObject({ result });
    desk.desk.cancellation.abort();
    expect(signal.aborted).toBe(false);
  });

  test.each([
    ['write', 'committed'],
    ['read', 'failed'],
  ] as const)('that fits no schema ends a %s as %s', async (effect, outcome) => {
    const desk = deskOf();
    const of = callOf({ spec: { effect } });
    const error = await stopped(closeCall(of, { kind: 'value', value: { ok: 1 } }, desk.desk));
    expect(error.code).toBe('result_invalid');
    expect(error.message).toMatch(/^result of `note`: does not fit its schema at `.+`$/);
    expectEnd(desk, outcome, 'invalid', 'result_invalid');
    expect(ended(desk).record).toMatchObject({ result: null });
  });

  test('that could not be recorded leaves the effect uncertain', async () => {
    for (const [isKeyed, mayRetry] of [
      [true, true],
      [false, false],
    ]) {
      const input = z.strictObject({ text: z.string() });
      const spec = isKeyed ? { input, idempotency: '/text' } : {};
      const { desk } = deaf();
      const work = closeCall(callOf({ spec }), { kind: 'value', value: { ok: true } }, desk);
      expect(await stopped(work)).toMatchObject({
        code: 'audit_unavailable',
        message: 'no terminal record for `note`',
        uncertain: true,
        mayRetry,
      });
    }
  });
});

describe('a call without a result', () => {
  test('that threw keeps what the tool said as labelled detail', async () => {
    const desk = deskOf();
    const settled = { kind: 'threw', error: new Error('disk') } as const;
    const error = await stopped(closeCall(call, settled, desk.desk));
    expect(error).toMatchObject({
      code: 'tool_failed',
      message: 'tool `note` in step `s`',
      uncertain: true,
      mayRetry: false,
    });
    const { value, tree } = openTainted(error.detail as Tainted);
    expect([value, tree.flat.sources.includes('tool:note')]).toEqual(['disk', true]);
    expectEnd(desk, 'uncertain', null, 'tool_failed');
  });

  test('that threw is no longer open: the end of the run is none of its business', async () => {
    const { desk } = deskOf();
    const signal = desk.cancellation.signalOf(call.id);
    await stopped(closeCall(call, { kind: 'threw', error: 1 }, desk));
    desk.cancellation.abort();
    expect(signal.aborted).toBe(false);
  });

  test.each([
    ['timeout', 'tool_timeout'],
    ['cancelled', 'cancelled'],
  ] as const)('that ended by %s has no detail and is still open', async (kind, code) => {
    const desk = deskOf();
    const signal = desk.desk.cancellation.signalOf(call.id);
    const error = await stopped(closeCall(call, { kind }, desk.desk));
    expect([error.code, error.detail]).toEqual([code, null]);
    expectEnd(desk, 'uncertain', null, code);
    desk.desk.cancellation.abort();
    expect(signal.aborted).toBe(true);
  });

  test('may be told again where it has a key', async () => {
    const keyed = callOf({ spec: { idempotency: '/text' } });
    const error = await stopped(closeCall(keyed, { kind: 'timeout' }, deskOf().desk));
    expect([error.uncertain, error.mayRetry]).toEqual([true, true]);
  });
});

test('a late result is told and dropped, and its call is no longer open', () => {
  const { desk, events, records } = deskOf();
  const signal = desk.cancellation.signalOf('r.1');
  recordLate(desk, 'r.1', 'rejected');
  expect(events).toEqual([{ kind: 'late_result', call: 'r.1' }]);
  expect(records()).toMatchObject([
    { kind: 'late_result', call: 'r.1', data: { settled: 'rejected' } },
  ]);
  desk.cancellation.abort();
  expect(signal.aborted).toBe(false);
});
