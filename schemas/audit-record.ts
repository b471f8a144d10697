/**
 * Audit records: append-only, hash-chained, payload-free (digests and labels, no values). One line
 * of JSON each; `hash` is the SHA-256 of everything before it in the line, `prev` the hash of the
 * line before.
 */
import type { Checkpoint } from './checkpoint.js';
import type { Code } from './codes.js';
import type { Judgement } from './judgement.js';
import type { Label } from './label.js';
import type { ReviewReason } from './review.js';
import type { Outcome, RefusedEdge, RulesNote, StageName } from './verdict.js';

export const AUDIT_VERSION = 1;
/** The `prev` of a chain's first record. */
export const GENESIS = '0'.repeat(64);

/**
 * Longest text of a record's data, in UTF-16 code units: in UTF-8, and with the rest of its line,
 * it is shorter than the longest line.
 */
export const MAX_RECORD_TEXT = 2_097_152;
/** Longest line that a store writes and that is read back as a record, in bytes. */
export const MAX_RECORD_LINE = 8_388_608;

export interface AnswerSummary {
  readonly stage: StageName;
  readonly outcome: Outcome;
  /** Of the judge only: what it found, without its notes. */
  readonly judgement?: Omit<Judgement, 'notes'>;
  /** Of the rules only, where more than a default spoke. */
  readonly rules?: RulesNote;
  /** Of a reviewer only: what it found, without its words. */
  readonly review?: ReviewReason;
  /** Of one that requires the user: what it asks about, the first few; without its words. */
  readonly asks?: readonly RecordedQuestion[];
}

/** A rule that asks, and the argument that it asks about, if it is about one. */
export interface RecordedQuestion {
  readonly rule: string;
  readonly argument: string | null;
}

/** A call that was admitted and that nobody knows to have happened, or not to have. */
export interface UnsettledCall {
  readonly run: string;
  readonly call: string;
  /** Sequence number of its admission record, and when that was written. */
  readonly seq: number;
  readonly at: number;
  readonly step: string;
  readonly tool: string;
  /** `open`: no terminal record; `uncertain`: one that says so. */
  readonly state: 'open' | 'uncertain';
  /** Keyed digest of its idempotency key: with that key it may be made again; null without one. */
  readonly idempotency: string | null;
  /** How the tool settled after the run had given up on it; null if nobody heard of it. */
  readonly late: 'resolved' | 'rejected' | null;
}

/** What the first record of a store's next file carries over from the files before it. */
export interface CarriedOver {
  /** Hash of the chain's first record. */
  readonly origin: string;
  /** Sequence number of the oldest record that the store still keeps. */
  readonly kept: number;
  readonly unsettled: readonly UnsettledCall[];
}

/** What a record says, by kind; keys are written in the order given here. */
export type AuditBody =
  | {
      readonly kind: 'segment_started';
      readonly data: { readonly torn: string | null; readonly bytes: number };
    }
  | {
      /**
       * First in each file of a store but the first: it continues `prev`, the last of the file
       * before.
       */
      readonly kind: 'file_started';
      readonly data: CarriedOver;
    }
  | {
      readonly kind: 'run_started';
      readonly data: { readonly query: string; readonly depth: number };
    }
  | {
      readonly kind: 'plan_verified';
      /** `plan`: the keyed digest of the plan's SHA-256. */
      readonly data: { readonly plan: string; readonly steps: number };
    }
  | {
      /** Written before the effect. An effect without one never ran. */
      readonly kind: 'admission';
      readonly data: {
        readonly step: string;
        readonly tool: string;
        readonly definition: string;
        readonly args: string;
        /** Keyed digest of the idempotency key; left out where the call has none. */
        readonly idempotency?: string;
        readonly labels: Readonly<Record<string, Label>>;
        readonly answers: readonly AnswerSummary[];
        readonly policy: string;
      };
    }
  | {
      readonly kind: 'terminal';
      readonly data: {
        readonly outcome: EffectOutcome;
        readonly output: 'valid' | 'invalid' | null;
        readonly code: Code | null;
        readonly result: string | null;
      };
    }
  | {
      readonly kind: 'denial';
      readonly data: {
        readonly step: string;
        readonly tool: string;
        readonly args: string | null;
        readonly stage: StageName;
        readonly code: Code;
        /** Where the rules refused it: which. */
        readonly rules?: RulesNote;
        /** Where provenance refused it: the flow. */
        readonly edge?: RefusedEdge;
        /** Left out by earlier versions, as is `answers`. */
        readonly labels?: Readonly<Record<string, Label>>;
        readonly answers?: readonly AnswerSummary[];
      };
    }
  | {
      readonly kind: 'release';
      readonly data: {
        readonly argument: string;
        readonly rule: string;
        readonly declassifier: 'policy' | 'opaque';
        readonly releases: 'all' | 'control';
        readonly label: Label;
      };
    }
  | {
      readonly kind: 'ruling';
      readonly data: {
        readonly approval: string;
        readonly decision: 'allow' | 'deny';
        readonly approver: string;
        /** The face it came through; null where nobody said. */
        readonly source: string | null;
        /** Whether a registered approver signed it, where that was asked for. */
        readonly isSigned: boolean;
        /** How many approvers it took. */
        readonly of: number;
        readonly args: string;
        /** Everything that the request said. */
        readonly request: string;
      };
    }
  | {
      readonly kind: 'late_result';
      readonly data: { readonly settled: 'resolved' | 'rejected' };
    }
  | {
      /** Somebody looked whether a call happened that nobody saw end. */
      readonly kind: 'resolution';
      /** `by`: who says so, as the command was told; nobody checks it. */
      readonly data: { readonly outcome: 'happened' | 'did_not'; readonly by: string };
    }
  | {
      /** Of the record right before it. */
      readonly kind: 'checkpoint';
      readonly data: Checkpoint;
    }
  | {
      /** A run that needed a ruling was stored; written before anything of it is. */
      readonly kind: 'run_suspended';
      readonly data: {
        readonly suspension: string;
        /** The step whose call asked. */
        readonly step: string;
        /** Keyed digest of what is stored. */
        readonly stored: string;
        /** Milliseconds since the epoch. */
        readonly expiresAt: number;
      };
    }
  | {
      /** A stored run goes on: it is claimed, and nothing of it has run since. */
      readonly kind: 'run_resumed';
      readonly data: { readonly suspension: string; readonly stored: string };
    }
  | {
      readonly kind: 'run_ended';
      readonly data: { readonly status: string; readonly effects: number };
    };

/** `withdrawn`: admitted, then denied by the second decision; the tool was not called. */
export type EffectOutcome = 'committed' | 'failed' | 'uncertain' | 'withdrawn';

export type AuditKind = AuditBody['kind'];

/** One record as it stands in the chain. */
export type AuditRecord = AuditBody & {
  readonly v: typeof AUDIT_VERSION;
  readonly seq: number;
  readonly prev: string;
  /** Milliseconds since the epoch, as the clock port gave them. */
  readonly at: number;
  readonly run: string;
  readonly call: string | null;
  readonly hash: string;
};

/** The last record of a chain: what the next one continues. */
export interface AuditHead {
  /** Sequence number of the next record. */
  readonly seq: number;
  /** Hash of the last record, or GENESIS. */
  readonly hash: string;
}
