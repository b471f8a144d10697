/** Reviewers that answer as a test says, and keep what they were told. */
import type {
  PortCall,
  ReviewAnswer,
  Reviewer,
  ReviewReason,
  ReviewRequest,
} from '../../schemas/index.js';

export interface ScriptedReviewer extends Reviewer {
  /** Every request, in order. */
  readonly asked: readonly ReviewRequest[];
}

/** A whole answer to a request: `safe_operation` leaves the call, any other reason asks. */
export function reviewAnswer(request: ReviewRequest, reasonCode: ReviewReason): ReviewAnswer {
  return {
    schemaVersion: 1,
    decision: reasonCode === 'safe_operation' ? 'allow' : 'require_user',
    reasonCode,
    summary: 'SUMMARY of a model',
    policyVersion: request.policyVersion,
  };
}

/** Answers by a function of the request; a reason is short for a whole answer with it. */
export function reviewerThat(
  answer: ReviewReason | ((request: ReviewRequest, call: PortCall) => unknown),
): ScriptedReviewer {
  const asked: ReviewRequest[] = [];
  return {
    asked,
    async review(request, call) {
      asked.push(request);
      if (typeof answer === 'function') return answer(request, call);
      return reviewAnswer(request, answer);
    },
  };
}
