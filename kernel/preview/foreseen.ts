/**
 * A value as a preview knows it: whole, with its labels, as a run would make it; or only where it
 * comes from and who may have a say in it at most.
 */
import type { Source, ValueOrigin } from '../../schemas/index.js';
import { unionAll } from '../../schemas/index.js';
import { type Influence, influenceOf } from '../compute/influence.js';
import type { PlanningContext } from '../context/planning-context.js';
import { hasOwn } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';

/** A value that only a run can tell. */
export interface Unforeseen {
  readonly from: readonly ValueOrigin[];
  /** Whoever may have written or chosen any part of it: nobody else can be in its labels. */
  readonly may: Influence;
}

export type Foreseen = Labelled | Unforeseen;

/** Asks whether a value is known. */
export function isForeseen(value: Foreseen): value is Labelled {
  return hasOwn(value, 'tree');
}

/** Everybody who may have a say in a value. */
export function mayOf(value: Foreseen): Influence {
  return isForeseen(value) ? influenceOf(value.tree.flat) : value.may;
}

/** Everybody whose words a plan is made of. */
export function wordsOf({ planner, quoted, shape }: PlanningContext): Influence {
  return unionAll([planner, quoted, shape].map(influenceOf));
}

/** A value that one step makes of some others. */
export function unforeseen(
  origin: ValueOrigin,
  parts: readonly Foreseen[],
  ...others: readonly (readonly Source[])[]
): Unforeseen {
  return { from: [origin], may: unionAll([...parts.map(mayOf), ...others]) };
}
