/**
 * Labels of normalised arguments: a part whose value the schema left alone keeps its label; any
 * other takes the join of all argument labels plus `host`, since the schema may have mixed them
 * (INV-P15). Pure.
 */
import {
  branchTree,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  joinLabel,
  kidTree,
  type Label,
  type LabelTree,
  makeLabel,
  sameJson,
  uniformTree,
} from '../../schemas/index.js';
import { createRecord } from '../primordials.js';

const host: Label = makeLabel({ sources: ['host'], readers: 'anyone' });

/**
 * Labels the output of a schema; null if the schema dropped a key, which hides what the planner
 * wrote.
 */
export function relabel(raw: JsonObject, tree: LabelTree, out: JsonObject): LabelTree | null {
  // INV-P15: what a schema changed may be mixed from any argument.
  return relabelPart(raw, tree, out, joinLabel(tree.flat, host));
}

function relabelPart(raw: Json, tree: LabelTree, out: Json, mixed: Label): LabelTree | null {
  if (sameJson(raw, out)) return tree;
  const isContainer = typeof out === 'object' && out !== null;
  if (isJsonObject(raw) && isJsonObject(out)) return relabelRecord(raw, tree, out, mixed);
  if (isJsonList(raw) && isJsonList(out) && raw.length === out.length) {
    const kids: LabelTree[] = [];
    for (let i = 0; i < out.length; i += 1) {
      const kid = relabelPart(raw[i] as Json, kidTree(tree, i), out[i] as Json, mixed);
      if (kid === null) return null;
      kids.push(kid);
    }
    return branchTree(tree.own, kids);
  }
  return uniformTree(mixed, isContainer);
}

function relabelRecord(
  raw: JsonObject,
  tree: LabelTree,
  out: JsonObject,
  mixed: Label,
): LabelTree | null {
  for (const key in raw) if (!(key in out)) return null;
  const kids: Record<string, LabelTree> = createRecord();
  let isSameShape = true;
  for (const key in out) {
    const value = out[key] as Json;
    const before = raw[key];
    isSameShape &&= before !== undefined;
    const kid =
      before === undefined
        ? uniformTree(mixed, typeof value === 'object' && value !== null)
        : relabelPart(before, kidTree(tree, key), value, mixed);
    if (kid === null) return null;
    kids[key] = kid;
  }
  return branchTree(isSameShape ? tree.own : mixed, kids);
}
