/**
 * Pointer patterns compiled to a tree, so that a walk over a value finds what is declared for each
 * part.
 */
import { type Pointer, pointerSegments } from '../../schemas/index.js';
import { createRecord, freeze } from '../primordials.js';

export interface PatternNode<T> {
  readonly spec: T | null;
  /** A frozen record without a prototype: a map could be edited by whoever holds the tool. */
  readonly kids: Readonly<Record<string, PatternNode<T>>>;
  /** What `*` stands for: every key that has no pattern of its own. */
  readonly star: PatternNode<T> | null;
  readonly isLeaf: boolean;
}

interface Growing<T> {
  spec: T | null;
  readonly kids: Map<string, Growing<T>>;
}

function seal<T>(node: Growing<T>): PatternNode<T> {
  const kids: Record<string, PatternNode<T>> = createRecord();
  for (const [key, kid] of node.kids) if (key !== '*') kids[key] = seal(kid);
  const star = node.kids.get('*');
  return freeze({
    spec: node.spec,
    kids: freeze(kids),
    star: star === undefined ? null : seal(star),
    isLeaf: node.kids.size === 0,
  });
}

/** Compiles declarations by pointer pattern; `fields` are known at the top although undeclared. */
export function compilePatterns<T>(
  specs: Readonly<Record<Pointer, T>>,
  fields: readonly string[] = [],
): PatternNode<T> {
  const root: Growing<T> = { spec: null, kids: new Map() };
  for (const [pattern, spec] of Object.entries(specs)) {
    let node = root;
    for (const segment of pointerSegments(pattern)) {
      let next = node.kids.get(segment);
      if (next === undefined) {
        next = { spec: null, kids: new Map() };
        node.kids.set(segment, next);
      }
      node = next;
    }
    node.spec = spec;
  }
  for (const name of fields) {
    if (!root.kids.has(name))
      root.kids.set(name, root.kids.get('*') ?? { spec: null, kids: new Map() });
  }
  return seal(root);
}

/** The node for one part of a value: its own pattern, else the star, else none. */
export function patternFor<T>(
  node: PatternNode<T> | null,
  key: string | number,
): PatternNode<T> | null {
  if (node === null || node.isLeaf) return null;
  return node.kids[key] ?? node.star;
}
