/** Walks a dotted path through a value and its labels; every container passed counts as control. */
import {
  isJsonList,
  isJsonObject,
  isReservedKey,
  type Json,
  type LabelTree,
  selectTree,
} from '../../schemas/index.js';
import { hasOwn } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';

const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** The value under a path; undefined where it has no such part. */
export function partAt(base: Labelled, path: string | undefined): Labelled | undefined {
  if (path === undefined) return base;
  let { value, tree } = base;
  for (const part of path.split('.')) {
    const next = partOf(value, part);
    if (next === undefined || isReservedKey(part)) return undefined;
    tree = selectTree(tree, part);
    value = next;
  }
  return { value, tree };
}

/** Asks whether a path picks an item of a list by its place. */
export function isPlaced(base: Json, path: string | undefined): boolean {
  let value: Json | undefined = base;
  for (const part of path?.split('.') ?? []) {
    if (value === undefined) return false;
    if (isJsonList(value)) return true;
    value = partOf(value, part);
  }
  return false;
}

/** The part of a container under one name or index. */
export function partOf(value: Json, part: string): Json | undefined {
  if (isJsonList(value)) return INDEX.test(part) ? value[Number(part)] : undefined;
  return isJsonObject(value) && hasOwn(value, part) ? value[part] : undefined;
}

/** The field that counts of an item; where it has none, nothing, labelled like the item. */
export function fieldOf(item: Labelled, by: string | undefined): Labelled {
  return partAt(item, by) ?? { value: null, tree: shapeOf(item.tree) };
}

function shapeOf(tree: LabelTree): LabelTree {
  return Object.freeze({
    own: tree.flat,
    kids: null,
    flat: tree.flat,
    lift: tree.lift,
    shaped: false,
  });
}
