/** Conditions by all their comparisons at once: the reference for kernel/compute/condition.ts. */
import type { Comparison, Condition, ConditionValue, Json } from '../../schemas/index.js';
import type { NaiveFact } from './naive-declass.js';
import { naiveMoment } from './naive-moment.js';
import { sortedText } from './naive-relabel.js';
import { type NaiveTree, naiveFlat, naiveSelect, noKids, partsOf } from './naive-tree.js';

export type NaiveResolve = (value: Exclude<ConditionValue, { readonly kind: 'item' }>) => NaiveFact;

export interface NaiveAnswer {
  readonly holds: boolean;
  readonly operands: ReadonlySet<string>;
  readonly compared: ReadonlySet<string>;
  readonly isNaming: boolean;
}

const NAMING = ['equals', 'contains', 'mentions', 'starts_with', 'ends_with', 'in'];

/** Everybody who wrote or chose a value, or a part of it. */
export function everyone(tree: NaiveTree): ReadonlySet<string> {
  const { sources, control } = naiveFlat(tree);
  return new Set([...sources, ...control]);
}

/** A field of an item; where there is none, nothing, and everybody had a say in that. */
export function fieldOf(item: NaiveFact, by: string | undefined): NaiveFact {
  let at: NaiveFact | undefined = item;
  for (const key of by?.split('.') ?? []) {
    const value: Json | undefined = at && new Map(partsOf(at.value)).get(key);
    const tree: NaiveTree | undefined = at && naiveSelect(at.tree, key);
    at = value === undefined || tree === undefined ? undefined : { value, tree };
  }
  return at ?? { value: null, tree: { own: naiveFlat(item.tree), shaped: false, kids: noKids } };
}

/** The order of two numbers or moments; null where there is none. */
export function naiveOrder(left: Json, right: Json): number | null {
  if (typeof left === 'number' && typeof right === 'number') return Math.sign(left - right);
  const [a, b] = [naiveMoment(left), naiveMoment(right)];
  return a && b && Math.sign(a.at.getTime() - b.at.getTime());
}

function leaves(condition: Condition): readonly Comparison[] {
  if ('all' in condition) return condition.all.flatMap(leaves);
  if ('any' in condition) return condition.any.flatMap(leaves);
  return 'not' in condition ? leaves(condition.not) : [condition];
}

function isItem(value: ConditionValue): boolean {
  return typeof value === 'object' && value !== null && value.kind === 'item';
}

type Find = (value: ConditionValue) => NaiveFact | null;

function isNaming(condition: Condition, found: Find): boolean {
  if ('all' in condition) return condition.all.every((part) => isNaming(part, found));
  if (!('test' in condition) || !NAMING.includes(condition.test)) return false;
  const { test, left, right } = condition;
  if (isItem(left) === isItem(right)) return false;
  if ([left, right].some((side) => found(side)?.value === '')) return false;
  if (test === 'equals') return true;
  return test === 'in' ? isItem(right) || Array.isArray(found(right)?.value) : isItem(left);
}

/** Answers a condition about an item, or about none. */
export function naiveAnswer(
  condition: Condition,
  item: NaiveFact | null,
  resolve: NaiveResolve,
): NaiveAnswer {
  const found: Find = (value) => {
    if (typeof value !== 'object' || value === null || value.kind !== 'item') return resolve(value);
    return item && fieldOf(item, value.path);
  };
  const holds = (part: Condition): boolean => {
    if ('all' in part) return part.all.every(holds);
    if ('any' in part) return part.any.some(holds);
    if ('not' in part) return !holds(part.not);
    return holdsOf(part.test, found(part.left)?.value ?? null, found(part.right)?.value ?? null);
  };
  const sides = leaves(condition).flatMap(({ left, right }) => [left, right]);
  const said = (isOf: (side: ConditionValue) => boolean): ReadonlySet<string> =>
    new Set(sides.filter(isOf).flatMap((side) => [...everyone(found(side)?.tree ?? nobody)]));
  return {
    holds: holds(condition),
    operands: said((side) => !isItem(side)),
    compared: said(isItem),
    isNaming: isNaming(condition, found),
  };
}

const none: ReadonlySet<string> = new Set();
const nobody: NaiveTree = {
  own: { sources: none, control: none, readers: 'anyone', subjects: none },
  shaped: false,
  kids: noKids,
};

function holdsOf(test: Comparison['test'], a: Json, b: Json): boolean {
  const isSame = sortedText(a) === sortedText(b);
  const order = naiveOrder(a, b);
  const texts = typeof a === 'string' && typeof b === 'string';
  const [x, y] = [`${a}`, `${b}`];
  const isWithin = (whole: Json, part: Json): boolean =>
    Array.isArray(whole)
      ? whole.some((one) => sortedText(one) === sortedText(part))
      : texts && `${whole}`.indexOf(`${part}`) >= 0;
  switch (test) {
    case 'equals':
      return isSame;
    case 'differs':
      return !isSame;
    case 'less':
      return order === -1;
    case 'at_most':
      return order === -1 || order === 0;
    case 'more':
      return order === 1;
    case 'at_least':
      return order === 1 || order === 0;
    case 'contains':
      return isWithin(a, b);
    case 'in':
      return isWithin(b, a);
    case 'mentions':
      return texts && x.toLowerCase().indexOf(y.toLowerCase()) >= 0;
    case 'starts_with':
      return texts && x.slice(0, y.length) === y;
    case 'ends_with':
      return texts && x.slice(Math.max(0, x.length - y.length)) === y;
  }
}
