/**
 * Fields that a parser promised to copy: each must stand in the source as it is. Then the source
 * wrote it, and the parser only chose it. Upholds INV-P23.
 */
import {
  branchTree,
  isJsonList,
  isJsonObject,
  type Json,
  joinLabel,
  kidTree,
  type Label,
  type LabelTree,
  makeLabel,
  uniformTree,
  withControl,
} from '../../schemas/index.js';
import { influenceOf } from '../compute/influence.js';
import { RunStopped } from '../errors.js';
import { createRecord, hasOwn } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';

/** What a parse was made from. */
export interface ParseOrigin {
  readonly source: Labelled;
  readonly instruction: Label;
}

const verbatim = makeLabel({ sources: ['verbatim'], readers: 'anyone' });
const byParser = Object.freeze(['q_parse']);

/**
 * Labels the fields that were copied as such. @throws RunStopped `parse_not_verbatim` where one
 * does not stand in the source
 */
export function checkVerbatim(
  parsed: Labelled,
  paths: readonly string[],
  { source, instruction }: ParseOrigin,
): Labelled {
  const texts: string[] = [];
  collectTexts(source.value, texts);
  const copied = joinLabel(source.tree.flat, verbatim);
  const label = withControl(withControl(copied, influenceOf(instruction)), byParser);
  let { tree } = parsed;
  for (const path of paths) {
    tree = relabel({ value: parsed.value, tree }, path.split('.'), (value) => {
      // INV-P23: whole, letter by letter, and from one text.
      const isCopied = typeof value === 'string' && texts.some((text) => text.includes(value));
      if (!isCopied) throw new RunStopped('parse_not_verbatim', 'a field that is no copy');
      return label;
    });
  }
  return { value: parsed.value, tree };
}

function collectTexts(value: Json, out: string[]): void {
  if (typeof value === 'string') out.push(value);
  else if (isJsonList(value)) for (const item of value) collectTexts(item, out);
  else if (isJsonObject(value)) for (const key in value) collectTexts(value[key] as Json, out);
}

function relabel(
  { value, tree }: Labelled,
  path: readonly string[],
  labelOf: (value: Json) => Label,
): LabelTree {
  const [part, ...rest] = path;
  if (part === undefined) return uniformTree(labelOf(value), false);
  if (isJsonList(value)) {
    const kids = value.map((item, i) => {
      const kid = kidTree(tree, i);
      const isMeant = part === '*' || part === String(i);
      return isMeant ? relabel({ value: item, tree: kid }, rest, labelOf) : kid;
    });
    return branchTree(tree.own, kids);
  }
  if (!isJsonObject(value) || !hasOwn(value, part))
    throw new RunStopped('path_missing', 'a verbatim field that the answer does not have');
  const kids: Record<string, LabelTree> = createRecord();
  for (const key in value) {
    const kid = kidTree(tree, key);
    const field = { value: value[key] as Json, tree: kid };
    kids[key] = key === part ? relabel(field, rest, labelOf) : kid;
  }
  return branchTree(tree.own, kids);
}
