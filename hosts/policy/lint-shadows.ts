/**
 * Rules that another rule makes idle: taking them out changes no decision. It goes by the text of
 * the rules, so it finds fewer than there are. Pure.
 */
import { ruleSentence } from '../../kernel/index.js';
import type {
  Constraint,
  GuardrailDocument,
  GuardrailRule,
  RuleDecision,
} from '../../schemas/index.js';
import { type Finding, finding } from './lint-finding.js';
import { allRules } from './policy-sentences.js';

const ranks: Readonly<Record<RuleDecision, number>> = { allow: 0, prompt: 1, deny: 2 };

interface Placed {
  readonly rule: GuardrailRule;
  readonly order: number;
  /** What its constraint says, whatever the order of its patterns; empty without one. */
  readonly bounds: string;
}

/** Finds the rules that another one makes idle, among those live at an instant. */
export function shadowedRules(document: GuardrailDocument, now: number): readonly Finding[] {
  const overridden = new Set(document.overrides.map(({ rule }) => rule));
  const lasts = ({ id }: GuardrailRule): boolean => !overridden.has(id);
  const live = allRules(document)
    .filter(({ expiresAt, enforcement }) => isAfter(expiresAt, now) && enforcement !== 'advisory')
    .map((rule, order) => ({ rule, order, bounds: boundsText(rule.constraint) }));
  const own = new Set([...document.rules, ...document.managed]);
  const groups = grouped(live);
  const floors = new Map<string | undefined, GuardrailRule>();
  for (const one of live)
    if (isFloor(one) && lasts(one.rule) && !floors.has(one.rule.class))
      floors.set(one.rule.class, one.rule);
  return live.flatMap((one) => {
    if (!own.has(one.rule)) return [];
    const rivals = groups.get(targetKey(one.rule)) ?? [];
    const by = rivals.find((other) => lasts(other.rule) && hides(other, one));
    if (by !== undefined) {
      const message = `it never matters beside \`${by.rule.id}\`: ${ruleSentence(by.rule)}`;
      return [finding(one.rule.id, 'shadowed', message)];
    }
    const floor = one.rule.class === undefined ? undefined : floors.get(one.rule.class);
    if (floor === undefined || floor === one.rule) return [];
    const message = `\`${floor.id}\` of the managed tier denies all of \`${floor.class ?? ''}\``;
    return [finding(one.rule.id, 'unreachable', message)];
  });
}

function grouped(live: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const one of live) {
    const key = targetKey(one.rule);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

function targetKey({ scope, class: name, command, exact }: GuardrailRule): string {
  const words = command?.trim().split(/\s+/u) ?? [];
  return JSON.stringify([scope, name ?? null, words, exact === true]);
}

/** One that denies all of a class for ever, whoever asks. */
function isFloor({ rule, bounds }: Placed): boolean {
  const { scope, class: name, decision, expiresAt } = rule;
  const isWhole = scope === 'managed' && name !== undefined && bounds === '';
  return isWhole && decision === 'deny' && expiresAt === undefined;
}

/** Whether a rule of the same scope and target wins over another wherever that one applies. */
function hides(other: Placed, one: Placed): boolean {
  if (other === one || other.bounds !== one.bounds) return false;
  if (endOf(other) < endOf(one)) return false;
  const difference = ranks[other.rule.decision] - ranks[one.rule.decision];
  if (difference === 0) return isEarlier(other, one);
  // What allows applies elsewhere than what restricts, unless neither has bounds.
  const isAlike = one.rule.decision !== 'allow' || isUnboundClass(one);
  return difference > 0 && isAlike;
}

function endOf({ rule }: Placed): number {
  return rule.expiresAt ?? Number.POSITIVE_INFINITY;
}

/** Of two that say the same, the one that ends later hides the other; then the earlier one. */
function isEarlier(other: Placed, one: Placed): boolean {
  return other.rule.expiresAt === one.rule.expiresAt ? other.order < one.order : true;
}

function isUnboundClass({ rule, bounds }: Placed): boolean {
  return rule.class !== undefined && bounds === '';
}

/** Whether something that ends at `end`, or never, still holds at an instant. */
function isAfter(end: number | undefined, instant: number): boolean {
  return end === undefined || instant < end;
}

function boundsText(constraint: Constraint | undefined): string {
  const entries = Object.entries(constraint ?? {}).filter(([, part]) => part !== undefined);
  if (entries.length === 0) return '';
  const sorted = entries.map(([name, part]) => [
    name,
    typeof part === 'object' ? [...new Set(part)].sort() : part,
  ]);
  return JSON.stringify(sorted.sort());
}
