/** What rules are asked about one after the other: each class, each command, what is unreadable. */
import type { Action, ActionClass, ActionCommand, GuardrailRule } from '../../schemas/index.js';
import { type NaiveFit, naiveWords } from './naive-rules-command.js';
import { isNaivelyConstrained, naiveCommandFit, naiveConstraintFit } from './naive-rules-fit.js';
import { naiveRank } from './naive-rules-say.js';

export type NaiveSubject =
  | { readonly kind: 'class'; readonly name: ActionClass }
  | { readonly kind: 'command'; readonly command: ActionCommand }
  | { readonly kind: 'unreadable' };

export function naiveSubjects(action: Action): readonly NaiveSubject[] {
  return [
    ...action.classes.map((name): NaiveSubject => ({ kind: 'class', name })),
    ...action.commands.map((command): NaiveSubject => ({ kind: 'command', command })),
    ...(action.isOpaque ? [{ kind: 'unreadable' } as const] : []),
  ];
}

/** A rule about a class knows nothing of commands, and the other way round. */
function isAbout(rule: GuardrailRule, subject: NaiveSubject): boolean {
  return subject.kind === 'class' ? rule.class === subject.name : rule.command !== undefined;
}

function fitOn(rule: GuardrailRule, subject: NaiveSubject, action: Action): NaiveFit {
  if (subject.kind === 'class') return naiveConstraintFit(rule, action);
  return subject.kind === 'command' ? naiveCommandFit(rule, subject.command, action) : 'unknown';
}

/** The rules that have such a fit for a subject, in their order. */
export function naivelyFitting(
  fit: NaiveFit,
  rules: readonly GuardrailRule[],
  [subject, action]: readonly [NaiveSubject, Action],
): readonly GuardrailRule[] {
  return rules.filter((rule) => isAbout(rule, subject) && fitOn(rule, subject, action) === fit);
}

/** The greatest numbers first, and of equals the earlier. */
function firstBy(
  rules: readonly GuardrailRule[],
  measures: readonly ((rule: GuardrailRule) => number)[],
): GuardrailRule | undefined {
  let left = rules;
  for (const measure of measures) {
    const most = Math.max(...left.map(measure));
    left = left.filter((rule) => measure(rule) === most);
  }
  return left[0];
}

const strictness = (rule: GuardrailRule): number => naiveRank(rule.decision);
const narrowness = (rule: GuardrailRule): number => (isNaivelyConstrained(rule) ? 1 : 0);
const lengthOf = (rule: GuardrailRule): number => naiveWords(rule.command ?? '').length;

/** Within a scope: the longest beginning, then the constrained, then the strictest. */
export function naivelyNearest(hits: readonly GuardrailRule[]): GuardrailRule | undefined {
  return firstBy(hits, [lengthOf, narrowness, strictness]);
}

/** The strictest, whatever it says of how narrow it is. */
export function naivelyStrictest(hits: readonly GuardrailRule[]): GuardrailRule | undefined {
  return firstBy(hits, [strictness]);
}
