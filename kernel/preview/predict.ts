/**
 * What the Gate would say of a call of a plan: the same stages on the same inputs, and no permit.
 * Where a part is unknown that a stage looks at, its answer is left open. Upholds INV-Q13.
 */
import {
  argsLeaveBoundary,
  isCleanControl,
  type Obligation,
  type Prediction,
  type StageName,
  stageNames,
} from '../../schemas/index.js';
import type { Influence } from '../compute/influence.js';
import { noPaths, readInputs } from '../effects/decision-inputs.js';
import { decideFollowing } from '../effects/followed-paths.js';
import { nothingGathered } from '../effects/gathering.js';
import { EffectDenied } from '../errors.js';
import type { DecisionInputs, EffectCall, PolicyInForce } from '../gate/call.js';
import type { Gate } from '../gate/gate.js';
import type { Verdict } from '../gate/verdict.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { freeze } from '../primordials.js';
import { isConditionTainted } from '../provenance/flow.js';
import type { Tally } from './tally.js';

/** A call of a plan, as far as it is known. */
export interface ForeseenCall {
  /** Null stands where an argument is unknown. */
  readonly call: EffectCall;
  readonly isFixed: boolean;
  readonly isConditional: boolean;
  /** Whether it may overlap with its neighbours. */
  readonly isParallel: boolean;
  /** Who may decide on it beyond what the call says. */
  readonly mayDecide: Influence;
  /** Who may have a say in its condition; nobody where that is known. */
  readonly mayCondition: Influence;
}

/** What is told of a call, and what it rests on. */
export interface Foretold {
  readonly prediction: Prediction;
  /** Null where nothing could be decided. */
  readonly verdict: Verdict | null;
  /** Where its paths led. */
  readonly paths: FollowedPaths;
}

