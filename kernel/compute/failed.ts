/** A computation that has no answer. The reason says what was wrong, never with which value. */
import type { ComputeFunction } from '../../schemas/index.js';
import { RunStopped } from '../errors.js';

/** Makes the error that ends a run in which a function has no answer. */
export function computeFailed(fn: ComputeFunction, reason: string): RunStopped {
  return new RunStopped('compute_failed', `\`${fn}\`: ${reason}`);
}
