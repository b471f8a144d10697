/**
 * Label trees without laziness: a node for every part of a value, every change made everywhere at
 * once. The reference for schemas/label-tree.ts.
 */
import type { Json } from '../../schemas/index.js';
import { type NaiveLabel, naiveControl, naiveJoin } from './naive-label.js';

export interface NaiveTree {
  readonly own: NaiveLabel;
  /** Whether the label of the node is that of a shape, which decides on what it holds. */
  readonly shaped: boolean;
  readonly kids: ReadonlyMap<string, NaiveTree>;
}

/** Of a scalar. */
export const noKids: ReadonlyMap<string, NaiveTree> = new Map();

/** The parts of a value, by key or index as text. */
export function partsOf(value: Json): readonly (readonly [string, Json])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** One label for a value and all of its parts. */
export function naiveUniform(own: NaiveLabel, value: Json): NaiveTree {
  const all = (part: Json): NaiveTree => ({
    own,
    shaped: true,
    kids: new Map(partsOf(part).map(([key, kid]) => [key, all(kid)])),
  });
  if (typeof value !== 'object' || value === null) return { own, shaped: false, kids: noKids };
  return all(value);
}

/** A container of parts that have trees already. */
export function naiveBranch(own: NaiveLabel, kids: ReadonlyMap<string, NaiveTree>): NaiveTree {
  return { own, shaped: true, kids };
}

function naiveMap(tree: NaiveTree, change: (label: NaiveLabel) => NaiveLabel): NaiveTree {
  const kids = [...tree.kids].map(([key, kid]) => [key, naiveMap(kid, change)] as const);
  return { own: change(tree.own), shaped: tree.shaped, kids: new Map(kids) };
}

/** Adds control to every part. */
export function naiveLift(tree: NaiveTree, control: Iterable<string>): NaiveTree {
  const added = [...control];
  return naiveMap(tree, (label) => naiveControl(label, added));
}

/** Joins a label into every part. */
export function naiveJoinTree(tree: NaiveTree, label: NaiveLabel): NaiveTree {
  return naiveMap(tree, (own) => naiveJoin(own, label));
}

/** A part as it stands; undefined if there is none. */
export function naiveKid(tree: NaiveTree, key: string | number): NaiveTree | undefined {
  return tree.kids.get(`${key}`);
}

/** A part as it is selected: who shaped the container decided on it. */
export function naiveSelect(tree: NaiveTree, key: string | number): NaiveTree | undefined {
  const kid = naiveKid(tree, key);
  return kid && naiveLift(kid, [...tree.own.sources, ...tree.own.control]);
}

/** The join of all parts; shapes count as control of what they hold. */
export function naiveFlat(tree: NaiveTree): NaiveLabel {
  const own = tree.shaped ? naiveControl(tree.own, tree.own.sources) : tree.own;
  return [...tree.kids.values()].reduce((flat, kid) => naiveJoin(flat, naiveFlat(kid)), own);
}
