/** Computations over labelled values: every function, mostly with what it takes. */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import {
  type ComputeFunction,
  type Condition,
  type ConditionValue,
  computeFunctions,
  conditionTests,
  type Json,
  type JsonScalar,
  signatureOf,
} from '../../schemas/index.js';
import { partsOf } from '../model/naive-tree.js';
import { drawTrees, type TreePair } from './any-tree.js';

export interface ComputeCase {
  readonly fn: ComputeFunction;
  readonly args: Readonly<Record<string, TreePair>>;
  readonly by: string | undefined;
  readonly where: Condition | undefined;
  /** What the condition refers to beside its item, by step. */
  readonly values: Readonly<Record<string, TreePair>>;
  readonly choice: readonly string[];
  readonly selection: 'unique' | 'strict';
}

const TEXTS = ['a', 'b', 'Bob', 'bob', '', 'a,b', 'to a, b', '12', '1,234.5', '-3', '2024-02-29'];
const MOMENTS = ['2024-02-29', '2023-12-31 23:30', '2024-01-31T00:00', '1999-03-01 12:15:30'];
const NUMBERS = [0, 1, 2, -1, 2.5, 1.005, 3, 1e21, 90];
const KEYS = ['id', 'name', 'n', 'tags'];
export const PATHS: readonly string[] = [...KEYS, 'tags.0', 'tags.1', 'tags.id', 'other', '0'];

function drawScalar(draws: Draws): JsonScalar {
  const kind = draws.below(8);
  if (kind < 3) return draws.pick(TEXTS);
  if (kind < 5) return draws.pick(NUMBERS);
  if (kind < 7) return draws.pick(MOMENTS);
  return draws.pick([true, false, null]);
}

function drawRecord(draws: Draws): Json {
  const tags = draws.list(2, drawScalar);
  const full = { id: draws.pick(TEXTS), name: drawScalar(draws), n: draws.pick(NUMBERS), tags };
  return Object.fromEntries(Object.entries(full).filter(() => !draws.chance(8)));
}

/** Items of one kind, mostly. */
function drawItems(draws: Draws): readonly Json[] {
  const kinds: readonly (() => Json)[] = [
    ...[() => drawRecord(draws), () => drawRecord(draws), () => drawRecord(draws)],
    ...[() => draws.pick(NUMBERS), () => draws.pick(TEXTS), () => draws.pick(MOMENTS)],
    () => draws.list(3, drawScalar),
  ];
  const kind = draws.pick(kinds);
  return draws.list(5, () => (draws.chance(4) ? drawScalar(draws) : kind()));
}

const PATTERNS = ['to {a}, {b}', '{a},{b}', '{a}', 'x{a}', '{a}{b}', '{a}-{b}-{c}', 'none'];
const HOLES = ['Dear {id}', '{name} has {n}', 'nobody', '{id}{id}', '{missing}', '{ id }'];

/** What an argument is likely to be, by its name. */
function drawFitting(draws: Draws, name: string): Json {
  switch (name) {
    case 'list':
    case 'without':
      return drawItems(draws);
    case 'record':
    case 'fields':
      return drawRecord(draws);
    case 'amount':
      return draws.pick([0, 1, -1, 40, 1.5, 'P2D', 'PT90M', 'P1W', 'PT1D', 'PT36H']);
    case 'day':
      return draws.pick(['--02-29', '--12-31', '--01-01', '--13-01', '2024-02-29']);
    case 'count':
    case 'digits':
      return draws.pick([0, 1, 2, 3, 40, -1, 1.5]);
    case 'of':
    case 'rate':
    case 'left':
    case 'right':
    case 'number':
      return draws.pick(NUMBERS);
    case 'value':
      return draws.chance(50) ? draws.pick(NUMBERS) : draws.pick(MOMENTS);
    case 'moment':
    case 'from':
    case 'to':
    case 'date':
    case 'after':
      return draws.pick(MOMENTS);
    case 'time':
      return draws.pick(['09:30', '23:59:30', '24:00', '9:30']);
    case 'pattern':
      return draws.pick(PATTERNS);
    case 'separator':
      return draws.pick([',', ', ', '-', '']);
    case 'text':
      return draws.pick([...TEXTS, ...HOLES]);
    default:
      return draws.chance(50) ? drawRecord(draws) : drawScalar(draws);
  }
}

