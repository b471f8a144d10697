/**
 * What a whole tree of sessions may still do (behaviour K-14). Consumed before, never refunded.
 * Upholds INV-L1.
 */
import type { Code, RunLimits } from '../../schemas/index.js';
import { RunStopped } from '../errors.js';
import type { UsedLimits } from '../suspension/suspended-run.js';

type Counter = keyof UsedLimits;

const nothingUsed: UsedLimits = Object.freeze({ steps: 0, effects: 0, parses: 0, modelCalls: 0 });

const bounds: Readonly<Record<Counter, readonly [keyof RunLimits, Code]>> = Object.freeze({
  steps: ['maxSteps', 'limit_steps'],
  effects: ['maxEffects', 'limit_effects'],
  parses: ['maxParses', 'limit_parses'],
  modelCalls: ['maxModelCalls', 'limit_model_calls'],
});

export class Budget {
  readonly limits: RunLimits;
  readonly #used: Record<Counter, number>;

  constructor(limits: RunLimits, used: UsedLimits = nothingUsed) {
    this.limits = limits;
    const { steps, effects, parses, modelCalls } = used;
    this.#used = { steps, effects, parses, modelCalls };
  }

  /** What is used, without that of a call which has only asked. */
  usedWithout({ steps, effects }: Pick<UsedLimits, 'steps' | 'effects'>): UsedLimits {
    const used = this.#used;
    return { ...used, steps: used.steps - steps, effects: used.effects - effects };
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
