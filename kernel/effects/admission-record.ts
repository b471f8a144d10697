/**
 * What the record of an admitted call says: digests and labels, no value. Upholds INV-T4.
 */
import type { AnswerSummary, AuditBody, Denial, Label, StageAnswer } from '../../schemas/index.js';
import { recordedLabels } from '../audit/recorded-labels.js';
import type { EffectCall } from '../gate/call.js';
import type { Verdict } from '../gate/verdict.js';
import type { CallRecorder } from './call-recorder.js';
import { idempotencyOf, type KeysInUse, takeKey } from './idempotency.js';

/** Questions of one answer that are listed. */
const MAX_ASKS = 64;

/** What a record says of an answer: without notes; spelled out, as it stands in every record. */
export function answerSummary(answer: StageAnswer): AnswerSummary {
  // The stage of approval asks what the others asked.
  if (answer.outcome !== 'require_user' || answer.stage === 'approval') return found(answer);
  const asks = answer.obligations
    .slice(0, MAX_ASKS)
    .map(({ rule, pointer = null }) => ({ rule, argument: pointer }));
  return { ...found(answer), asks };
}

function found(answer: StageAnswer): AnswerSummary {
  const { stage, outcome, judgement, rules } = answer;
  if (rules !== undefined) return { stage, outcome, rules };
  if (answer.outcome !== 'deny' && answer.review !== undefined)
    return { stage, outcome, review: answer.review };
  if (judgement === undefined) return { stage, outcome };
  const { kind, score, threshold, degraded, judgeModelEqualsPlanner: same } = judgement;
  if (degraded === undefined) return { stage, outcome, judgement: { kind, score, threshold } };
  const of = same === undefined ? { degraded } : { degraded, judgeModelEqualsPlanner: same };
  return { stage, outcome, judgement: { kind, score, threshold, ...of } };
}

/** What a record says of the arguments: keyed digests, never a value. */
export interface CallDigests {
  readonly args: string;
  readonly idempotency: string | null;
}

/** Takes the digests of a call under the key of its chain. */
export function digestsOf(
  call: EffectCall,
  canonical: string,
  { chain: { keyed } }: CallRecorder,
): CallDigests {
  // INV-T4: a keyed digest, never the value.
  return { args: keyed(canonical), idempotency: idempotencyOf(call, keyed) };
}

/** Takes the idempotency key of a call, if it has one; a denial if it stands for another call. */
export function takeDigests(
  call: EffectCall,
  digests: CallDigests,
  keys: KeysInUse,
): Denial | null {
  const { args, idempotency: key } = digests;
  return key === null ? null : takeKey(keys, { tool: call.definition.spec.name, key, args });
}

/** What was decided of a call. */
export interface Decided {
  readonly verdict: Verdict;
  readonly labels: Readonly<Record<string, Label>>;
  readonly digests: CallDigests;
  readonly policy: string;
}

/** The record that stands before the effect. */
export function admissionBody(
  { chain }: CallRecorder,
  call: EffectCall,
  decided: Decided,
): AuditBody {
  const { definition, step } = call;
  const { args, idempotency } = decided.digests;
  return {
    kind: 'admission',
    data: {
      step,
      tool: definition.spec.name,
      definition: definition.digest,
      args,
      ...(idempotency === null ? {} : { idempotency }),
      labels: recordedLabels(decided.labels, chain.keyed),
      answers: decided.verdict.answers.map(answerSummary),
      policy: decided.policy,
    },
  };
}