/** What predictions are made with. */
export interface PredictionDesk {
  readonly gate: Gate;
  readonly tally: Tally;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Says what the Gate would say of a call, and notes what it would take. Mints nothing. */
export function predict(foreseen: ForeseenCall, desk: PredictionDesk): Foretold {
  const { call, isFixed } = foreseen;
  // Of calls that overlap nobody knows which comes first.
  if (foreseen.isParallel) desk.tally.loosen([call.definition]);
  const inputs = inputsOf(desk);
  if (inputs instanceof EffectDenied)
    return { prediction: denied(inputs.denial), verdict: null, paths: noPaths };
  // INV-Q13: decided, not authorized; nothing is asked, drawn or recorded.
  const { verdict, inputs: followed } = decideFollowing(desk.gate, call, inputs);
  const open = isFixed ? openStages(foreseen, verdict, { desk, policy: inputs.policy }) : [];
  const prediction = isFixed
    ? admitted(foreseen, verdict, { desk, prediction: predictFixed(verdict, open) })
    : predictPartly(call, verdict);
  if (prediction.outcome !== 'deny') note(foreseen, verdict, { desk, policy: inputs.policy, open });
  return { prediction, verdict: isFixed ? verdict : null, paths: followed.paths };
}

function inputsOf({ gate, tally, now }: PredictionDesk): DecisionInputs | EffectDenied {
  const recorder = { clock: { now: () => now } };
  const { spent, drawn } = tally;
  try {
    const known = { rulings: [], gathered: nothingGathered, paths: noPaths };
    return readInputs(gate, { recorder, spent, drawn }, known);
  } catch (error) {
    if (error instanceof EffectDenied) return error;
    throw error;
  }
}

function denied(denial: NonNullable<Verdict['denial']>): Prediction {
  return freeze({ outcome: 'deny', denial });
}

function depends(stages: readonly StageName[], obligations: readonly Obligation[]): Prediction {
  const on = stageNames.filter((stage) => stages.includes(stage));
  return freeze({ outcome: 'depends', on: freeze(on), obligations: freeze([...obligations]) });
}

function predictFixed(verdict: Verdict, open: readonly StageName[]): Prediction {
  const { denial, obligations, outcome } = verdict;
  const isOpen = open.includes('provenance');
  if (denial !== null) {
    if (isCertain(verdict, isOpen)) return denied(denial);
    return depends([...open, denial.stage], askedAnyway(obligations, isOpen));
  }
  if (open.length > 0) return depends(open, askedAnyway(obligations, isOpen));
  if (outcome === 'require_user') return freeze({ outcome, obligations });
  return freeze({ outcome: 'allow' });
}

/** INV-T35: whoever nobody asks about may still find its idempotency key taken. */
function admitted(
  { call, isConditional, isParallel }: ForeseenCall,
  verdict: Verdict,
  { desk, prediction }: { readonly desk: PredictionDesk; readonly prediction: Prediction },
): Prediction {
  // A call that may not happen takes no key for certain; `note` says that it may have one.
  if (prediction.outcome === 'deny') return prediction;
  const taken = desk.tally.keyOf(call, verdict, !isConditional && !isParallel);
  if (taken === null || prediction.outcome !== 'allow') return prediction;
  return taken === 'open' ? depends(['admission'], []) : denied(taken);
}

/** What the labels ask about, they may release where it is open who decides. */
function askedAnyway(obligations: readonly Obligation[], isOpen: boolean): readonly Obligation[] {
  return isOpen ? obligations.filter(({ source }) => source !== 'provenance') : obligations;
}

/** Stages that look neither at who decides nor at conditions. */
const unmoved: readonly StageName[] = freeze(['guard', 'capability', 'schema']);

function isCertain({ denial, answers }: Verdict, isProvenanceOpen: boolean): boolean {
  if (denial === null) return false;
  if (!isProvenanceOpen || unmoved.includes(denial.stage)) return true;
  // Further layers of that stage are the host's, and may look at labels.
  return answers.find(({ stage }) => stage === 'rules')?.outcome === 'deny';
}

const partlyOpen: readonly StageName[] = freeze(['guard', 'schema', 'rules', 'judge', 'review']);

/** Of arguments that are known in part, only what further ones cannot mend is certain. */
function predictPartly({ definition }: EffectCall, { denial }: Verdict): Prediction {
  // The guard and the capabilities deny whatever else is in the call.
  const isCertainly = denial?.stage === 'guard' || denial?.stage === 'capability';
  if (denial !== null && isCertainly) return denied(denial);
  const leaves = argsLeaveBoundary(definition.spec);
  return depends(leaves ? [...partlyOpen, 'provenance'] : partlyOpen, []);
}

interface Means {
  readonly desk: PredictionDesk;
  readonly policy: PolicyInForce;
}

/** The stages that look at something which only the run can tell. */
function openStages(foreseen: ForeseenCall, verdict: Verdict, means: Means): readonly StageName[] {
  const { call } = foreseen;
  const { tally } = means.desk;
  const open: StageName[] = verdict.pending.map(({ stage }) => stage);
  if (argsLeaveBoundary(call.definition.spec) && isFlowOpen(foreseen, verdict, means))
    open.push('provenance');
  if (verdict.denial === null && tally.isBudgetOpen(call, means.policy)) open.push('rules');
  return open;
}

function isFlowOpen(
  { mayDecide, mayCondition }: ForeseenCall,
  { answers, units, releases }: Verdict,
  { desk, policy }: Means,
): boolean {
  if (!mayDecide.every(isCleanControl) || isConditionTainted(mayCondition, units)) return true;
  const answer = answers.find(({ stage }) => stage === 'provenance');
  const isConsulted = releases.length > 0 || (answer ?? null)?.outcome !== 'allow';
  return answer !== undefined && isConsulted && desk.tally.isCapacityOpen(policy);
}

/** Notes what the call takes where that is certain, and else that nobody knows. */
function note(
  { call, isFixed, isConditional, isParallel }: ForeseenCall,
  verdict: Verdict,
  { desk, policy, open }: Means & { readonly open: readonly StageName[] },
): void {
  const isExact = isFixed && !isConditional && !isParallel && verdict.denial === null;
  if (isExact && !open.includes('provenance')) desk.tally.take(call, verdict, policy);
  else desk.tally.loosen([call.definition]);
}
