/**
 * What a plan can cause, told before it runs: each call with what is known of its arguments, and
 * what the Gate would say of it. Data only; a preview decides nothing.
 */
import type { ActionClass } from './action-class.js';
import type { ApprovalField } from './approval.js';
import type { Code } from './codes.js';
import type { Effect } from './declared-effect.js';
import type { Source } from './label.js';
import type { Step } from './plan.js';
import type { Denial, Obligation, StageName } from './verdict.js';

/** Where a value comes from that only a run can tell. */
export interface ValueOrigin {
  /** The step that makes it. */
  readonly step: string;
  readonly kind: Step['kind'];
}

/** An argument whose value only a run can tell. */
export interface UnknownArgument {
  readonly known: false;
  readonly pointer: string;
  readonly place: string;
  readonly from: readonly ValueOrigin[];
  /** Who may have written or chosen it, at most, before its tool's schema changes anything. */
  readonly mayCarry: readonly Source[];
}

/** An argument whose value is in the plan or in a fact, as an approver would see it. */
export type KnownArgument = ApprovalField & { readonly known: true };

export type PreviewArgument = KnownArgument | UnknownArgument;

/** What the Gate would say of a call; more than `depends` only where it is certain. */
export type Prediction =
  | { readonly outcome: 'allow' }
  | { readonly outcome: 'require_user'; readonly obligations: readonly Obligation[] }
  /** It is refused; where content may decide on it, the labels may refuse it first. */
  | { readonly outcome: 'deny'; readonly denial: Denial }
  | {
      readonly outcome: 'depends';
      /** The stages whose answer cannot be told. */
      readonly on: readonly StageName[];
      /** What is asked in any case, unless something denies. */
      readonly obligations: readonly Obligation[];
    }
  /** The run ends before the Gate is asked. */
  | { readonly outcome: 'stop'; readonly code: Code };

/** A tool, and what its calls do. */
export interface PreviewTool {
  readonly tool: string;
  readonly effect: Effect;
  readonly egress: boolean;
  readonly classes: readonly ActionClass[];
}

/** One call that the plan may make. */
export interface PreviewCall extends PreviewTool {
  readonly kind: 'call';
  /** As records name it; `*` stands for the number of an item that nobody knows yet. */
  readonly step: string;
  /** How often it may happen. */
  readonly atMost: number;
  /** Whether something that only the run can tell decides that it happens. */
  readonly isConditional: boolean;
  /** Whether every argument is known. */
  readonly isFixed: boolean;
  readonly args: readonly PreviewArgument[];
  /** Further deciders on whether it happens that only the run can tell. */
  readonly mayDecide: readonly Source[];
  readonly prediction: Prediction;
}

/** A sub-kernel: what its plan may do at most, with arguments that nobody knows. */
export interface PreviewSubkernel {
  readonly kind: 'subkernel';
  readonly step: string;
  readonly grant: readonly string[];
  readonly tools: readonly PreviewTool[];
}

export type PreviewEffect = PreviewCall | PreviewSubkernel;

/** Where a run of the plan ends for certain, and why. */
export interface PreviewStop {
  readonly step: string;
  readonly code: Code;
}
