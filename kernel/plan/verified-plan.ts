/**
 * A plan that passed verification: the only kind that a session runs. Branded; made by `verifyPlan`
 * alone.
 */
import type { Plan } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let mint: (plan: Plan, digest: string) => VerifiedPlan;
let open: (plan: VerifiedPlan) => Plan;

export class VerifiedPlan {
  readonly #plan: Plan;
  /** SHA-256 of the plan. */
  readonly digest: string;

  private constructor(key: object, plan: Plan, digest: string) {
    if (key !== minting)
      throw new KernelFault('plan_unverified', 'a plan that this kernel did not verify');
    this.#plan = plan;
    this.digest = digest;
    freeze(this);
  }

  static {
    mint = (plan, digest) => new VerifiedPlan(minting, plan, digest);
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
