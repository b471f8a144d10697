/**
 * Permits: one-shot, bound to one call object, minted by the Gate alone (rule
 * `permit-has-two-users`). Upholds INV-B3: one allow pays for exactly one effect.
 */
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import type { EffectCall } from './call.js';

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let mint: (call: EffectCall) => Permit;
let spend: (permit: Permit, call: EffectCall) => string;

export class Permit {
  readonly #call: EffectCall;
  #spent = false;
  /** Joins the allow and the effect in the trace. */
  readonly id: string;

  private constructor(key: object, call: EffectCall) {
    if (key !== minting) throw new KernelFault('permit_foreign', 'a permit is made by the gate');
    this.#call = call;
    this.id = `permit.${call.id}`;
    freeze(this);
  }

  static {
    mint = (call) => new Permit(minting, call);
    spend = (permit, call) => {
      const isPermit = typeof permit === 'object' && permit !== null && #spent in permit;
      if (!isPermit) throw new KernelFault('permit_foreign', 'not a permit of this kernel');
      // INV-B3: bound to the very object that was decided on, and good for once.
      if (permit.#call !== call)
        throw new KernelFault('permit_foreign', 'a permit of another call');
      if (permit.#spent) throw new KernelFault('permit_spent', 'a permit that was spent');
      permit.#spent = true;
      return permit.id;
    };
  }
}
freeze(Permit.prototype);
freeze(Permit);

export { mint as mintPermit, spend as spendPermit };
