/** Lists and records of labelled parts, and the fields that their items are ordered by. Pure. */
import {
  branchTree,
  type Json,
  type Label,
  type LabelTree,
  withControl,
} from '../../schemas/index.js';
import { createRecord, freeze } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import type { ComputeCall, Items } from './call.js';
import { orderOf } from './condition.js';
import { computeFailed } from './failed.js';
import { type Influence, influenceOfAll } from './influence.js';
import { fieldOf } from './path.js';

/** A list of labelled items under a shape. */
export function listOf(shape: Label, items: readonly Labelled[]): Labelled {
  const trees = items.map(({ tree }) => tree);
  return { value: freeze(items.map(({ value }) => value)), tree: branchTree(shape, trees) };
}

/** A record of labelled fields under a shape. */
export function recordFrom(shape: Label, fields: Readonly<Record<string, Labelled>>): Labelled {
  const value: Record<string, Json> = createRecord();
  const kids: Record<string, LabelTree> = createRecord();
  for (const key in fields) {
    const field = fields[key] as Labelled;
    value[key] = field.value;
    kids[key] = field.tree;
  }
  return { value: freeze(value), tree: branchTree(shape, kids) };
}

/** The shape of a list, chosen by some more. */
export function shapeOf({ tree }: Items, ...by: readonly Influence[]): Label {
  return by.reduce(withControl, tree.own);
}

/** An item and the field that counts. */
export interface Ranked {
  readonly item: Labelled;
  readonly field: Labelled;
}

/** The items with the field that counts. */
export function ranked(call: ComputeCall, list: Items): readonly Ranked[] {
  return list.items.map((item) => ({ item, field: fieldOf(item, call.by) }));
}

/** Everybody who had a say in those fields. */
export function fieldsOf(all: readonly Ranked[]): Influence {
  return influenceOfAll(all.map(({ field }) => field.tree));
}

/**
 * Orders numbers, moments or texts. @throws RunStopped `compute_failed` for a mixture
 */
export function compareFields(call: ComputeCall, a: Json, b: Json): number {
  const order = orderOf(a, b);
  if (!Number.isNaN(order)) return order;
  if (typeof a !== 'string' || typeof b !== 'string') throw computeFailed(call.fn, 'no order');
  return a < b ? -1 : Number(a > b);
}
