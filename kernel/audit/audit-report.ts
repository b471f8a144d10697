/** What a verification of an audit chain found. Types only. */
import type { AuditHead, CarriedOver, UnsettledCall } from '../../schemas/index.js';

/**
 * `edit`: a record does not fit its hash. `gap`, `reorder`, `duplicate`, `splice`: it does not
 * follow the one before. `malformed`: a line is no record. `torn`: the last lines are none.
 * `segment`: a segment names other torn bytes than those before it. `unadmitted`: a terminal record
 * without admission, or a resolution of a call that needs none. `head_mismatch`: the expected head
 * is not there. `checkpoint`: a checkpoint does not speak of the record before it. `signature`: one
 * is not signed by a key that was given. `unsigned`: there is none. `rewrite`: a record is not the
 * one that a kept checkpoint names. `cut_off`: a kept checkpoint names records that are not there.
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
  | 'head_mismatch'
  | 'checkpoint'
  | 'signature'
  | 'unsigned'
  | 'rewrite'
  | 'cut_off';

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

/** What checkpoints cover, where public keys were given. */
export interface SignedPart {
  /** Checkpoints that stand in the chain and verify. */
  readonly checkpoints: number;
  /** Kept checkpoints that the chain agrees with. */
  readonly kept: number;
  /** How many records, from the first, the last of these covers. */
  readonly records: number;
}

export interface AuditReport {
  readonly ok: boolean;
  /** How many lines are intact records. */
  readonly records: number;
  /** What the first record continues: the start of the chain, or what a store deleted before it. */
  readonly begins: AuditHead;
  /** What the next record would continue. */
  readonly head: AuditHead;
  /** What the last `file_started` record carried over; null if there is none. */
  readonly carried: CarriedOver | null;
  /** Hash of the first record, by which checkpoints name the chain; null if nobody knows it. */
  readonly origin: string | null;
  readonly segments: readonly AuditSegment[];
  /** The first 100 problems, in order of the lines. */
  readonly problems: readonly AuditProblem[];
  readonly problemCount: number;
  /** Calls that were admitted and have neither a terminal record nor a resolution. */
  readonly open: readonly OpenCall[];
  /** The same calls, and those that ended as uncertain and were not resolved. */
  readonly unsettled: readonly UnsettledCall[];
  /**
   * Null if the chain ends with a record, or if the text after the last one is too long to be a
   * torn write.
   */
  readonly tail: TornTail | null;
  /** How many records follow the expected head; null if it was not found or none was given. */
  readonly afterExpected: number | null;
  /** Null if no public key was given. */
  readonly signed: SignedPart | null;
}
