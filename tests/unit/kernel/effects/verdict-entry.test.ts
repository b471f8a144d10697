// What whoever keeps verdicts is told of a call: what guard and judge said, and keys.
import { expect, test } from 'vitest';
import { tellVerdict } from '../../../../kernel/effects/verdict-entry.js';
import { makeDenial } from '../../../../kernel/gate/denial.js';
import type { Verdict } from '../../../../kernel/gate/verdict.js';
import type { Json, StageAnswer, VerdictEntry } from '../../../../schemas/index.js';
import { type CallParts, callOf, inputsOf } from '../gate/gate-call.js';

const judgement = { kind: 'rule-based-v1', score: 0.8, threshold: 0.3, notes: ['base'] } as const;
const judged: StageAnswer = { stage: 'judge', outcome: 'allow', judgement };
const asks: StageAnswer = {
  stage: 'guard',
  outcome: 'require_user',
  obligations: [
    { source: 'guard', rule: 'a', reason: 'one' },
    { source: 'guard', rule: 'b', reason: 'two' },
  ],
};

function told(
  verdict: Partial<Verdict>,
  how: { readonly call?: CallParts; readonly judge?: Json; readonly write?: () => void } = {},
): VerdictEntry | null {
  let entry: VerdictEntry | null = null;
  const write = (given: VerdictEntry): void => {
    entry = given;
    how.write?.();
  };
  const inputs = inputsOf({
    now: 5_500,
    gathered: how.judge === undefined ? {} : { judge: how.judge },
  });
  const whole = { answers: [], denial: null, args: null, ...verdict } as never;
  tellVerdict({ write }, callOf(how.call), whole, inputs);
  return entry;
}

test('an entry holds keys, never values', () => {
  const call = { args: { text: 'SECRET', other: 1 } };
  const entry = told({ answers: [judged] }, { call });
  expect(entry).toMatchObject({
    intent: 'Note "milk".',
    tool: 'note',
    argsKeys: ['*1', 'text'],
    contextKeys: ['capability', 'critical', 'step'],
    verdict: { approved: true, ts: 5.5 },
  });
  expect(JSON.stringify(entry)).not.toContain('SECRET');
  expect([entry, entry?.contextKeys].every(Object.isFrozen)).toBe(true);
  expect(told({ answers: [judged], args: { text: 'x' } }, { call })?.argsKeys).toEqual(['text']);
});

test('nothing is told where neither guard nor judge had the word', () => {
  expect(told({})).toBeNull();
  expect(told({ answers: [{ stage: 'guard', outcome: 'allow' }] })).toBeNull();
  const denial = makeDenial({ stage: 'rules', code: 'rules_denied', reason: 'no' });
  expect(told({ denial })).toBeNull();
  expect(told({ denial, answers: [judged] })?.verdict.approved).toBe(true);
});

test('what the guard denies is told by its reason', () => {
  const denial = makeDenial({ stage: 'guard', code: 'guard_forbidden_path', reason: 'a path' });
  const entry = told({ denial, answers: [judged] });
  expect(entry?.verdict).toMatchObject({
    approved: false,
    ts: 5.5,
    outcome: 'deny',
    code: 'guard_forbidden_path',
    reason: 'a path',
  });
});

test('what the guard asks about is not approved, what the judge denies is not asked about', () => {
  const open = told({ answers: [asks, judged] })?.verdict;
  const asked = { outcome: 'require_user', code: null, reason: 'one; two' };
  expect(open).toMatchObject({ approved: false, ...asked });
  const low: StageAnswer = { ...judged, judgement: { ...judgement, score: 0.1 } };
  const denied = told({ answers: [asks, low] })?.verdict;
  expect(denied?.approved).toBe(false);
  expect(denied?.reason).not.toContain('one; two');
  const other: StageAnswer = { ...asks, stage: 'rules' };
  expect(told({ answers: [other, judged] })?.verdict.approved).toBe(true);
  const calm: StageAnswer = { stage: 'guard', outcome: 'allow' };
  expect(told({ answers: [calm, judged] })?.verdict.approved).toBe(true);
});

test('a model’s own words are told, of rules the notes', () => {
  const said = { score: 0.9, reason: 'because of the model', degraded: false };
  const llm: StageAnswer = { ...judged, judgement: { ...judgement, kind: 'llm-v1', score: 0.9 } };
  expect(told({ answers: [llm] }, { judge: said })?.verdict.reason).toContain(
    'because of the model',
  );
  expect(told({ answers: [llm] }, { judge: 'junk' })?.verdict.reason).toContain('base');
  const own = told({ answers: [judged] }, { judge: said })?.verdict.reason;
  expect(own).toContain('base');
  expect(own).not.toContain('model');
});

test('a log that throws changes nothing', () => {
  const write = (): never => {
    throw new Error('full');
  };
  expect(() => told({ answers: [judged] }, { write })).not.toThrow();
});
