/**
 * Admission: decides, asks whoever must be asked, and writes the admission record durably, before
 * anything happens. Called only by the dispatcher, which then decides again. Upholds INV-B4,
 * INV-B7, INV-B14, INV-T4, INV-T6.
 */
import type { Label, VerdictLog } from '../../schemas/index.js';
import type { PlanAnswers } from '../approval/plan-answers.js';
import { recordedLabel } from '../audit/recorded-labels.js';
import { ApprovalNeeded, EffectDenied, KernelFault } from '../errors.js';
import {
  type AnsweredRequest,
  type CheckedArgs,
  decisionOf,
  type EffectCall,
  type Gathered,
} from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import { type Gate, placeOf } from '../gate/gate.js';
import type { GateLayer } from '../gate/layer.js';
import { labelsOf, type Release } from '../gate/stages/provenance.js';
import type { Verdict } from '../gate/verdict.js';
import type { OpenLedgers } from '../policy/budgets.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { freeze } from '../primordials.js';
import { keptBits } from '../provenance/carried.js';
import { admissionBody, digestsOf, takeDigests } from './admission-record.js';
import { type ApprovalDesk, type AskedCall, askApprover } from './approval-request.js';
import { type CallRecorder, recordFirst } from './call-recorder.js';
import { inputsOrDenial, undecided } from './decision-inputs.js';
import { denied, recordDenial } from './denied-call.js';
import { decideFollowing } from './followed-paths.js';
import { type GatheringDesk, gatherFor, nothingGathered } from './gathering.js';
import type { KeysInUse } from './idempotency.js';
import { answerByPlan } from './plan-ruling.js';
import { tellVerdict } from './verdict-entry.js';

/** What admission needs of the run. */
export interface AdmissionDesk extends ApprovalDesk, GatheringDesk {
  /** Bits released so far in this run, by rule. */
  readonly spent: Record<string, number>;
  /** What was taken so far from the budgets of capabilities. */
  readonly drawn: OpenLedgers;
  /** Idempotency keys that the run has used. */
  readonly keys: KeysInUse;
  /** `suspend`: end the run with `needs_approval` instead of asking. */
  readonly approval: 'wait' | 'suspend';
  /** The call that is asked about all the same: the one that a resumed run goes on with. */
  readonly waitsFor: string | null;
  /** What a ruling on the whole plan answers; null where there is none. */
  readonly answers: PlanAnswers | null;
  readonly verdictLog: VerdictLog | null;
}

export interface Admitted {
  /** The call on its normalised arguments: what the second decision and the tool see. */
  readonly call: EffectCall;
  readonly rulings: readonly AnsweredRequest[];
  /** What layers asked outside: the second decision sees the same. */
  readonly gathered: Gathered;
  /** Where its paths led: the second decision follows the same ones again. */
  readonly paths: FollowedPaths;
  /** The label of each checked argument, by pointer, and of `decision`. */
  readonly labels: Labels;
  /** What the rules released, as recorded. */
  readonly releases: readonly Release[];
}

type Labels = Readonly<Record<string, Label>>;

/**
 * Admits a call or refuses it; on return the admission record is durable and nothing has run.
 * @throws EffectDenied with the denial of the stage that refused
 */
export async function admit(gate: Gate, call: EffectCall, desk: AdmissionDesk): Promise<Admitted> {
  const { recorder } = desk;
  const begun = inputsOrDenial(gate, desk, nothingGathered);
  if (begun instanceof EffectDenied) return await denied(desk, call, undecided, begun.denial);
  let { verdict: first, inputs } = decideFollowing(gate, call, begun);
  // INV-B14: whoever denies without asking anybody has had the word.
  for (let layer = askingNext(first); layer !== null; layer = askingNext(first)) {
    const { agent } = placeOf(gate);
    const gathered = await gatherFor(layer, call, { desk, verdict: first, inputs, agent });
    const again = inputsOrDenial(gate, desk, gathered);
    if (again instanceof EffectDenied) return await denied(desk, call, first, again.denial);
    ({ verdict: first, inputs } = decideFollowing(gate, call, again));
  }
  if (desk.verdictLog !== null) tellVerdict(desk.verdictLog, call, first, inputs);
  // INV-B7: a denial ends here and is never asked about.
  if (first.denial !== null) return await denied(desk, call, first, first.denial);
  let rulings: readonly AnsweredRequest[] = [];
  if (first.outcome === 'require_user') {
    const { policy, paths } = inputs;
    const where = placeOf(gate);
    rulings = [await ask(desk, call, { verdict: first, policy: policy.version, where, paths })];
  }
  const { args, tree, canonical } = first;
  if (args === null || tree === null || canonical === null) {
    throw new KernelFault('config_malformed', 'an allow without arguments');
  }
  // INV-B4: from here on the call is what the stages saw.
  const admitted = normalised(call, { args, tree }, canonical);
  const digests = digestsOf(admitted, canonical, recorder);
  const taken = takeDigests(admitted, digests, desk.keys);
  if (taken !== null) return await denied(desk, call, first, taken);
  if (first.releases.length > 0) await recordReleases(recorder, call.id, first.releases);
  const labels = labelsOf(first.units, decisionOf(call));
  const pending = recordFirst(
    recorder,
    call.id,
    admissionBody(recorder, call, {
      verdict: first,
      labels,
      digests,
      policy: inputs.policy.version,
    }),
  );
  if (pending !== undefined) await pending;
  const { gathered, paths } = inputs;
  return { call: admitted, rulings, gathered, paths, labels, releases: first.releases };
}

async function recordReleases(
  recorder: CallRecorder,
  call: string,
  released: readonly Release[],
): Promise<void> {
  for (const { argument, rule, releases, declassifier, label } of released) {
    const listed = recordedLabel(label, recorder.chain.keyed);
    const data = { argument, rule, declassifier, releases, label: listed };
    // INV-T6: recorded before anything leaves.
    await recordFirst(recorder, call, { kind: 'release', data });
    recorder.trace({ kind: 'released', call, argument, rule });
  }
}

/** The first layer that waits to ask outside, if nothing denies. */
function askingNext({ denial, pending }: Verdict): GateLayer | null {
  return denial === null ? (pending[0] ?? null) : null;
}

/** The same call on the arguments that the stages agreed to; spelled out, as spreads are slow. */
function normalised(call: EffectCall, checked: CheckedArgs, canonical: string): EffectCall {
  const { id, run, step, definition, decision, condition, authority } = call;
  const { principal, intent, facts, isForced } = call;
  const { args, tree } = checked;
  return freeze({
    id,
    run,
    step,
    definition,
    args,
    tree,
    bits: keptBits(call.args, args, call.bits),
    decision,
    condition,
    authority,
    principal,
    intent,
    facts,
    isForced,
    canonical,
  });
}

async function ask(
  desk: AdmissionDesk,
  call: EffectCall,
  asked: AskedCall,
): Promise<AnsweredRequest> {
  const { verdict } = asked;
  const answered = await answerByPlan(desk, call, asked);
  if (answered !== null) return answered;
  if (desk.approval === 'suspend' && call.id !== desk.waitsFor) {
    const reason = verdict.obligations.map((obligation) => obligation.reason).join('; ');
    const denial = makeDenial({ stage: 'approval', code: 'approval_unavailable', reason });
    await recordDenial(desk, call, verdict, denial);
    throw new ApprovalNeeded(denial);
  }
  try {
    return await askApprover(desk, call, asked);
  } catch (error) {
    if (error instanceof EffectDenied) return await denied(desk, call, verdict, error.denial);
    throw error;
  }
}
