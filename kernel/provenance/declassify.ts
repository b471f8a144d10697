/**
 * Evaluates a DeclassPolicy on one refused unit: total, deterministic, no model in it (INV-P13,
 * INV-F6). The strictest matching rule wins, no match denies, and a host declassifier that throws
 * denies. A condition whose operand is absent or not trusted is unknown: a rule that releases does
 * not match then, one that asks or denies does.
 */
import {
  type Code,
  type DeclassCondition,
  type DeclassOperand,
  type DeclassPolicy,
  type DeclassRule,
  type HostDeclassifier,
  isCleanControl,
  isJsonList,
  isTrustedSource,
  type Json,
  type JsonObject,
  type Label,
  type LabelTree,
  type Pointer,
  pointerSegments,
  sameJson,
} from '../../schemas/index.js';
import { hasOwn } from '../primordials.js';
import { emailPrincipal } from './recipients.js';
import type { Labelled } from './tainted.js';
import { valuesAt } from './values-at.js';

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
  /** Bits already released in this run, by rule. */
  readonly spent: Readonly<Record<string, number>>;
}

export type DeclassDecision =
  | {
      readonly answer: 'release' | 'release_control';
      readonly rule: string;
      readonly bits: number;
      readonly opaque: boolean;
    }
  | { readonly answer: 'ask'; readonly rule: string }
  | { readonly answer: 'deny'; readonly rule: string | null; readonly code: Code | null };

/** True, false, or unknown. */
type Truth = boolean | null;

const noMatch: DeclassDecision = Object.freeze({ answer: 'deny', rule: null, code: null });
const strictness = Object.freeze({ deny: 3, ask: 2, release_control: 1, release: 0 });

/** Decides whether a refused unit is released, asked about or denied. */
export function decideDeclass(
  policy: DeclassPolicy | HostDeclassifier,
  subject: DeclassSubject,
): DeclassDecision {
  if (typeof policy === 'function') return decideOpaque(policy, subject);
  let winner: DeclassRule | null = null;
  for (const rule of policy) {
    if (!concerns(rule, subject) || !matches(rule, subject)) continue;
    if (winner === null || strictness[rule.then] > strictness[winner.then]) winner = rule;
  }
  // INV-P13: no rule, no release.
  if (winner === null) return noMatch;
  const { id, then } = winner;
  if (then === 'deny') return { answer: 'deny', rule: id, code: 'declassify_denied' };
  if (then === 'ask') return { answer: 'ask', rule: id };
  return { answer: then, rule: id, bits: chargeOf(winner.when, subject.bits), opaque: false };
}

function decideOpaque(policy: HostDeclassifier, subject: DeclassSubject): DeclassDecision {
  const { tool, argument, label, value, recipients } = subject;
  try {
    const answer: unknown = policy({ tool, argument, label, value, recipients });
    if (answer === 'release' || answer === 'release_control') {
      return { answer, rule: 'host', bits: 0, opaque: true };
    }
    if (answer === 'ask') return { answer, rule: 'host' };
    return {
      answer: 'deny',
      rule: 'host',
      code: answer === 'deny' ? 'declassify_denied' : 'declassify_failed',
    };
  } catch {
    // INV-F6: a declassifier that fails has released nothing.
    return { answer: 'deny', rule: 'host', code: 'declassify_failed' };
  }
}

function concerns(rule: DeclassRule, subject: DeclassSubject): boolean {
  if (rule.tool !== '*' && rule.tool !== subject.tool) return false;
  // A rule about arguments never speaks about the decision.
  if (rule.argument === '*') return subject.argument !== 'decision';
  return matchesPointer(rule.argument, subject.argument);
}

function matchesPointer(pattern: string, pointer: string): boolean {
  if (pattern === pointer) return true;
  if (!pattern.includes('*')) return false;
  const wanted = pointerSegments(pattern);
  const actual = pointerSegments(pointer);
  return (
    wanted.length === actual.length && wanted.every((part, i) => part === '*' || part === actual[i])
  );
}

function matches(rule: DeclassRule, subject: DeclassSubject): boolean {
  const truth = evaluate(rule.when, rule, subject);
  return truth === true || (truth === null && (rule.then === 'ask' || rule.then === 'deny'));
}

function evaluate(condition: DeclassCondition, rule: DeclassRule, subject: DeclassSubject): Truth {
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
  if (has(condition, 'capacity'))
    return subject.bits + (subject.spent[rule.id] ?? 0) <= condition.capacity;
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

/** A rule that bounds capacity pays for what it releases; others pay nothing. */
function chargeOf(condition: DeclassCondition, bits: number): number {
  if (has(condition, 'capacity')) return bits;
  if (has(condition, 'all'))
    return condition.all.some((part) => chargeOf(part, bits) > 0) ? bits : 0;
  if (has(condition, 'any'))
    return condition.any.some((part) => chargeOf(part, bits) > 0) ? bits : 0;
  return 0;
}
