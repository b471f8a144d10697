/**
 * What labels normalised arguments carry, part by part: the reference for
 * kernel/provenance/relabel.ts.
 */
import type { Json } from '../../schemas/index.js';
import { type NaiveLabel, naiveJoin, naiveLabel } from './naive-label.js';
import { type NaiveTree, naiveBranch, naiveFlat, naiveUniform, partsOf } from './naive-tree.js';

/** Sorted JSON, the long way. */
export function sortedText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  const text = (key: string): string => {
    return `${JSON.stringify(key)}:${sortedText((value as { readonly [key: string]: Json })[key] as Json)}`;
  };
  return `{${fields.map(text).join(',')}}`;
}

type Kind = 'list' | 'record' | 'scalar';

function kindOf(value: Json): Kind {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'record' : 'scalar';
}

/**
 * A part that is what it was keeps its labels; a container whose parts stand where they stood keeps
 * its shape; anything else may be mixed from all arguments. Null where a field was dropped.
 */
export function naiveRelabel(raw: Json, tree: NaiveTree, out: Json): NaiveTree | null {
  const mixed = naiveJoin(naiveFlat(tree), naiveLabel(['host'], 'anyone'));
  return part(raw, tree, out, mixed);
}

function part(raw: Json, tree: NaiveTree, out: Json, mixed: NaiveLabel): NaiveTree | null {
  if (sortedText(raw) === sortedText(out)) return tree;
  const kind = kindOf(out);
  const before = new Map(partsOf(raw));
  const after = partsOf(out);
  const isAligned = kind !== 'scalar' && kind === kindOf(raw);
  if (!isAligned || (kind === 'list' && before.size !== after.length)) {
    return naiveUniform(mixed, out);
  }
  const keys = after.map(([key]) => key);
  if ([...before.keys()].some((key) => !keys.includes(key))) return null;
  const kids = new Map<string, NaiveTree>();
  for (const [key, value] of after) {
    const old = before.get(key);
    const kid = tree.kids.get(key);
    const next =
      old === undefined || kid === undefined
        ? naiveUniform(mixed, value)
        : part(old, kid, value, mixed);
    if (next === null) return null;
    kids.set(key, next);
  }
  return naiveBranch(before.size === after.length ? tree.own : mixed, kids);
}
