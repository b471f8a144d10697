/**
 * Reads what a model that reviews wrote, strictly: the whole text is the one object, with each key
 * once, or it is no answer (behaviour A-16). No part of a text is looked for: to choose one would
 * be to choose for the model.
 */
import { MAX_REVIEW_TEXT, type ReviewAnswer, type ReviewReason } from '../schemas/index.js';
import { policyToken } from './policy-token.js';

/** What a model may say; the other reasons are for those who ask it. */
export const modelReasons = Object.freeze([
  'safe_operation',
  'destructive_change',
  'privileged_operation',
  'unfamiliar_target',
  'ambiguous_intent',
  'external_side_effect',
] as const satisfies readonly ReviewReason[]);

/** The keys of an answer, in their order. */
export const reviewKeys = Object.freeze([
  'schema_version',
  'decision',
  'reason_code',
  'summary',
  'policy_version',
] as const);

/** The most bytes that are read. */
const MAX_BYTES = 4096;
/** Every text of a JSON text, in order, and whether it is a key. */
const TEXTS = /"(?:[^"\\]|\\.)*"([ \t\r\n]*:)?/g;

/** The answer where a model gave none. */
export function reviewFallback(
  reasonCode: 'reviewer_failed' | 'reviewer_unavailable',
  policyVersion: string,
): ReviewAnswer {
  return Object.freeze({
    schemaVersion: 1,
    decision: 'require_user',
    reasonCode,
    summary: '',
    policyVersion,
  });
}

/** Reads the answer to a request under `policyVersion`; anything but one asks for the user. */
export function readReviewText(text: string, policyVersion: string): ReviewAnswer {
  const failed = reviewFallback('reviewer_failed', policyVersion);
  const fields = fieldsOf(text);
  if (fields === null) return failed;
  const { schema_version, decision, reason_code, summary, policy_version } = fields;
  if (schema_version !== 1 || policy_version !== policyToken(policyVersion)) return failed;
  if (typeof summary !== 'string' || summary.length > MAX_REVIEW_TEXT) return failed;
  const reasonCode = modelReasons.find((known) => known === reason_code);
  if (reasonCode === undefined) return failed;
  const fitting = reasonCode === 'safe_operation' ? 'allow' : 'require_user';
  // Whoever says `allow` and names a danger has said nothing.
  if (decision !== fitting) return failed;
  return Object.freeze({ schemaVersion: 1, decision: fitting, reasonCode, summary, policyVersion });
}

type Fields = Readonly<Record<(typeof reviewKeys)[number], unknown>>;

/** The fields of a text that is exactly one object with exactly these keys, each of them once. */
function fieldsOf(text: string): Fields | null {
  if (text.length > MAX_BYTES || Buffer.byteLength(text) > MAX_BYTES) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if (!reviewKeys.every((key) => Object.hasOwn(value, key))) return null;
  if (Object.keys(value).length !== reviewKeys.length) return null;
  // `JSON.parse` takes the last of two equal keys: the text says how many there were.
  const keys = [...text.matchAll(TEXTS)].filter(([, colon]) => colon !== undefined);
  return keys.length === reviewKeys.length ? (value as Fields) : null;
}
