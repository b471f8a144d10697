/** What came of a story: the plan, the decisions of the Gate, what really arrived. Types only. */
import type {
  Outcome as Answer,
  Code,
  Label,
  RunStatus,
  StageName,
  Step,
} from '../schemas/index.js';

/** One decision of the Gate. */
export interface Decision {
  readonly tool: string;
  /** The stage that ended it; `admission` for an allow, the last of them. */
  readonly stage: StageName;
  readonly outcome: Answer;
  readonly code: Code | null;
  readonly reason: string;
  /** By argument, and of the decision to act. */
  readonly labels: Readonly<Record<string, Label>>;
  /** Arguments that a rule of the host let out in spite of their label, and the rule. */
  readonly releases: readonly { readonly argument: string; readonly rule: string }[];
}

/** One mail that the mail server took, for one recipient. */
export interface ArrivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Outcome {
  readonly name: string;
  readonly status: RunStatus;
  /** Why the run did not commit. */
  readonly code: Code | null;
  readonly mend: string | null;
  /** The plan that was followed; no steps if none passed verification. */
  readonly plan: readonly Step[];
  /** SHA-256 of that plan. */
  readonly digest: string | null;
  /** Plans that sub-kernels followed, in order. */
  readonly innerPlans: readonly (readonly Step[])[];
  readonly decisions: readonly Decision[];
  readonly delivered: readonly ArrivedMail[];
  /** URLs that the web was asked for. */
  readonly requested: readonly string[];
  readonly audit: AuditSummary;
}

export interface AuditSummary {
  readonly records: number;
  /** Hash of the last record. */
  readonly head: string;
  /** Whether the chain, read back, verifies up to that head. */
  readonly intact: boolean;
}
