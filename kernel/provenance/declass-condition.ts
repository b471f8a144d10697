/**
 * Conditions of release rules: total and three-valued. An operand that is absent or not trusted
 * makes a comparison unknown. Pure.
 */
import {
  type DeclassCondition,
  type DeclassOperand,
  type DeclassRule,
  isCleanControl,
  isJsonList,
  isTrustedSource,
  type Json,
  type JsonObject,
  type Label,
  type LabelTree,
  type Pointer,
  sameJson,
} from '../../schemas/index.js';
import { hasOwn } from '../primordials.js';
import { emailPrincipal } from './recipients.js';
import type { Labelled } from './tainted.js';
import { valuesAt } from './values-at.js';

/** True, false, or unknown. */
export type Truth = boolean | null;

/** What a rule may look at. */
export interface DeclassSubject {
  readonly tool: string;
  /** A pointer into the arguments, or `decision`. */
  readonly argument: Pointer;
  readonly label: Label;
  readonly value: Json;
  readonly recipients: readonly string[] | null;
  readonly args: JsonObject;
  readonly tree: LabelTree;
  readonly facts: Readonly<Record<string, Labelled>>;
  /** Bits that this argument's schema admits. */
  readonly bits: number;
  /** Bits that this very value carries. */
  readonly valueBits: number;
  /** Bits already released in this run, by rule. */
  readonly spent: Readonly<Record<string, number>>;
}

/** Says whether a condition of a rule holds of a refused unit, or that nobody can know. */
export function evaluate(
  condition: DeclassCondition,
  rule: DeclassRule,
  subject: DeclassSubject,
): Truth {
  const { label } = subject;
  if (has(condition, 'always')) return true;
  if (has(condition, 'all'))
    return every(condition.all.map((part) => evaluate(part, rule, subject)));
  if (has(condition, 'any')) {
    return negate(every(condition.any.map((part) => negate(evaluate(part, rule, subject)))));
  }
  if (has(condition, 'not')) return negate(evaluate(condition.not, rule, subject));
  if (has(condition, 'sources')) return within(label.sources, condition.sources);
  if (has(condition, 'control')) return within(label.control, condition.control);
  if (has(condition, 'subjects')) return within(label.subjects, condition.subjects);
  // INV-P31: with all that was released under the rule before.
  if (has(condition, 'capacity'))
    return measured(condition, subject) + (subject.spent[rule.id] ?? 0) <= condition.capacity;
  return compare(condition, subject);
}

/** Own keys only: a key on `Object.prototype` is no condition. */
function has<T extends DeclassCondition | DeclassOperand, K extends string>(
  part: T,
  key: K,
): part is Extract<T, Readonly<Record<K, unknown>>> {
  return hasOwn(part, key);
}

function every(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

function negate(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

type Comparison = Extract<
  DeclassCondition,
  { equals: unknown } | { memberOf: unknown } | { atMost: unknown } | { recipientsWithin: unknown }
>;

function compare(condition: Comparison, subject: DeclassSubject): Truth {
  const { value, recipients } = subject;
  if (has(condition, 'equals')) {
    const trusted = operandValues(condition.equals, subject);
    return trusted?.some((item) => sameJson(item, value)) ?? null;
  }
  if (has(condition, 'memberOf')) {
    return members(condition.memberOf, subject)?.some((item) => sameJson(item, value)) ?? null;
  }
  if (has(condition, 'atMost')) {
    const bounds = operandValues(condition.atMost, subject);
    return bounds?.some((bound) => isAtMost(value, bound)) ?? null;
  }
  const allowed = members(condition.recipientsWithin, subject)?.map(
    (item) => emailPrincipal(item) ?? item,
  );
  if (allowed === undefined || recipients === null) return null;
  return recipients.every((name) => allowed.includes(name));
}

function isAtMost(value: Json, bound: Json): boolean {
  return typeof value === 'number' && typeof bound === 'number' && value <= bound;
}

function members(operand: DeclassOperand, subject: DeclassSubject): readonly Json[] | undefined {
  return operandValues(operand, subject)?.flatMap((value) => (isJsonList(value) ? value : [value]));
}

/**
 * The values of an operand; undefined where it is absent or any part is not trusted, in source or
 * in control.
 */
function operandValues(
  operand: DeclassOperand,
  subject: DeclassSubject,
): readonly Json[] | undefined {
  if (has(operand, 'literal')) return [operand.literal];
  if (has(operand, 'fact')) {
    const fact = Object.hasOwn(subject.facts, operand.fact)
      ? subject.facts[operand.fact]
      : undefined;
    return fact !== undefined && isTrusted(fact.tree.flat) ? [fact.value] : undefined;
  }
  if (operand.argument === subject.argument) return undefined;
  const parts = valuesAt(subject.args, subject.tree, operand.argument);
  const isUsable = parts.length > 0 && parts.every((part) => isTrusted(part.label));
  return isUsable ? parts.map((part) => part.value) : undefined;
}

function isTrusted(label: Label): boolean {
  return (
    label.sources.every((source) => isTrustedSource(source)) && label.control.every(isCleanControl)
  );
}

function within(actual: readonly string[], allowed: readonly string[]): boolean {
  return actual.every((item) =>
    allowed.some((pattern) => pattern === item || isPrefixOf(pattern, item)),
  );
}

/** `tool:*` names every tool, `host:*` every handle kind. */
function isPrefixOf(pattern: string, item: string): boolean {
  return pattern.endsWith(':*') && item.startsWith(pattern.slice(0, -1));
}

type Capacity = Extract<DeclassCondition, { readonly capacity: number }>;

/** What a bound is about: any value that the field may hold, or the one that it holds. */
function measured(condition: Capacity, { bits, valueBits }: Bits): number {
  return hasOwn(condition, 'of') ? valueBits : bits;
}

type Bits = Pick<DeclassSubject, 'bits' | 'valueBits'>;

/**
 * Bits that a release under a rule costs: a rule that bounds capacity pays for what it releases,
 * and one that bounds it twice pays the larger.
 */
export function chargeOf(condition: DeclassCondition, bits: Bits): number {
  if (has(condition, 'capacity')) return measured(condition, bits);
  const charge = (part: DeclassCondition): number => chargeOf(part, bits);
  if (has(condition, 'all')) return Math.max(0, ...condition.all.map(charge));
  if (has(condition, 'any')) return Math.max(0, ...condition.any.map(charge));
  return 0;
}
