/**
 * A plan that passed verification: the only kind that a session runs. Branded; made by `verifyPlan`
 * alone.
 */
import type { Plan } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';

let mint: (plan: Plan, digest: string) => VerifiedPlan;
let open: (plan: VerifiedPlan) => Plan;

export class VerifiedPlan {
  readonly #plan: Plan;
  /** SHA-256 of the plan. */
  readonly digest: string;

  private constructor(plan: Plan, digest: string) {
    this.#plan = plan;
    this.digest = digest;
    freeze(this);
  }

  static {
    mint = (plan, digest) => new VerifiedPlan(plan, digest);
    open = (plan) => {
      // INV-S1: a brand, not a shape.
      const isVerified = typeof plan === 'object' && plan !== null && #plan in plan;
      if (!isVerified)
        throw new KernelFault('plan_unverified', 'not a verified plan of this kernel');
      return plan.#plan;
    };
  }

  get steps(): Plan['steps'] {
    return this.#plan.steps;
  }
}
freeze(VerifiedPlan.prototype);
freeze(VerifiedPlan);

export { mint as mintVerifiedPlan, open as openPlan };
