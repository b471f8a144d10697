/** A requirement that does not hold of a subject, in one sentence; its example is beside it. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** @throws Violation */
export function ensure(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Violation(otherwise);
}
