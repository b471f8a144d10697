/**
 * What each part of a tool's arguments is taken for, compiled once a tool: its declarations, and
 * the conventional keys where it declares nothing. Pure.
 */
import type { ArgSpec, ArgumentDimension } from '../../schemas/index.js';
import { createRecord, freeze } from '../primordials.js';
import type { PatternNode } from '../tools/pattern.js';
import { conventionalKeys } from './conventional-keys.js';

/** One part of the arguments. */
export interface NamesPlan {
  /** What it is taken for; null where nothing is said of this very part. */
  readonly dimension: ArgumentDimension | null;
  /** A frozen record without a prototype. */
  readonly kids: Readonly<Record<string, NamesPlan>>;
  /** What `*` stands for: every key that has no pattern of its own; null for nothing. */
  readonly star: NamesPlan | null;
  /** Nothing is said of the parts of this part. */
  readonly isLeaf: boolean;
}

const noKids: NamesPlan['kids'] = freeze(createRecord());

function leaf(dimension: ArgumentDimension | null): NamesPlan {
  return freeze({ dimension, kids: noKids, star: null, isLeaf: true });
}

/** A part of which nothing is said. */
export const unnamed: NamesPlan = leaf(null);

/**
 * Compiles what the declared arguments, and beside them the conventional keys, name (behaviour
 * G-31).
 */
export function planOfNames(args: PatternNode<ArgSpec>): NamesPlan {
  const star = args.star === null ? null : declared(args.star, null);
  const kids: Record<string, NamesPlan> = createRecord();
  for (const [key, kid] of Object.entries(args.kids)) {
    kids[key] = declared(kid, conventionalKeys[key] ?? null);
  }
  for (const [key, dimension] of Object.entries(conventionalKeys)) {
    if (args.kids[key] !== undefined) continue;
    kids[key] = args.star === null ? leaf(dimension) : declared(args.star, dimension);
  }
  return freeze({ dimension: null, kids: freeze(kids), star, isLeaf: false });
}

/** What is declared of a part; `fallback` where nothing is said of the part itself. */
function declared(
  { spec, kids, star }: PatternNode<ArgSpec>,
  fallback: ArgumentDimension | null,
): NamesPlan {
  const dimension = spec?.names ?? fallback;
  const under: Record<string, NamesPlan> = createRecord();
  let isLeaf = true;
  for (const [key, kid] of Object.entries(kids)) {
    const part = declared(kid, null);
    // Kept although nothing is said of it: it takes the part out of what `*` stands for.
    under[key] = part;
    isLeaf &&= part === unnamed;
  }
  const others = star === null ? unnamed : declared(star, null);
  isLeaf &&= others === unnamed;
  if (isLeaf) return dimension === null ? unnamed : leaf(dimension);
  return freeze({ dimension, kids: freeze(under), star: others, isLeaf });
}
