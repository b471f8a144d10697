/**
 * What a whole tree of sessions may still do (behaviour K-14). Consumed before, never refunded.
 * Upholds INV-L1.
 */
import type { Code, RunLimits } from '../../schemas/index.js';
import { RunStopped } from '../errors.js';

type Counter = 'steps' | 'effects' | 'parses' | 'modelCalls';

const bounds: Readonly<Record<Counter, readonly [keyof RunLimits, Code]>> = Object.freeze({
  steps: ['maxSteps', 'limit_steps'],
  effects: ['maxEffects', 'limit_effects'],
  parses: ['maxParses', 'limit_parses'],
  modelCalls: ['maxModelCalls', 'limit_model_calls'],
});

export class Budget {
  readonly limits: RunLimits;
  readonly #used: Record<Counter, number> = { steps: 0, effects: 0, parses: 0, modelCalls: 0 };

  constructor(limits: RunLimits) {
    this.limits = limits;
  }

  /** Takes one of a kind. @throws RunStopped with the `limit_*` code once the bound is reached */
  take(counter: Counter): void {
    const [key, code] = bounds[counter];
    const limit = this.limits[key];
    // INV-L1: counted before the work starts, over the whole tree.
    if (limit !== null && this.#used[counter] >= limit)
      throw new RunStopped(code, `${key} is ${limit}`);
    this.#used[counter] += 1;
  }

  /** Asks whether a sub-kernel may nest this deep. @throws RunStopped `limit_depth` */
  assertDepth(depth: number): void {
    const { maxDepth } = this.limits;
    if (maxDepth !== null && depth > maxDepth)
      throw new RunStopped('limit_depth', `maxDepth is ${maxDepth}`);
  }
}
