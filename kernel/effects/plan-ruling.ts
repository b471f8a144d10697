/** Answers a call by a ruling on the whole plan, where that ruling was about exactly this call. */
import type { PlanAnswers } from '../approval/plan-answers.js';
import type { AnsweredRequest, EffectCall } from '../gate/call.js';
import { type AskedCall, recordRuling } from './approval-request.js';
import type { CallRecorder } from './call-recorder.js';

/** What answering by a plan's ruling needs of the run. */
export interface PlanRulingDesk {
  readonly answers: PlanAnswers | null;
  readonly recorder: CallRecorder;
}

/**
 * The answer of the plan's ruling, recorded before it counts; null where the call asks as usual.
 * @throws EffectDenied `audit_unavailable`
 */
export async function answerByPlan(
  desk: PlanRulingDesk,
  call: EffectCall,
  { verdict, policy, paths }: AskedCall,
): Promise<AnsweredRequest | null> {
  const { answers, recorder } = desk;
  const now = recorder.clock.now();
  const answered = answers?.answer(call, { verdict, policy, paths, now }) ?? null;
  if (answered === null) return null;
  const { request, ruling } = answered;
  // INV-Q14: on record before it counts, by the name of the approval.
  await recordRuling(desk, { request, canonical: verdict.canonical ?? '' }, ruling);
  const { decision, approver } = ruling;
  recorder.trace({ kind: 'ruled', call: call.id, decision, approver });
  return answered;
}
