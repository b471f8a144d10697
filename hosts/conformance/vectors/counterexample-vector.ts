/** The vector of an example, where its requirement plays it as it is and the reference knows it. */
import type { Example } from '../example.js';
import { againstReference } from '../requirements/reference.js';
import { makeVector } from './make-vector.js';
import type { Vector } from './vector.js';

/** Null where a requirement makes something else of its example. */
export function counterexampleVector(requirement: string, example: Example): Vector | null {
  const isPlain = againstReference.some(({ id }) => id === requirement);
  return isPlain ? makeVector(example, requirement) : null;
}
