/** What a turn came to, and what it did on the way, for its host: never a value of a step. */
import type { Code, SizeBucket, StepStatus, TurnAnswer } from '../../schemas/index.js';
import type { CompletionUsage } from '../provider.js';

/** How a turn ends (behaviour T-6). */
export const turnKinds = Object.freeze([
  'answer',
  'cap_steps',
  'cap_same_executor',
  'error',
] as const);
export type TurnKind = (typeof turnKinds)[number];

/** An argument as the planner wrote it: a text, a number and so on, or a reference. */
export interface TurnArgument {
  readonly name: string;
  readonly value: unknown;
}

/** One reply of the model and what became of it. */
export interface TurnStep {
  /** From 1. */
  readonly step: number;
  /** The id of its plan step; null where none was made of it. */
  readonly id: string | null;
  /** What was called; null where the model answered in words. */
  readonly tool: string | null;
  readonly args: readonly TurnArgument[];
  /** `refused`: by the loop, before anything ran; `rejected` and `over`: by the session. */
  readonly status: StepStatus | 'refused' | 'rejected' | 'over' | 'answer';
  readonly code: Code | null;
  readonly size: SizeBucket;
  readonly text: string;
  readonly thinking: string | null;
  readonly usage: CompletionUsage;
  /** Milliseconds that the model took, and that the step took. */
  readonly modelMs: number;
  readonly runMs: number;
}

export interface TurnOutcome {
  readonly kind: TurnKind;
  /** Null unless the turn answered. */
  readonly answer: TurnAnswer | null;
  readonly code: Code | null;
  /** One sentence for the user where the turn did not answer; never a word of a tool. */
  readonly message: string | null;
  readonly steps: readonly TurnStep[];
}
