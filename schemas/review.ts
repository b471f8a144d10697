/**
 * What a reviewer is told of a call, and what it may answer: leave it, or have the user asked. A
 * refusal cannot be said (behaviour A-12, C3). Data only.
 */
import type { ActionClass } from './action-class.js';
import type { JsonObject } from './json.js';

/** What stands in the place of a value that a reviewer is not told. */
export const REDACTED = '[redacted]';

/** One call as a reviewer sees it: declared arguments only, whatever is tainted redacted. */
export interface ReviewRequest {
  readonly schemaVersion: 1;
  readonly action: string;
  readonly run: string;
  readonly principal: string;
  readonly agent: string | null;
  readonly tool: string;
  readonly args: JsonObject;
  /** SHA-256 of the canonical text of `args`, as told: what is redacted has no part in it. */
  readonly argsDigest: string;
  /** How long the tool may run, in milliseconds; null where it does not say. */
  readonly timeoutMs: number | null;
  /** What the call changes: its declared classes, and those that its commands add. */
  readonly classes: readonly ActionClass[];
  /** What the user asked for, at most 256 characters; redacted where content chose the words. */
  readonly purpose: string;
  readonly policyVersion: string;
}

export const reviewReasons = Object.freeze([
  'safe_operation',
  'destructive_change',
  'privileged_operation',
  'unfamiliar_target',
  'ambiguous_intent',
  'external_side_effect',
  'reviewer_unavailable',
  'reviewer_failed',
  'sensitive_argument',
] as const);
export type ReviewReason = (typeof reviewReasons)[number];

/** The most characters of a purpose and of a summary. */
export const MAX_REVIEW_TEXT = 256;

/** What a reviewer says. `allow` counts with the reason `safe_operation` alone. */
export interface ReviewAnswer {
  readonly schemaVersion: 1;
  readonly decision: 'allow' | 'require_user';
  readonly reasonCode: ReviewReason;
  /** At most 256 characters. */
  readonly summary: string;
  /** The `policyVersion` of the request. */
  readonly policyVersion: string;
}
