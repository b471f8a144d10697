/** What a verification of an audit chain found. Types only. */
import type { AuditHead } from '../../schemas/index.js';

/**
 * `edit`: a record does not fit its hash. `gap`, `reorder`, `duplicate`, `splice`: it does not
 * follow the one before. `malformed`: a line is no record. `torn`: the last lines are none.
 * `segment`: a segment names other torn bytes than those before it. `unadmitted`: a terminal record
 * without admission. `head_mismatch`: the expected head is not there.
 */
export type AuditProblemKind =
  | 'edit'
  | 'gap'
  | 'reorder'
  | 'duplicate'
  | 'splice'
  | 'malformed'
  | 'torn'
  | 'segment'
  | 'unadmitted'
  | 'head_mismatch';

export interface AuditProblem {
  /** From 1; 0 if the chain has no line. */
  readonly line: number;
  readonly kind: AuditProblemKind;
  /** Holds line and sequence numbers, never content. */
  readonly message: string;
}

/** A stretch of records that no torn tail interrupts. */
export interface AuditSegment {
  /** The line of its first record, from 1. */
  readonly line: number;
  /** SHA-256 of the torn text before it; null if nothing was torn. */
  readonly torn: string | null;
  /** Length of the torn text in UTF-8; 0 if nothing was torn. */
  readonly bytes: number;
}

/** The text after the last record, as a `segment_started` record has to name it. */
export interface TornTail {
  readonly torn: string;
  readonly bytes: number;
}

export interface OpenCall {
  readonly run: string;
  readonly call: string;
}

export interface AuditReport {
  readonly ok: boolean;
  /** How many lines are intact records. */
  readonly records: number;
  /** What the next record would continue. */
  readonly head: AuditHead;
  readonly segments: readonly AuditSegment[];
  /** The first 100 problems, in order of the lines. */
  readonly problems: readonly AuditProblem[];
  readonly problemCount: number;
  /** Calls that were admitted and have no terminal record. */
  readonly open: readonly OpenCall[];
  /**
   * Null if the chain ends with a record, or if the text after the last one is too long to be a
   * torn write.
   */
  readonly tail: TornTail | null;
  /** How many records follow the expected head; null if it was not found or none was given. */
  readonly afterExpected: number | null;
}
