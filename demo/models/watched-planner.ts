/** Keeps what a planner wrote, so that a story can show the plan that was followed. */
import { type Plan, type Planner, planSchema } from '../../schemas/index.js';

export interface WatchedPlanner extends Planner {
  /** The last plan of the root planner; undefined if it wrote none. */
  rootPlan(): Plan | undefined;
  /** The plans of planners that read content, in order. */
  innerPlans(): readonly Plan[];
}

/** Wraps a planner without changing what it is asked or what it answers. */
export function watchedPlanner(planner: Planner): WatchedPlanner {
  let root: Plan | undefined;
  const inner: Plan[] = [];
  return {
    async plan(context, call) {
      const written = await planner.plan(context, call);
      const plan = planSchema.safeParse(written).data;
      if (context.content === undefined) root = plan;
      else if (plan !== undefined) inner.push(plan);
      return written;
    },
    rootPlan: () => root,
    innerPlans: () => [...inner],
  };
}
