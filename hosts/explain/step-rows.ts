/** What stands where in the graph of a run: its steps in order, planned or called. Pure. */
import type { ExplainedCall, Explanation, PlannedStep } from './explained-run.js';

/** One row: a step of the plan with its calls, or a call that no planned step has. */
export interface StepRow {
  readonly step: string;
  /** Null where no plan was given, or where the plan has no such step. */
  readonly planned: PlannedStep | null;
  readonly calls: readonly ExplainedCall[];
}

/** A step of a map is `map.2.step` in a record, and `map.*.step` in its plan. */
export function plannedName(step: string): string {
  return step.replace(/\.\d+\./g, '.*.');
}

/** The rows of a run, in the order of the plan; calls of no planned step come last. */
export function stepRows({ run, planned }: Explanation): readonly StepRow[] {
  if (planned === null)
    return run.calls.map((call) => ({ step: call.step, planned: null, calls: [call] }));
  const steps = new Map(planned.steps.map((step) => [step.step, step]));
  const placeOf = ({ step }: ExplainedCall): string | null => {
    const name = steps.has(step) ? step : plannedName(step);
    return steps.has(name) ? name : null;
  };
  const rows = planned.steps.map((step) => ({
    step: step.step,
    planned: step,
    calls: run.calls.filter((call) => placeOf(call) === step.step),
  }));
  const others = run.calls
    .filter((call) => placeOf(call) === null)
    .map((call) => ({ step: call.step, planned: null, calls: [call] }));
  return [...rows, ...others];
}
