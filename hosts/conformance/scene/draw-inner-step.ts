/** Steps that compute, guard or repeat, shaped so that most of them have an answer. */
import {
  type Arg,
  type ComputeStep,
  type Condition,
  type ConditionValue,
  computeFunctions,
  conditionTests,
  type InnerStep,
  type MapStep,
  type Operand,
  signatureOf,
} from '../../../schemas/index.js';
import type { Draws } from './draws.js';

/** What a step can be made of; drawn by whoever knows what stands before it. */
export interface Parts {
  readonly operand: () => Operand;
  readonly list: () => Operand;
  readonly literal: () => Arg;
}

const FIELDS: readonly (string | undefined)[] = ['id', 'text', 'from', 'from', 'text', undefined];

function drawSide(draws: Draws, parts: Parts): ConditionValue {
  const value = draws.chance(75) ? parts.literal() : parts.operand();
  return typeof value === 'object' && value !== null ? parts.operand() : value;
}

/** Draws a condition about an item, or about values alone. */
export function drawCondition(draws: Draws, parts: Parts, hasItem: boolean, depth = 1): Condition {
  const kind = depth === 0 ? 9 : draws.below(12);
  const part = (): Condition => drawCondition(draws, parts, hasItem, depth - 1);
  if (kind === 0) return { all: [part(), part()] };
  if (kind === 1) return { any: [part(), part()] };
  if (kind === 2) return { not: part() };
  const test = draws.chance(60)
    ? draws.pick(['equals', 'in'] as const)
    : draws.pick(conditionTests);
  const path = draws.pick(FIELDS);
  const left: ConditionValue = hasItem
    ? { kind: 'item', ...(path === undefined ? {} : { path }) }
    : parts.operand();
  return { test, left, right: drawSide(draws, parts) };
}

/** What an argument of a function takes, mostly. */
function drawArg(draws: Draws, name: string, parts: Parts): Arg {
  const { operand, literal } = parts;
  switch (name) {
    case 'list':
    case 'without':
      return draws.chance(92) ? parts.list() : [operand(), literal()];
    case 'fields':
      return { kind: 'record', fields: { a: operand(), b: literal() } };
    case 'text':
      return draws.chance(40) ? draws.pick(['{a}', 'to {a}', '{b}, {a}']) : operand();
    case 'pattern':
      return draws.pick(['{a}@{b}', '{a}', 'file-{a}']);
    case 'separator':
      return draws.pick(['@', '-', ', ']);
    case 'count':
    case 'amount':
    case 'of':
    case 'rate':
    case 'left':
    case 'right':
    case 'number':
      return draws.pick([1, 2, 7]);
    default:
      return draws.chance(70) ? operand() : literal();
  }
}

const LIKELY = ['select', 'select', 'select', 'filter', 'filter', 'choose', 'template'] as const;

/** Draws a step that computes. */
export function drawCompute(draws: Draws, id: string, parts: Parts): ComputeStep {
  const fn = draws.chance(60) ? draws.pick(LIKELY) : draws.pick(computeFunctions);
  const { args, optional = [], by, where } = signatureOf(fn);
  const taken = Object.entries(args).filter(([name]) => !optional.includes(name));
  const given = taken.map(([name, takes]) => {
    return [name, takes === 'any' ? drawArg(draws, name, parts) : draws.pick(takes)] as const;
  });
  const field = by === 'required' || (by === 'optional' && draws.chance(70));
  return {
    kind: 'compute',
    id,
    fn,
    args: Object.fromEntries(given),
    ...(field ? { by: draws.pick(['id', 'text', 'from']) } : {}),
    ...(where === undefined ? {} : { where: drawCondition(draws, parts, where === 'items') }),
  };
}

/** Draws a map over a list, of one to three steps that `inner` draws. */
export function drawMap(
  draws: Draws,
  id: string,
  parts: Parts,
  inner: (id: string, before: readonly InnerStep[]) => InnerStep,
): MapStep {
  const steps: InnerStep[] = [];
  const count = 1 + draws.below(3);
  for (let i = 0; i < count; i += 1) steps.push(inner(`${id}_${i}`, steps));
  const final = draws.pick(steps).id;
  return { kind: 'map', id, over: parts.list(), atMost: draws.chance(90) ? 8 : 1, steps, final };
}
