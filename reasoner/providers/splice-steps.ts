/**
 * Turns an honest plan into a hijacked one: what a planner would write that had been talked into
 * more.
 */

/** A plan before anybody verified it. */
export interface PlanDraft {
  readonly steps: readonly object[];
  readonly final: string;
}

interface Splice {
  /** Steps to put before all others. */
  readonly before?: readonly object[];
  /** Steps to put after all others; they may refer to any step of the plan. */
  readonly after?: readonly object[];
  /** Another final step. */
  readonly final?: string;
}

/** A copy of a plan with further steps spliced in; the plan itself stays as it was. */
export function spliceSteps(plan: PlanDraft, splice: Splice): PlanDraft {
  const { before = [], after = [], final = plan.final } = splice;
  return { steps: [...before, ...plan.steps, ...after], final };
}
