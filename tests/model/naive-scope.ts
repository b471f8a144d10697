/** What a step refers to and what it writes, resolved: the reference for interpreter/resolve.ts. */
import type { Arg, Condition, Json, JsonObject, Operand } from '../../schemas/index.js';
import type { ArgSpec } from './naive-call.js';
import { type NaiveAnswer, naiveAnswer } from './naive-condition.js';
import { type Context, literalLabel } from './naive-context.js';
import type { NaiveFact } from './naive-declass.js';
import { Stop } from './naive-end.js';
import { naiveJoin } from './naive-label.js';
import { type Declared, declaredFor, declaredOf } from './naive-pattern.js';
import {
  naiveBranch,
  naiveFlat,
  naiveLift,
  naiveSelect,
  naiveUniform,
  partsOf,
} from './naive-tree.js';

export interface Scope {
  readonly context: Context;
  readonly facts: ReadonlyMap<string, NaiveFact>;
  readonly values: ReadonlyMap<string, NaiveFact>;
  /** The item at hand of a map. */
  readonly each: NaiveFact | null;
}

/** Keys that are the tool's own words at one place; `null` where keys go nowhere. */
export type Words = ReadonlySet<string> | null;

export const noWords: Words = new Set();

/** What is declared of a place that nothing is declared of. */
export const undeclared: Declared<ArgSpec> = declaredOf<ArgSpec>({});

/** The value and labels of what a step refers to. */
export function operandOf(operand: Operand, { context, facts, values, each }: Scope): NaiveFact {
  const base =
    operand.kind === 'fact'
      ? facts.get(operand.name)
      : operand.kind === 'each'
        ? each
        : values.get(operand.ref);
  let { value, tree } = base as NaiveFact;
  const { sources } = naiveFlat(tree);
  const isOpen = [...sources].every((s) => /^(user|planner|host)$/.test(s));
  for (const key of operand.path?.split('.') ?? []) {
    const part = new Map(partsOf(value)).get(key);
    const kid = naiveSelect(tree, key);
    if (part === undefined || kid === undefined) throw new Stop('failed', 'path_missing');
    const isList = Array.isArray(value);
    const word = literalLabel(isList ? Number(key) : key, context, undefined).sources;
    tree = isList || isOpen ? naiveLift(kid, word) : kid;
    value = part;
  }
  return { value, tree: naiveLift(tree, context.taint) };
}

/** A record of parts; a key that is nobody's word but the plan's is in its shape. */
export function recordFrom(
  parts: readonly (readonly [string, NaiveFact])[],
  context: Context,
  words: Words,
): NaiveFact {
  const value = Object.fromEntries(parts.map(([key, part]) => [key, part.value]));
  const kids = new Map(parts.map(([key, part]) => [key, part.tree] as const));
  const own = parts.map(([key]) => key).filter((key) => words !== null && !words.has(key));
  const shape = own.map((key) => literalLabel(key, context, undefined));
  return { value, tree: naiveBranch(shape.reduce(naiveJoin, context.shape), kids) };
}

/** One argument, or a list or record of arguments. */
export function argOf(
  arg: Arg,
  scope: Scope,
  { node, from, words }: { node: Declared<ArgSpec>; from?: ArgSpec | undefined; words: Words },
): NaiveFact {
  const spec = node.spec ?? from;
  const { context } = scope;
  if (typeof arg !== 'object' || arg === null)
    return { value: arg, tree: naiveUniform(literalLabel(arg, context, spec), arg) };
  const isList = Array.isArray(arg);
  if (!isList && (arg as Operand).kind !== ('record' as never))
    return operandOf(arg as Operand, scope);
  const given = isList ? arg : (arg as { fields: object }).fields;
  const parts = (Object.entries(given) as [string, Arg][]).map(([key, part]) => {
    const place = { node: declaredFor(node, key), from: spec, words: words && noWords };
    return [key, argOf(part, scope, place)] as const;
  });
  const { value, tree } = recordFrom(parts, context, isList ? null : words);
  return { value: isList ? (Object.values(value as JsonObject) as Json) : value, tree };
}

/** What a condition says about an item, or about none. */
export function answerOf(condition: Condition, item: NaiveFact | null, scope: Scope): NaiveAnswer {
  return naiveAnswer(condition, item, (side) =>
    typeof side === 'object' && side !== null
      ? operandOf(side, scope)
      : { value: side, tree: naiveUniform(literalLabel(side, scope.context, undefined), side) },
  );
}
