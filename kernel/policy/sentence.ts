/** Rules as sentences, for whoever reads a policy or a refusal (behaviour G-23). Pure. */

import type { Constraint, GuardrailRule, RuleDecision } from '../../schemas/index.js';
import { momentText } from '../compute/moment.js';

const verbs: Readonly<Record<RuleDecision, string>> = Object.freeze({
  allow: 'Allow',
  prompt: 'Ask about',
  deny: 'Deny',
});

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(', ');
}

/** The target of a rule: its class, or the beginning of a command. */
export function targetOf({ class: name, command, exact }: GuardrailRule): string {
  if (name !== undefined) return `\`${name}\``;
  return exact === true ? `exactly \`${command ?? ''}\`` : `\`${command ?? ''} …\``;
}

/** What a constraint says under a decision; empty where it says nothing. */
export function constraintText(constraint: Constraint | undefined, decision: RuleDecision): string {
  if (constraint === undefined) return '';
  const isAllow = decision === 'allow';
  const parts: string[] = [];
  const add = (noun: string, texts: readonly string[] | undefined): void => {
    if (texts === undefined) return;
    const yes = texts.filter((text) => !text.startsWith('!'));
    const no = texts.filter((text) => text.startsWith('!')).map((text) => text.slice(1));
    const within = yes.length === 0 ? 'anything' : quoted(yes);
    const but = no.length === 0 ? '' : ` but ${quoted(no)}`;
    parts.push(isAllow ? `every ${noun} is in ${within}${but}` : `a ${noun} is in ${within}${but}`);
  };
  add('path', constraint.paths);
  add('ref', constraint.refs);
  add('host', constraint.hosts);
  if (constraint.commands !== undefined)
    parts.push(`${isAllow ? 'every' : 'a'} command begins with ${quoted(constraint.commands)}`);
  const amount = isAllow ? 'at most' : 'more than';
  if (constraint.maxCount !== undefined) parts.push(`it counts ${amount} ${constraint.maxCount}`);
  if (constraint.maxCents !== undefined)
    parts.push(`it costs ${amount} ${constraint.maxCents} cents`);
  return parts.join(isAllow ? ' and ' : ' or ');
}

/** One rule as a sentence. */
export function ruleSentence(rule: GuardrailRule): string {
  const { scope, decision, enforcement, constraint, expiresAt, provenance, because } = rule;
  const where = scope === 'managed' ? 'in the managed tier' : `in \`${scope}\``;
  const when = constraintText(constraint, decision);
  const until = expiresAt === undefined ? '' : `, until ${instantText(expiresAt)}`;
  const kind = enforcement === 'hard' ? '' : ` (${enforcement})`;
  const remembered = provenance === 'remembered' ? ' It was remembered from an answer.' : '';
  const reason = because === undefined ? '' : ` Because: ${because}`;
  const condition = when === '' ? '' : ` if ${when}`;
  return `${verbs[decision]}${kind} ${targetOf(rule)} ${where}${condition}${until}.${remembered}${reason}`;
}

/** An instant, in milliseconds since the epoch, as people read it: `2026-03-04 12:00 UTC`. */
export function instantText(instant: number): string {
  return `${momentText({ minutes: instant / 60_000, hasTime: true })} UTC`;
}
