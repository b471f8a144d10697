/**
 * How many tools to offer: few where one ranks far above the next, many where the first ones are
 * close (behaviour T-13, T-14). Pure.
 */
import { ReasonerError } from '../errors.js';

/** Bounds of a choice. */
export interface KBounds {
  /** How many are offered where the ranking is sure, or says nothing. Default: 5. */
  readonly kMin: number;
  /** How many are offered where it is unsure. Default: 40. */
  readonly kMax: number;
}

/** Why it is that many. */
export type KReason = 'empty_query' | 'no_match' | 'confident' | 'unsure' | 'between';

export interface AdaptiveK {
  readonly k: number;
  /** From 0, nothing fits or the first two are equal, to 1, only one fits. */
  readonly confidence: number;
  readonly reason: KReason;
}

/** The bounds where nothing else is said (behaviour T-13). */
export const defaultBounds: KBounds = Object.freeze({ kMin: 5, kMax: 40 });

const SURE = 0.7;
const UNSURE = 0.3;

/**
 * Refuses bounds that are no whole numbers with `1 <= kMin <= kMax`.
 * @throws ReasonerError `config_malformed`
 */
export function assertBounds({ kMin, kMax }: KBounds): void {
  if (Number.isSafeInteger(kMin) && Number.isSafeInteger(kMax) && kMin >= 1 && kMax >= kMin) return;
  throw new ReasonerError('config_malformed', '`kMin` and `kMax`: whole, from 1, the first least');
}

/**
 * Chooses K for the scores of all candidates, in any order: never more than score at least 1, but
 * `kMin` of them where none does (behaviour T-13, T-14).
 * @throws ReasonerError `config_malformed` for bounds that are none
 */
export function adaptiveK(scores: readonly number[], bounds: KBounds = defaultBounds): AdaptiveK {
  assertBounds(bounds);
  const { first, second, positive } = topOf(scores);
  const { kMin, kMax } = bounds;
  if (first === 0) return { k: Math.min(kMin, scores.length), confidence: 0, reason: 'no_match' };
  const confidence = (first - second) / first;
  const capped = (k: number, reason: KReason): AdaptiveK => ({
    k: Math.min(k, positive),
    confidence,
    reason,
  });
  if (confidence >= SURE) return capped(kMin, 'confident');
  if (confidence <= UNSURE) return capped(kMax, 'unsure');
  const share = (SURE - confidence) / (SURE - UNSURE);
  return capped(Math.trunc(kMin + share * (kMax - kMin)), 'between');
}

interface Top {
  readonly first: number;
  readonly second: number;
  /** How many score at least 1. */
  readonly positive: number;
}

function topOf(scores: readonly number[]): Top {
  let first = 0;
  let second = 0;
  let positive = 0;
  for (const score of scores) {
    if (score < 1) continue;
    positive += 1;
    if (score > first) [first, second] = [score, first];
    else if (score > second) second = score;
  }
  return { first, second, positive };
}
