/**
 * The reviewer role over any provider: a prompt and a session of its own, no tools, no history, one
 * short call. It may ask for the user and can say nothing else; a model that gives nothing usable
 * asks for the user too (behaviour ).
 */
import type { PortCall, ReviewAnswer, Reviewer, ReviewRequest } from '../schemas/index.js';
import { assertNotAborted } from './cancellation.js';
import { completeInTime } from './complete-in-time.js';
import { ReasonerError } from './errors.js';
import type { Provider } from './provider.js';
import { readReviewText, reviewFallback } from './review-answer.js';
import { reviewFormat, reviewSystemPrompt, reviewUserPrompt } from './review-prompt.js';

export interface ModelReviewer extends Reviewer {
  review(request: ReviewRequest, call: PortCall): Promise<ReviewAnswer>;
}

export interface ModelReviewerOptions {
  /** The most tokens of an answer. Default 256. */
  readonly maxTokens?: number;
  /** Milliseconds after which the user is asked instead. Default 1,500. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 1500;
const MAX_TOKENS = 256;

/** Makes a reviewer. @throws (from `review`) cancelled; whatever else fails asks for the user */
export function makeReviewer(
  provider: Provider,
  options: ModelReviewerOptions = {},
): ModelReviewer {
  const { maxTokens = MAX_TOKENS, timeoutMs = TIMEOUT_MS } = options;
  return Object.freeze<ModelReviewer>({
    async review(request, call) {
      assertNotAborted(call.signal);
      const { policyVersion } = request;
      const ask = {
        system: reviewSystemPrompt,
        user: reviewUserPrompt(request),
        schema: reviewFormat(request),
        maxTokens,
      };
      const got = await completeInTime(provider, ask, { timeoutMs, call }).catch(missing);
      assertNotAborted(call.signal);
      if (typeof got === 'string') return reviewFallback(got, policyVersion);
      if (got.truncated) return reviewFallback('reviewer_failed', policyVersion);
      return readReviewText(got.text, policyVersion);
    },
  });
}

/** Why there is no answer: nobody is there, or somebody who gave none. */
function missing(error: unknown): 'reviewer_failed' | 'reviewer_unavailable' {
  const code = error instanceof ReasonerError ? error.code : null;
  const isAbsent = code === 'reasoner_unreachable' || code === 'reasoner_model_missing';
  return isAbsent ? 'reviewer_unavailable' : 'reviewer_failed';
}
