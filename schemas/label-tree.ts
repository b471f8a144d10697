/**
 * Labels of structured values: one per field and list item, and one for each container's shape
 * (length, key names, order). Pure. A node without kids is uniform: its label holds for everything
 * below it.
 */
import { isJsonList, isJsonObject, type Json } from './json.js';
import { joinLabel, joinLabels, type Label, type Source, union, withControl } from './label.js';

export interface LabelTree {
  /** Of a scalar: its label. Of a container: the label of its shape. */
  readonly own: Label;
  readonly kids: null | readonly LabelTree[] | LabelFields;
  /** The join of everything at and below this node; shapes count as control of what they hold. */
  readonly flat: Label;
  /** Control added by selection to this node and all below it. */
  readonly lift: readonly Source[];
  /** Whether the value is a container, so that its shape counts as control. */
  readonly shaped: boolean;
}

/**
 * Fields of a container by name; without a prototype, so that no inherited name is ever a field.
 */
export type LabelFields = { readonly [key: string]: LabelTree };

const NONE: readonly string[] = Object.freeze([]);

/** Makes the tree of a value whose every part carries one label. */
export function uniformTree(own: Label, isContainer: boolean): LabelTree {
  const flat = isContainer ? withControl(own, own.sources) : own;
  return Object.freeze({ own, kids: null, flat, lift: NONE, shaped: isContainer });
}

/** Makes the tree of a container from its shape label and the trees of its items or fields. */
export function branchTree(shape: Label, kids: readonly LabelTree[] | LabelFields): LabelTree {
  const parts: Label[] = [];
  if (Array.isArray(kids)) {
    for (const kid of kids) parts.push(kid.flat);
  } else {
    const fields = kids as LabelFields;
    for (const key in fields) parts.push((fields[key] as LabelTree).flat);
  }
  const flat = joinLabels(withControl(shape, shape.sources), parts);
  return Object.freeze({ own: shape, kids: Object.freeze(kids), flat, lift: NONE, shaped: true });
}

/** Adds control to a node and, lazily, to everything below it. */
export function liftTree(tree: LabelTree, control: readonly Source[]): LabelTree {
  const lift = union(tree.lift, control);
  const own = withControl(tree.own, control);
  const flat = withControl(tree.flat, control);
  if (lift === tree.lift && own === tree.own && flat === tree.flat) return tree;
  return Object.freeze({ own, kids: tree.kids, flat, lift, shaped: tree.shaped });
}

/**
 * Takes a part of a container as it stands inside it: its own labels, without the container's
 * shape.
 */
export function kidTree(tree: LabelTree, key: string | number): LabelTree {
  if (tree.kids === null) return uniformTree(tree.own, true);
  const kid = Array.isArray(tree.kids) ? tree.kids[Number(key)] : (tree.kids as LabelFields)[key];
  return kid === undefined ? uniformTree(tree.flat, true) : liftTree(kid, tree.lift);
}

/** Selects a part of a container: its own sources, and the container's shape as control. */
export function selectTree(tree: LabelTree, key: string | number): LabelTree {
  // INV-P16: whoever shaped the container had a part in what is found there.
  return liftTree(kidTree(tree, key), union(tree.own.sources, tree.own.control));
}

/** Joins a label into every part of a tree. */
export function joinTree(tree: LabelTree, label: Label): LabelTree {
  const own = joinLabel(tree.own, label);
  if (tree.kids === null) return uniformTree(own, tree.shaped);
  return branchTree(
    own,
    mapKids(tree.kids, (kid) => joinTree(liftTree(kid, tree.lift), label)),
  );
}

function mapKids(
  kids: readonly LabelTree[] | LabelFields,
  change: (kid: LabelTree) => LabelTree,
): readonly LabelTree[] | LabelFields {
  if (Array.isArray(kids)) return kids.map(change);
  const fields = kids as LabelFields;
  const out: Record<string, LabelTree> = Object.setPrototypeOf({}, null);
  for (const key in fields) out[key] = change(fields[key] as LabelTree);
  return out;
}

/**
 * Asks whether a tree has the shape of a value: kids only where the value has parts, and one for
 * each.
 */
export function isTreeOf(tree: LabelTree, value: Json): boolean {
  if (tree.kids === null) return true;
  if (isJsonList(value)) {
    const { kids } = tree;
    if (!Array.isArray(kids) || kids.length !== value.length) return false;
    return value.every((item, i) => isTreeOf(kids[i] as LabelTree, item));
  }
  if (!isJsonObject(value) || Array.isArray(tree.kids)) return false;
  const kids = tree.kids as LabelFields;
  const keys = Object.keys(value);
  return (
    keys.length === Object.keys(kids).length &&
    keys.every((key) => {
      const kid = kids[key];
      return kid !== undefined && isTreeOf(kid, value[key] as Json);
    })
  );
}
