/**
 * Reads what a reviewer answered. What comes of it is one reason out of a closed list and nothing
 * else: no word of a model goes on from here (behaviour ).
 */
import {
  isJsonObject,
  type Json,
  MAX_REVIEW_TEXT,
  type ReviewReason,
} from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';

/** What an approver is told for each reason, whatever the model wrote. */
export const reviewSentences: Readonly<Record<ReviewReason, string>> = freeze({
  safe_operation: 'a reviewer saw nothing to ask about',
  destructive_change: 'a reviewer thinks that it destroys or overwrites something',
  privileged_operation: 'a reviewer thinks that it uses or changes more rights than usual',
  unfamiliar_target: 'a reviewer does not know what it acts on',
  ambiguous_intent: 'a reviewer cannot tell whether it is what was asked for',
  external_side_effect: 'a reviewer thinks that it has effects outside',
  reviewer_unavailable: 'no reviewer could be reached',
  reviewer_failed: 'the reviewer gave no usable answer',
  sensitive_argument: 'it has an argument that no reviewer may be asked about',
});

const KEYS = 5;

/**
 * The reason of an answer; `safe_operation` for exactly the answer that allows, and no other.
 * `undefined` is an answer that never came.
 */
export function reviewReasonOf(given: Json | undefined, policy: string): ReviewReason {
  // INV-Q4: whatever is not that one answer asks for the user.
  const failed = 'reviewer_failed';
  if (given === undefined || !isJsonObject(given)) return failed;
  const { schemaVersion, decision, reasonCode, summary, policyVersion } = given;
  if (Object.keys(given).length !== KEYS || schemaVersion !== 1) return failed;
  if (policyVersion !== policy) return failed;
  if (typeof summary !== 'string' || summary.length > MAX_REVIEW_TEXT) return failed;
  if (typeof reasonCode !== 'string' || !hasOwn(reviewSentences, reasonCode)) return failed;
  const isSafe = reasonCode === 'safe_operation';
  // An answer that contradicts itself is none.
  if (decision !== (isSafe ? 'allow' : 'require_user')) return failed;
  return reasonCode as ReviewReason;
}
