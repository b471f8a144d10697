/** A perfect planner's plan for one task of a suite, and what a perfect parser reads on the way. */
import type { z } from 'zod';
import type { Json, PlannerContext, Step } from '../../schemas/index.js';

/** A schema that the plan names, and how a perfect parser fills it from a source. */
export interface Reading {
  readonly schema: z.ZodType;
  /**
   * Reads the source, by nothing but the source and the instruction; so whatever stands in the
   * answer stands in the source or follows from it.
   */
  readonly read: (source: Json, instruction: string) => Json;
}

/** A plan for a user task, written from its prompt and the catalogue alone. */
export interface TaskPlan {
  readonly task: string;
  readonly steps: readonly Step[];
  readonly final: string;
  /** By the name that `q_parse` steps use. */
  readonly readings?: Readonly<Record<string, Reading>>;
  /** What a perfect planner that has read content plans, where the task has a sub-kernel. */
  readonly childPlan?: (context: PlannerContext) => unknown;
}

/** The plans of a suite, in the order of their tasks. */
export type SuitePlans = readonly TaskPlan[];
