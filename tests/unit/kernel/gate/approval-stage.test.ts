/** A ruling answers for the call it was asked about, and for nothing that differs from it. */
import { describe, expect, test } from 'vitest';
import { approvalStage, isSameObligation } from '../../../../kernel/gate/stages/approval.js';
import type { ApprovalRequest, Obligation, Ruling } from '../../../../schemas/index.js';
import { callOf, inputsOf } from './gate-call.js';

const digest = 'a'.repeat(64);
const open: Obligation = { source: 'rules', rule: 'r1', reason: 'x' };
const other: Obligation = { source: 'judge', rule: 'r2', reason: 'x', pointer: '/a' };
const call = callOf();

const request = {
  run: 'r',
  call: 'r.1',
  definition: call.definition.digest,
  policy: '1',
  args: digest,
  expiresAt: 2_000,
  obligations: [other, open],
} as unknown as ApprovalRequest;

function answer(
  change: Partial<ApprovalRequest> = {},
  decision: Ruling['decision'] = 'allow',
  now = 1_999,
) {
  const ruling: Ruling = { approval: 'p', digest, decision, approver: 'bob' };
  const before = { request: { ...request, args: 'b'.repeat(64) }, ruling };
  const rulings = [before, { request: { ...request, ...change }, ruling }];
  return approvalStage([open, other], digest, { call, inputs: inputsOf({ now, rulings }) });
}

describe('a ruling', () => {
  test('on this very call allows it', () => {
    expect(answer()).toEqual({ stage: 'approval', outcome: 'allow' });
  });

  test('that denies denies, whatever else has changed', () => {
    for (const change of [{}, { run: 'q' }, { expiresAt: 0 }])
      expect(answer(change, 'deny')).toMatchObject({
        stage: 'approval',
        outcome: 'deny',
        denial: { stage: 'approval', code: 'approval_denied', reason: 'refused by `bob`' },
      });
  });

  test.each(['run', 'call', 'definition', 'policy'])('of another %s does not count', (field) => {
    expect(answer({ [field]: 'other' })).toMatchObject({
      outcome: 'deny',
      denial: { code: 'approval_mismatch', reason: 'what was ruled on has changed since' },
    });
  });

  test('does not count from the instant of its expiry on', () => {
    for (const now of [2_000, 2_001])
      expect(answer({}, 'allow', now)).toMatchObject({
        outcome: 'deny',
        denial: { code: 'approval_expired', reason: 'the ruling is too old by now' },
      });
  });

  test('leaves the whole question open where it was not asked about a part of it', () => {
    const still = { stage: 'approval', outcome: 'require_user', obligations: [open, other] };
    for (const obligations of [[open], [other], []]) expect(answer({ obligations })).toEqual(still);
    expect(answer({ args: 'c'.repeat(64) })).toEqual(still);
    expect(answer({ args: 'c'.repeat(64) }, 'deny')).toEqual(still);
    expect(Object.isFrozen(answer({ obligations: [] }))).toBe(true);
  });
});

test('two obligations are one only where source, rule and part are the same', () => {
  expect(isSameObligation(other, { ...other, reason: 'y' })).toBe(true);
  for (const change of [{ source: 'rules' }, { rule: 'r1' }, { pointer: '/b' }] as const)
    expect(isSameObligation(other, { ...other, ...change })).toBe(false);
});
