/**
 * Admission: decides, asks whoever must be asked, and writes the admission record durably, before
 * anything happens. Called only by the dispatcher, which then decides again. Upholds INV-B4,
 * INV-B7, INV-B14, INV-T4, INV-T6.
 */
import type {
  AnswerSummary,
  AuditBody,
  Label,
  StageAnswer,
  VerdictLog,
} from '../../schemas/index.js';
import { recordedLabel, recordedLabels } from '../audit/recorded-labels.js';
import { ApprovalNeeded, EffectDenied, KernelFault } from '../errors.js';
import {
  type AnsweredRequest,
  type CheckedArgs,
  decisionOf,
  type EffectCall,
  type Gathered,
} from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import type { Gate } from '../gate/gate.js';
import type { GateLayer } from '../gate/layer.js';
import type { Release } from '../gate/stages/provenance.js';
import { labelsOf } from '../gate/stages/provenance.js';
import type { Verdict } from '../gate/verdict.js';
import type { OpenLedgers } from '../policy/budgets.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { freeze } from '../primordials.js';
import { type ApprovalDesk, askApprover } from './approval-request.js';
import { recordFirst } from './call-recorder.js';
import { inputsOrDenial, undecided } from './decision-inputs.js';
import { denied, recordDenial } from './denied-call.js';
import { decideFollowing } from './followed-paths.js';
import { type GatheringDesk, gatherFor, nothingGathered } from './gathering.js';
import { tellVerdict } from './verdict-entry.js';

/** What admission needs of the run. */
export interface AdmissionDesk extends ApprovalDesk, GatheringDesk {
  /** Bits released so far in this run, by rule. */
  readonly spent: Record<string, number>;
  /** What was taken so far from the budgets of capabilities. */
  readonly drawn: OpenLedgers;
  /** `suspend`: end the run with `needs_approval` instead of asking. */
  readonly approval: 'wait' | 'suspend';
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
  if (begun instanceof EffectDenied) return denied(desk, call, undecided, begun.denial);
  let { verdict: first, inputs } = decideFollowing(gate, call, begun);
  // INV-B14: whoever denies without asking anybody has had the word.
  for (let layer = askingNext(first); layer !== null; layer = askingNext(first)) {
    const gathered = await gatherFor(layer, call, { desk, verdict: first, inputs });
    const again = inputsOrDenial(gate, desk, gathered);
    if (again instanceof EffectDenied) return denied(desk, call, first, again.denial);
    ({ verdict: first, inputs } = decideFollowing(gate, call, again));
  }
  if (desk.verdictLog !== null) tellVerdict(desk.verdictLog, call, first, inputs);
  // INV-B7: a denial ends here and is never asked about.
  if (first.denial !== null) return denied(desk, call, first, first.denial);
  let rulings: readonly AnsweredRequest[] = [];
  if (first.outcome === 'require_user') rulings = [await ask(desk, call, first)];
  const { args, tree, canonical } = first;
  if (args === null || tree === null || canonical === null) {
    throw new KernelFault('config_malformed', 'an allow without arguments');
  }
  // INV-B4: from here on the call is what the stages saw.
  const admitted = normalised(call, { args, tree }, canonical);
  for (const release of first.releases) {
    const { argument, rule, releases, declassifier, label } = release;
    const listed = recordedLabel(label, recorder.chain.keyed);
    const data = { argument, rule, declassifier, releases, label: listed };
    // INV-T6: recorded before anything leaves.
    await recordFirst(recorder, call.id, { kind: 'release', data });
    recorder.trace({ kind: 'released', call: call.id, argument, rule });
  }
  const labels = labelsOf(first.units, decisionOf(call));
  const pending = recordFirst(
    recorder,
    call.id,
    admission(desk, call, { verdict: first, labels, canonical, policy: inputs.policy.version }),
  );
  if (pending !== undefined) await pending;
  const { gathered, paths } = inputs;
  return { call: admitted, rulings, gathered, paths, labels, releases: first.releases };
}

/** The first layer that waits to ask outside, if nothing denies. */
function askingNext({ denial, pending }: Verdict): GateLayer | null {
  return denial === null ? (pending[0] ?? null) : null;
}

/** The same call on the arguments that the stages agreed to; spelled out, as spreads are slow. */
function normalised(call: EffectCall, checked: CheckedArgs, canonical: string): EffectCall {
  const { id, run, step, definition, decision, condition, authority } = call;
  const { principal, intent, facts } = call;
  const { args, tree } = checked;
  return freeze({
    id,
    run,
    step,
    definition,
    args,
    tree,
    decision,
    condition,
    authority,
    principal,
    intent,
    facts,
    canonical,
  });
}

async function ask(
  desk: AdmissionDesk,
  call: EffectCall,
  verdict: Verdict,
): Promise<AnsweredRequest> {
  if (desk.approval === 'suspend') {
    const reason = verdict.obligations.map((obligation) => obligation.reason).join('; ');
    const denial = makeDenial({ stage: 'approval', code: 'approval_unavailable', reason });
    await recordDenial(desk, call, verdict, denial);
    throw new ApprovalNeeded(denial);
  }
  try {
    return await askApprover(desk, call, verdict);
  } catch (error) {
    if (error instanceof EffectDenied) return denied(desk, call, verdict, error.denial);
    throw error;
  }
}

/** Without notes; spelled out, as it stands in every record. */
function summary({ stage, outcome, judgement, rules }: StageAnswer): AnswerSummary {
  if (rules !== undefined) return { stage, outcome, rules };
  if (judgement === undefined) return { stage, outcome };
  const { kind, score, threshold, degraded, judgeModelEqualsPlanner: same } = judgement;
  if (degraded === undefined) return { stage, outcome, judgement: { kind, score, threshold } };
  const of = same === undefined ? { degraded } : { degraded, judgeModelEqualsPlanner: same };
  return { stage, outcome, judgement: { kind, score, threshold, ...of } };
}

interface Decided {
  readonly verdict: Verdict;
  readonly labels: Labels;
  readonly canonical: string;
  readonly policy: string;
}

function admission(desk: AdmissionDesk, call: EffectCall, decided: Decided): AuditBody {
  const { definition, step } = call;
  return {
    kind: 'admission',
    data: {
      step,
      tool: definition.spec.name,
      definition: definition.digest,
      // INV-T4: a keyed digest, never the value.
      args: desk.recorder.chain.keyed(decided.canonical),
      labels: recordedLabels(decided.labels, desk.recorder.chain.keyed),
      answers: decided.verdict.answers.map(summary),
      policy: decided.policy,
    },
  };
}
