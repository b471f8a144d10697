/**
 * One run as its audit records tell it: what was decided of each call, and why. Labels, codes,
 * names and digests; no value. Types only. Every text in it comes from a record and is untrusted:
 * whoever shows it makes it visible and escapes it.
 */
import type { Label } from '../../schemas/index.js';

/** How one stage answered. */
export interface ExplainedAnswer {
  readonly stage: string;
  readonly outcome: string;
  /** The rules that decided, where it names any. */
  readonly rules: readonly string[];
  /** What it went by: rules, a score, the reason of a reviewer; empty where it does not say. */
  readonly by: readonly string[];
  /** What it wants the user to say: a rule, and the argument that it is about, if there is one. */
  readonly asks: readonly { readonly rule: string; readonly argument: string | null }[];
}

/** An argument, or `decision` for the choice to act, and its label. */
export interface ExplainedArgument {
  readonly argument: string;
  readonly label: Label;
}

/** The one flow that was refused. */
export interface ExplainedEdge {
  readonly argument: string;
  /** What was wrong with it, in a code. */
  readonly failure: string;
  /** Whom the call discloses its arguments to, by one word. */
  readonly discloses: string;
  /** Null where the record does not hold it. */
  readonly label: Label | null;
}

export interface ExplainedDenial {
  readonly stage: string;
  readonly code: string;
  /** Null for a code that this version does not know. */
  readonly mend: string | null;
  /** Rules that refused it. */
  readonly rules: readonly string[];
  /** Of a refusal by provenance; null elsewhere, and in records of earlier versions. */
  readonly edge: ExplainedEdge | null;
}

export interface ExplainedRelease {
  readonly argument: string;
  readonly rule: string;
  readonly declassifier: string;
  readonly releases: string;
}

export interface ExplainedRuling {
  readonly decision: string;
  readonly approver: string;
  readonly source: string | null;
  readonly isSigned: boolean;
}

export interface ExplainedEnd {
  readonly outcome: string;
  readonly output: string | null;
  readonly code: string | null;
}

/** `refused`: there is a denial; `admitted`: there is an admission; `unknown`: neither. */
export type CallVerdict = 'refused' | 'admitted' | 'unknown';

/** One call, in the order of its first record. */
export interface ExplainedCall {
  readonly call: string;
  readonly step: string;
  readonly tool: string;
  /** Of its first record and its last, in milliseconds since the epoch; null where none says. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly verdict: CallVerdict;
  readonly arguments: readonly ExplainedArgument[];
  readonly answers: readonly ExplainedAnswer[];
  /** Whether some stage wanted somebody to rule. */
  readonly wasAsked: boolean;
  readonly policy: string | null;
  readonly releases: readonly ExplainedRelease[];
  readonly rulings: readonly ExplainedRuling[];
  readonly denial: ExplainedDenial | null;
  /** How the effect ended; null where it was refused, or where nobody saw it end. */
  readonly end: ExplainedEnd | null;
  /** How the tool settled after the run had given up on it. */
  readonly late: string | null;
  /** What somebody found who looked whether it happened. */
  readonly resolution: { readonly outcome: string; readonly by: string } | null;
}

/** The run was stored at a question, or taken up out of the store. */
export interface ExplainedPause {
  readonly kind: 'suspended' | 'resumed';
  readonly at: number | null;
  /** The step that asked; null of a run that was taken up. */
  readonly step: string | null;
}

export interface ExplainedRun {
  readonly run: string;
  /** Milliseconds since the epoch; null where no record says. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Null where no record ends it: it still runs, or its process was ended. */
  readonly status: string | null;
  /** Keyed digests of the plans that were verified, and how many steps each has. */
  readonly plans: readonly { readonly digest: string; readonly steps: number | null }[];
  /** In their order; empty for a run that went through in one process. */
  readonly pauses: readonly ExplainedPause[];
  readonly calls: readonly ExplainedCall[];
  /** Records that were read, and those that are not of a shape that this version knows. */
  readonly records: number;
  readonly unread: number;
  /** Whether it has more records than are read. */
  readonly isCut: boolean;
}

/** What a plan says of one step: where its values come from. */
export interface PlannedStep {
  /** As records name it; `*` stands for the item of a map. */
  readonly step: string;
  readonly kind: string;
  /** Its tool, schema or function; empty where it has none. */
  readonly what: string;
  readonly from: readonly DataEdge[];
}

/** A value of an earlier step that goes into a later one. */
export interface DataEdge {
  readonly step: string;
  /** The argument that it goes into. */
  readonly argument: string;
  /** Which part of it; empty for the whole. */
  readonly path: string;
}

/**
 * Whether the steps are those that ran: `same` by the keyed digest of the plan, `other` if the
 * records name another plan, `unchecked` with the reason; `recorded` for steps of a log of turns.
 */
export type StepsCheck =
  | { readonly kind: 'same' | 'other' | 'recorded' }
  | { readonly kind: 'unchecked'; readonly why: string };

/** The steps of a plan or of a turn, beside the records. */
export interface PlannedSteps {
  readonly check: StepsCheck;
  readonly steps: readonly PlannedStep[];
  readonly isCut: boolean;
}

/** Whether the chain of the file holds: what a broken one says is worth nothing. */
export interface ChainWord {
  readonly ok: boolean;
  readonly problemCount: number;
  /** The first few, one sentence each. */
  readonly problems: readonly string[];
}

export interface Explanation {
  readonly chain: ChainWord;
  readonly run: ExplainedRun;
  readonly planned: PlannedSteps | null;
}
