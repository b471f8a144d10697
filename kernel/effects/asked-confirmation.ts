/**
 * `confirm: true` among the arguments: the model asks for the user (behaviour A-11). It is no
 * argument: it is taken out before the first check, so that no stage, digest or tool sees it.
 * Upholds INV-Q3. Whoever wrote it can at most have the user asked.
 */
import {
  branchTree,
  type JsonObject,
  type LabelFields,
  type LabelTree,
  liftTree,
} from '../../schemas/index.js';
import { createRecord, freeze, hasOwn, isList } from '../primordials.js';
import type { ToolDefinition } from '../tools/definition.js';

/** Arguments without the wish, and whether there was one. */
export interface AskedArguments {
  readonly args: JsonObject;
  readonly tree: LabelTree;
  readonly isForced: boolean;
}

const KEY = 'confirm';

/**
 * Takes a boolean `confirm` out of the arguments of a tool that has none of its own. Anything else
 * of that name stays, and the schema stage refuses it.
 */
export function takeConfirmation(
  { ownsConfirm }: Pick<ToolDefinition, 'ownsConfirm'>,
  args: JsonObject,
  tree: LabelTree,
): AskedArguments {
  const given = hasOwn(args, KEY) && !ownsConfirm ? args[KEY] : undefined;
  if (typeof given !== 'boolean') return { args, tree, isForced: false };
  // INV-Q3: gone before anything is checked.
  return { args: freeze(withoutKey(args)), tree: treeWithout(tree), isForced: given };
}

function withoutKey<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  const rest: Record<string, T> = createRecord();
  for (const key of Object.keys(record)) if (key !== KEY) rest[key] = record[key] as T;
  return rest;
}

/** The labels of what is left; of the shape too, as whoever wrote the wish wrote no argument. */
function treeWithout(tree: LabelTree): LabelTree {
  const { kids, own, lift } = tree;
  if (kids === null || isList(kids)) return tree;
  return liftTree(branchTree(own, withoutKey(kids as LabelFields)), lift);
}
