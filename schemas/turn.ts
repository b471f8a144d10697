/**
 * A session of plan fragments as a loop sees it: it proposes fragments and is told of handles,
 * never of values. Source: architecture sections 5 and 6; behaviour C9, C12, C34.
 */
import type { Code } from './codes.js';
import type { Step } from './plan.js';
import type { PlannerContext, PlanProblem } from './planner-context.js';
import type { PortCall } from './ports.js';
import type { Ref } from './reference.js';

/**
 * How long a value is as JSON text: nothing in it, at most 4,096 characters, at most 65,536, more.
 */
export const sizeBuckets = Object.freeze(['none', 'small', 'medium', 'large'] as const);
export type SizeBucket = (typeof sizeBuckets)[number];

/** `done` has a value; the Gate refused what was `denied`; `failed` is everything else. */
export const stepStatuses = Object.freeze(['done', 'denied', 'failed'] as const);
export type StepStatus = (typeof stepStatuses)[number];

/** What a root planner is told of a step that ran, in place of what came of it. */
export interface StepHandle {
  /** By this a later step refers to its value. */
  readonly step: string;
  readonly kind: Step['kind'];
  /** The tool, or the schema, whose output it has the shape of; null where the plan says. */
  readonly of: string | null;
  readonly status: StepStatus;
  readonly size: SizeBucket;
  /** Why it has no value. */
  readonly code: Code | null;
}

/** What a root planner may see in the course of a turn. */
export interface TurnContext extends PlannerContext {
  /** One for each step that ran, in order. */
  readonly handles: readonly StepHandle[];
}

/**
 * What became of a fragment. `rejected`: it was no plan, and nothing ran; `denied` and `failed`: it
 * ended at that step, and another fragment may follow; `over`: none may.
 */
export interface FragmentReport {
  readonly status: StepStatus | 'rejected' | 'over';
  /** Of its steps that ran. */
  readonly handles: readonly StepHandle[];
  readonly problems: readonly PlanProblem[];
  readonly code: Code | null;
}

/** What a model said, or the code of why it said nothing; `over`: nobody may be asked again. */
export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: Code; readonly isOver: boolean };

/** The planner's own words, or the value of a step. */
export type TurnAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly ref: Ref };

/** One run that takes its plan in fragments. */
export interface TurnSession {
  readonly run: string;
  /** What its planner may see now; of the tools only those named, where any are. */
  context(tools?: readonly string[]): TurnContext;
  /** Asks a model, within the limits of the run; it is shown `context`. */
  ask<T>(
    model: (context: TurnContext, call: PortCall) => Promise<T>,
    tools?: readonly string[],
  ): Promise<Asked<T>>;
  /** Verifies a fragment and runs it. */
  take(fragment: unknown): Promise<FragmentReport>;
}
