/**
 * A run that ended at a question, as its host holds it: opaque, good for one store, once. Made by
 * the run itself. Upholds INV-U6.
 */
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import type { SuspendedRun } from './suspended-run.js';

/** What a suspension is of. */
export interface SuspensionParts {
  readonly engine: object;
  readonly step: string;
  /** Why the run cannot be taken up there; null if it can. */
  readonly obstacle: string | null;
  /** The run as it stands once it has ended. */
  readonly capture: () => SuspendedRun;
}

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let mint: (parts: SuspensionParts) => Suspension;
let take: (suspension: unknown, engine: object) => SuspendedRun;

/** What is left of a run that needs a ruling. */
export class Suspension {
  readonly #parts: SuspensionParts;
  #isTaken = false;

  private constructor(key: object, parts: SuspensionParts) {
    if (key !== minting)
      throw new KernelFault('suspension_impossible', 'a suspension is made by a run');
    this.#parts = parts;
    freeze(this);
  }

  static {
    mint = (parts) => new Suspension(minting, parts);
    take = (suspension, engine) => {
      const isOurs = typeof suspension === 'object' && suspension !== null && #parts in suspension;
      if (!isOurs) return impossible('not a suspension of this kernel');
      const { engine: own, obstacle, capture } = suspension.#parts;
      if (own !== engine) return impossible('a suspension of another kernel');
      if (obstacle !== null) return impossible(obstacle);
      // INV-U6: stored twice, a run could be taken up twice.
      if (suspension.#isTaken) return impossible('the run is stored already');
      suspension.#isTaken = true;
      return capture();
    };
  }

  /** The step of the plan at which the run asked. */
  get step(): string {
    return this.#parts.step;
  }

  /** Why the run cannot be stored; null if it can. */
  get obstacle(): string | null {
    return this.#parts.obstacle;
  }
}
freeze(Suspension.prototype);
freeze(Suspension);

export { mint as mintSuspension, take as takeSuspension };

/** @throws KernelFault `suspension_impossible`, always */
export function impossible(why: string): never {
  throw new KernelFault('suspension_impossible', why);
}
