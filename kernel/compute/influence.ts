/**
 * Who had a say in a value: what a choice made with it puts into the control of what was chosen.
 * Pure. Upholds INV-P21.
 */
import { type Label, type LabelTree, type Source, union, unionAll } from '../../schemas/index.js';

export type Influence = readonly Source[];

/** Nobody. */
export const nobody: Influence = Object.freeze([]);

/** Everybody who wrote or chose a value with this label. */
export function influenceOf(label: Label): Influence {
  return union(label.sources, label.control);
}

/** Everybody who had a say in any of these trees. */
export function influenceOfAll(trees: readonly LabelTree[]): Influence {
  return unionAll(trees.map((tree) => influenceOf(tree.flat)));
}
