/**
 * Evaluates a condition: total, without loops, every part whatever the others say, so that who had
 * a say in the answer does not depend on the answer. Upholds INV-P21.
 */
import {
  type Comparison,
  type Condition,
  type ConditionTest,
  type ConditionValue,
  type ItemRef,
  isJsonList,
  type Json,
  sameJson,
  union,
} from '../../schemas/index.js';
import type { Labelled } from '../provenance/tainted.js';
import { type Influence, influenceOf, nobody } from './influence.js';
import { readMoment } from './moment.js';
import { fieldOf } from './path.js';

/** Finds what a condition refers to beside its item. */
export type Resolve = (value: Exclude<ConditionValue, { readonly kind: 'item' }>) => Labelled;

/** What came out, and who had a say in it. */
export interface Answer {
  readonly holds: boolean;
  /** Through what the plan compares with. */
  readonly operands: Influence;
  /** Through the fields of the item. */
  readonly compared: Influence;
  /** Whether it says no more than what a field of the item is, holds or is among. */
  readonly isNaming: boolean;
}

/** Tests by which words can name an item; an order or a difference names nothing. */
const naming: readonly ConditionTest[] = Object.freeze([
  ...(['equals', 'contains', 'mentions', 'starts_with', 'ends_with', 'in'] as const),
]);

/** Answers a condition about an item; null where there is none. */
export function answer(condition: Condition, item: Labelled | null, resolve: Resolve): Answer {
  if ('all' in condition) {
    return joined(condition.all, item, resolve, (parts) => parts.every(({ holds }) => holds));
  }
  if ('any' in condition) {
    const any = joined(condition.any, item, resolve, (parts) => parts.some(({ holds }) => holds));
    return { ...any, isNaming: false };
  }
  if ('not' in condition) {
    const { holds, operands, compared } = answer(condition.not, item, resolve);
    return { holds: !holds, operands, compared, isNaming: false };
  }
  return compare(condition, item, resolve);
}

function joined(
  conditions: readonly Condition[],
  item: Labelled | null,
  resolve: Resolve,
  decide: (parts: readonly Answer[]) => boolean,
): Answer {
  const parts = conditions.map((part) => answer(part, item, resolve));
  let operands = nobody;
  let compared = nobody;
  for (const part of parts) {
    operands = union(operands, part.operands);
    compared = union(compared, part.compared);
  }
  const isNaming = parts.every((part) => part.isNaming);
  return { holds: decide(parts), operands, compared, isNaming };
}

function compare(
  { test, left, right }: Comparison,
  item: Labelled | null,
  resolve: Resolve,
): Answer {
  let operands = nobody;
  let compared = nobody;
  const valueOf = (value: ConditionValue): Json => {
    if (isItem(value)) {
      if (item === null) return null;
      const field = fieldOf(item, value.path);
      compared = union(compared, influenceOf(field.tree.flat));
      return field.value;
    }
    const found = resolve(value);
    operands = union(operands, influenceOf(found.tree.flat));
    return found.value;
  };
  const [a, b] = [valueOf(left), valueOf(right)];
  // Nothing stands in every text: an empty word, or an empty field, names no item.
  const isWord = a !== '' && b !== '';
  const isNaming = isWord && namesItem(test, left, right, b);
  return { holds: tests[test](a, b), operands, compared, isNaming };
}

/**
 * Asks whether a test says of an item that it is, holds, begins or ends with a word, or is among
 * words; that it is a part of the word says nothing: any letter is.
 */
function namesItem(
  test: ConditionTest,
  left: ConditionValue,
  right: ConditionValue,
  whole: Json,
): boolean {
  if (isItem(left) === isItem(right) || !naming.includes(test)) return false;
  if (test === 'equals') return true;
  if (test === 'in') return isItem(right) || isJsonList(whole);
  return isItem(left);
}

function isItem(value: ConditionValue): value is ItemRef {
  return typeof value === 'object' && value !== null && value.kind === 'item';
}

type Test = (left: Json, right: Json) => boolean;

/** The order of two numbers or of two moments; NaN where there is none. */
export function orderOf(left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [readMoment(left), readMoment(right)];
  return a === undefined || b === undefined ? Number.NaN : a.minutes - b.minutes;
}

function isIn(whole: Json, part: Json): boolean {
  if (isJsonList(whole)) return whole.some((item) => sameJson(item, part));
  return typeof whole === 'string' && typeof part === 'string' && whole.includes(part);
}

function inBoth(left: Json, right: Json, test: (a: string, b: string) => boolean): boolean {
  return typeof left === 'string' && typeof right === 'string' && test(left, right);
}

const tests: Readonly<Record<ConditionTest, Test>> = Object.freeze({
  equals: sameJson,
  differs: (a, b) => !sameJson(a, b),
  less: (a, b) => orderOf(a, b) < 0,
  at_most: (a, b) => orderOf(a, b) <= 0,
  more: (a, b) => orderOf(a, b) > 0,
  at_least: (a, b) => orderOf(a, b) >= 0,
  contains: isIn,
  mentions: (a, b) => inBoth(a, b, (x, y) => x.toLowerCase().includes(y.toLowerCase())),
  starts_with: (a, b) => inBoth(a, b, (x, y) => x.startsWith(y)),
  ends_with: (a, b) => inBoth(a, b, (x, y) => x.endsWith(y)),
  in: (a, b) => isIn(b, a),
} satisfies Record<ConditionTest, Test>);