function drawSide(draws: Draws, isItem: boolean): ConditionValue {
  if (!isItem) {
    return draws.chance(50) ? drawScalar(draws) : { kind: 'ref', ref: draws.pick(['a', 'b']) };
  }
  return draws.chance(80) ? { kind: 'item', path: draws.pick(PATHS) } : { kind: 'item' };
}

/** Draws a condition, about an item or about none. */
export function drawCondition(draws: Draws, hasItem: boolean, depth = 2): Condition {
  const kind = depth === 0 ? 9 : draws.below(10);
  const part = (): Condition => drawCondition(draws, hasItem, depth - 1);
  if (kind === 0) return { all: [part(), part()] };
  if (kind === 1) return { any: [part(), part()] };
  if (kind === 2) return { not: part() };
  const isTurned = draws.chance(20);
  const sides = [drawSide(draws, hasItem), drawSide(draws, hasItem && draws.chance(10))];
  const [left, right] = (isTurned ? sides.reverse() : sides) as [ConditionValue, ConditionValue];
  const test = draws.chance(40) ? 'equals' : draws.pick(conditionTests);
  return { test, left, right };
}

function drawWhere(
  draws: Draws,
  about: 'items' | 'values',
  given: readonly (readonly [string, TreePair])[],
): Condition {
  const list = given.find(([name]) => name === 'list')?.[1].value ?? null;
  if (about === 'items' && draws.chance(60)) return drawFittingTest(draws, list);
  return drawCondition(draws, about === 'items');
}

/** Compares a field with what it is in one of the items, so that some item fits. */
function drawFittingTest(draws: Draws, list: Json): Condition {
  const item = Array.isArray(list) && list.length > 0 ? (draws.pick(list) as Json) : null;
  const field = partsOf(item).find(([, value]) => typeof value !== 'object');
  const left: ConditionValue = { kind: 'item', ...(field === undefined ? {} : { path: field[0] }) };
  const value = field === undefined ? item : field[1];
  const right = typeof value === 'object' ? null : value;
  const test = draws.pick(['equals', 'equals', 'contains', 'mentions', 'ends_with', 'in'] as const);
  const one: Condition = { test, left, right };
  return draws.chance(30) ? { all: [one, { test, left: right, right: left }] } : one;
}

function drawCase(draws: Draws): ComputeCase {
  const fn = draws.pick(computeFunctions);
  const { args, optional = [], by, where } = signatureOf(fn);
  const pair = (value: Json): TreePair => ({ value, ...drawTrees(draws, value) });
  const taken = Object.entries(args).filter(([name]) => {
    return !optional.includes(name) || draws.chance(60);
  });
  const given = taken.map(([name, takes]) => {
    const odd = takes === 'any' && draws.chance(6);
    const value = odd ? drawScalar(draws) : drawFitting(draws, name);
    return [name, pair(takes === 'any' ? value : draws.pick(takes))] as const;
  });
  const hasBy = by === 'required' || (by === 'optional' && draws.chance(75));
  return {
    fn,
    args: Object.fromEntries(given),
    by: hasBy ? draws.pick(PATHS) : undefined,
    where: where && drawWhere(draws, where, given),
    values: { a: pair(drawScalar(draws)), b: pair(draws.list(3, drawScalar)) },
    choice: ['planner'],
    selection: draws.chance(30) ? 'strict' : 'unique',
  };
}

export const anyCompute: fc.Arbitrary<ComputeCase> = drawn(260, drawCase);
