/**
 * The graded judge: what it is told, what it found, and the verdict that comes of guard and judge
 * together (behaviour V-4 to V-10). Shapes only.
 */
import type { Code } from './codes.js';
import type { Json, JsonObject } from './json.js';
import type { JudgeKind } from './judgement.js';
import type { Outcome } from './verdict.js';

/** What a model that judges is told: names and keys, never a value. */
export interface JudgeRequest {
  readonly intent: string;
  readonly tool: string;
  /** Top-level keys of the arguments, sorted. */
  readonly argsKeys: readonly string[];
  /** Whether the call can do harm outside; null if unknown. */
  readonly critical: boolean | null;
  readonly capability: string | null;
  readonly step: string | null;
}

/** What a model that judges answers. */
export interface JudgeAnswer {
  /** From 0 to 1. */
  readonly score: number;
  /** At most 200 characters, for the log alone. */
  readonly reason: string;
  /** The model gave nothing usable. */
  readonly degraded: boolean;
}

/** What is known beside the arguments: `mode`, `capability`, `step`, `critical`, and more. */
export type JudgeContext = JsonObject;

/**
 * One answer of guard and judge. Its first six fields are named as behaviour V-6 names them;
 * `approved` is what the judge says, `outcome` what the caller must do.
 */
export interface JudgeVerdict {
  readonly approved: boolean;
  readonly reason: string;
  /** Seconds since the epoch. */
  readonly ts: number;
  readonly judge_kind: JudgeKind;
  readonly score: number;
  readonly blocked_by: 'guard' | 'judge' | null;
  /** Approved only because a model gave nothing usable: ask the user. */
  readonly degraded: boolean;
  readonly outcome: Outcome;
  /** Why it was refused; null where it was not. */
  readonly code: Code | null;
}

/** What a log of verdicts is told: keys, never values. */
export interface VerdictEntry {
  readonly verdict: JudgeVerdict;
  readonly intent: string;
  readonly tool: string;
  readonly argsKeys: readonly string[];
  readonly contextKeys: readonly string[];
}

/** The top-level keys of a record, sorted by code units; none for anything else. */
export function sortedKeys(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).sort();
}
