/**
 * Release rules read the long way, truth as 1, 0 and a half for unknown: the reference for
 * kernel/provenance/declassify.ts.
 */
import {
  type DeclassCondition,
  type DeclassOperand,
  type DeclassRule,
  isJsonList,
  type Json,
  type JsonObject,
} from '../../schemas/index.js';
import type { NaiveLabel } from './naive-label.js';
import { sortedText } from './naive-relabel.js';
import { type NaiveTree, naiveFlat, naiveKid, naiveSelect, partsOf } from './naive-tree.js';

export interface NaiveFact {
  readonly value: Json;
  readonly tree: NaiveTree;
}

export interface NaiveSubject {
  readonly tool: string;
  readonly argument: string;
  readonly label: NaiveLabel;
  readonly value: Json;
  readonly recipients: readonly string[] | null;
  readonly args: JsonObject;
  readonly tree: NaiveTree;
  readonly facts: ReadonlyMap<string, NaiveFact>;
  readonly bits: number;
  /** Bits of the value itself. */
  readonly valueBits: number;
  readonly spent: Readonly<Record<string, number>>;
}

export interface NaiveDecision {
  readonly answer: DeclassRule['then'];
  readonly rule: string | null;
}

type Truth = 0 | 0.5 | 1;

/** The principal of one plain address; null for anything else. */
export function naiveEmail(value: Json): string | null {
  if (typeof value !== 'string' || /[\s<>(),;:"\\[\]\p{Cc}\p{Cf}]/u.test(value)) return null;
  const [local = '', domain = '', ...rest] = value.split('@');
  if (local === '' || domain === '' || rest.length > 0 || domain.includes('/')) return null;
  if (local.length > 64 || domain.length > 255) return null;
  return `user:${local}@${domain.toLowerCase()}`;
}

/** The parts that a pointer names, `*` for any, with what may be known of them. */
export function naiveParts(
  value: Json,
  tree: NaiveTree,
  pointer: string,
): readonly { readonly value: Json; readonly label: NaiveLabel }[] {
  const walk = (at: Json, node: NaiveTree, left: readonly string[], isRoot: boolean) => {
    const [segment, ...rest] = left;
    if (segment === undefined) return [{ value: at, label: naiveFlat(node) }];
    const out: { readonly value: Json; readonly label: NaiveLabel }[] = [];
    for (const [key, part] of partsOf(at)) {
      if (segment !== '*' && segment.replaceAll('~1', '/').replaceAll('~0', '~') !== key) continue;
      const kid = isRoot ? naiveKid(node, key) : naiveSelect(node, key);
      if (kid !== undefined) out.push(...walk(part, kid, rest, false));
    }
    return out;
  };
  return walk(value, tree, pointer.split('/').slice(1), true);
}

/** Written by the user or the host, and chosen by nobody who had read content. */
export function isNaivelyTrusted({ sources, control }: NaiveLabel): boolean {
  const isClean = (source: string): boolean => /^(user|host|planner|host:.*)$/s.test(source);
  return [...sources].every((s) => s === 'user' || s === 'host') && [...control].every(isClean);
}

function operandValues(operand: DeclassOperand, subject: NaiveSubject): readonly Json[] | null {
  if ('literal' in operand) return [operand.literal];
  if ('fact' in operand) {
    const fact = subject.facts.get(operand.fact);
    return fact !== undefined && isNaivelyTrusted(naiveFlat(fact.tree)) ? [fact.value] : null;
  }
  if (operand.argument === subject.argument) return null;
  const parts = naiveParts(subject.args, subject.tree, operand.argument);
  const isUsable = parts.length > 0 && parts.every(({ label }) => isNaivelyTrusted(label));
  return isUsable ? parts.map(({ value }) => value) : null;
}

function within(actual: Iterable<string>, allowed: readonly string[]): Truth {
  const fits = (item: string): boolean =>
    allowed.some((one) => one === item || (/:\*$/.test(one) && item.startsWith(one.slice(0, -1))));
  return [...actual].every(fits) ? 1 : 0;
}

function compare(
  operand: DeclassOperand,
  subject: NaiveSubject,
  isHeld: (values: readonly Json[]) => boolean,
): Truth {
  const values = operandValues(operand, subject);
  if (values === null) return 0.5;
  return isHeld(values) ? 1 : 0;
}

/** How true a condition is of a subject. */
export function naiveTruth(
  condition: DeclassCondition,
  rule: string,
  subject: NaiveSubject,
): Truth {
  const { label, value, recipients, bits, valueBits, spent } = subject;
  const of = (part: DeclassCondition): Truth => naiveTruth(part, rule, subject);
  const isValue = (item: Json): boolean => sortedText(item) === sortedText(value);
  const spread = (values: readonly Json[]): readonly Json[] =>
    values.flatMap((item) => (isJsonList(item) ? item : [item]));
  if ('always' in condition) return 1;
  if ('all' in condition) return Math.min(...condition.all.map(of)) as Truth;
  if ('any' in condition) return Math.max(...condition.any.map(of)) as Truth;
  if ('not' in condition) return (1 - of(condition.not)) as Truth;
  if ('sources' in condition) return within(label.sources, condition.sources);
  if ('control' in condition) return within(label.control, condition.control);
  if ('subjects' in condition) return within(label.subjects, condition.subjects);
  if ('capacity' in condition) {
    const charge = condition.of === 'value' ? valueBits : bits;
    return charge + (spent[rule] ?? 0) <= condition.capacity ? 1 : 0;
  }
  if ('equals' in condition) return compare(condition.equals, subject, (all) => all.some(isValue));
  if ('memberOf' in condition)
    return compare(condition.memberOf, subject, (all) => spread(all).some(isValue));
  if ('atMost' in condition) {
    const isBound = (bound: Json): boolean => typeof bound === 'number' && Number(value) <= bound;
    const isNumber = typeof value === 'number';
    return compare(condition.atMost, subject, (all) => isNumber && all.some(isBound));
  }
  if (recipients === null) return 0.5;
  return compare(condition.recipientsWithin, subject, (all) => {
    const allowed = spread(all).map((item) => naiveEmail(item) ?? item);
    return recipients.every((name) => allowed.includes(name));
  });
}

function concerns({ tool, argument }: DeclassRule, subject: NaiveSubject): boolean {
  if (tool !== '*' && tool !== subject.tool) return false;
  if (argument === '*') return subject.argument !== 'decision';
  const [wanted, actual] = [argument.split('/'), subject.argument.split('/')];
  return wanted.length === actual.length && wanted.every((p, i) => p === '*' || p === actual[i]);
}

const STRICTEST_FIRST = ['deny', 'ask', 'release_control', 'release'] as const;

/** What the rules say of one refused argument: the strictest that holds, else a denial. */
export function naiveDeclass(rules: readonly DeclassRule[], subject: NaiveSubject): NaiveDecision {
  const holding = rules.filter((rule) => {
    const truth = concerns(rule, subject) ? naiveTruth(rule.when, rule.id, subject) : 0;
    return truth === 1 || (truth === 0.5 && (rule.then === 'ask' || rule.then === 'deny'));
  });
  for (const then of STRICTEST_FIRST) {
    const first = holding.find((rule) => rule.then === then);
    if (first !== undefined) return { answer: then, rule: first.id };
  }
  return { answer: 'deny', rule: null };
}
