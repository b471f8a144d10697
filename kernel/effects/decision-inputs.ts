/**
 * Everything a decision depends on beside the call, read once for each decision: the policy in
 * force, the time, what was ruled, gathered and released. Upholds INV-F7. Trusts no port.
 */
import { EffectDenied } from '../errors.js';
import type { DecisionInputs, Gathered } from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import { type Gate, policyOf } from '../gate/gate.js';
import type { Verdict } from '../gate/verdict.js';
import type { Ledgers } from '../policy/budgets.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { createRecord, freeze } from '../primordials.js';
import type { CallRecorder } from './call-recorder.js';

/** What reading the inputs needs of the run. */
export interface InputsDesk {
  readonly recorder: Pick<CallRecorder, 'clock'>;
  /** Bits released so far in this run, by rule. */
  readonly spent: Readonly<Record<string, number>>;
  /** What was taken so far from the budgets of capabilities. */
  readonly drawn: Ledgers;
}

/** Where no path was followed. */
export const noPaths: FollowedPaths = freeze(createRecord());

/** What is recorded of a call that no stage has seen. */
export const undecided: Pick<Verdict, 'answers' | 'units'> = freeze({
  answers: freeze([]),
  units: freeze([]),
});

/** Reads the inputs of one decision. @throws EffectDenied `policy_unavailable` */
export function readInputs(
  gate: Gate,
  desk: InputsDesk,
  known: Pick<DecisionInputs, 'rulings' | 'gathered' | 'paths'>,
): DecisionInputs {
  try {
    const policy = policyOf(gate);
    const now = desk.recorder.clock.now();
    const { spent, drawn } = desk;
    const { rulings, gathered, paths } = known;
    return { policy, now, rulings, spent, gathered, paths, drawn };
  } catch {
    // INV-F7: without a policy nothing is allowed.
    const reason = 'the policy source threw';
    throw new EffectDenied(makeDenial({ stage: 'admission', code: 'policy_unavailable', reason }));
  }
}

/** Reads the inputs of the first decision, in which nobody has ruled yet; a denial is returned. */
export function inputsOrDenial(
  gate: Gate,
  desk: InputsDesk,
  gathered: Gathered,
): DecisionInputs | EffectDenied {
  try {
    return readInputs(gate, desk, { rulings: [], gathered, paths: noPaths });
  } catch (error) {
    if (error instanceof EffectDenied) return error;
    throw error;
  }
}
