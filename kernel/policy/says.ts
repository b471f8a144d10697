/**
 * What rules, and what is built in, say: made once, since it is said on every call. A reason names
 * the rule and its constraint, and no value of the action (behaviour G-20).
 */
import {
  type ActionClass,
  actionClasses,
  type ConversationMode,
  classDefaults,
  conversationModes,
  type GuardrailRule,
  type RuleDecision,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { RuleSource, Say } from './ruled.js';
import { constraintText, targetOf } from './sentence.js';

/** A say of what is built in. */
export function builtIn(
  { source, rule, about }: Pick<Say, 'source' | 'rule' | 'about'>,
  decision: RuleDecision,
  why: string,
): Say {
  const reason = `\`${about}\` = ${decision} (${why})`;
  return freeze({ decision, source, rule, about, enforcement: 'hard', reason });
}

/** The scope of a rule without the name of the space or the agent. */
function sourceOf({ scope }: GuardrailRule): RuleSource {
  if (scope === 'managed' || scope === 'workspace') return scope;
  return scope.startsWith('space:') ? 'space' : 'agent';
}

/** What a rule says where it applies. */
export function sayOf(rule: GuardrailRule): Say {
  const { id, decision, enforcement, because } = rule;
  const source = sourceOf(rule);
  const when = constraintText(rule.constraint, decision);
  const condition = when === '' ? '' : `, as ${when}`;
  const why = because === undefined ? '' : `: ${because}`;
  const reason = `${targetOf(rule)} = ${decision} (${source} rule \`${id}\`${condition})${why}`;
  return freeze({ decision, source, rule: id, about: aboutOf(rule), enforcement, reason });
}

/**
 * The question that a rule leaves that nobody can tell whether it applies (behaviour G-26, C18);
 * that of a managed rule stays one of the managed tier.
 */
export function unknownOf(rule: GuardrailRule): Say {
  const { id, decision, enforcement } = rule;
  const when = constraintText(rule.constraint, decision);
  const what = when === '' ? 'its command' : `whether ${when}`;
  const reason = `${targetOf(rule)} = prompt (rule \`${id}\` cannot be told: ${what})`;
  const source = rule.scope === 'managed' ? 'managed' : 'unevaluable';
  return freeze({
    decision: 'prompt',
    source,
    rule: id,
    about: aboutOf(rule),
    enforcement,
    reason,
  });
}

function aboutOf({ class: name, command }: GuardrailRule): string {
  return name ?? command ?? '';
}

type ByClass<T> = Readonly<Record<ActionClass, T>>;

function forClasses<T>(make: (name: ActionClass) => T): ByClass<T> {
  return freeze(Object.fromEntries(actionClasses.map((name) => [name, make(name)]))) as ByClass<T>;
}

/** What holds where nobody else speaks (behaviour G-5, G-6). */
export const defaultSays: ByClass<Say> = forClasses((name) =>
  builtIn(
    { source: 'default', rule: `default.${name}`, about: name },
    classDefaults[name],
    'built-in default',
  ),
);

const readable: readonly ActionClass[] = freeze(['networkEgress', 'secretAccess']);

function presetOf(mode: ConversationMode, name: ActionClass): Say | null {
  if (mode === 'chat' || readable.includes(name)) return null;
  const named = { source: 'preset', rule: `preset.${mode}`, about: name } as const;
  return builtIn(named, 'deny', `mode \`${mode}\` only reads`);
}

/** What a mode says of each class; null where it says nothing (behaviour G-21). */
export const presetSays: Readonly<Record<ConversationMode, ByClass<Say | null>>> = freeze(
  Object.fromEntries(
    conversationModes.map((mode) => [mode, forClasses((name) => presetOf(mode, name))]),
  ) as Record<ConversationMode, ByClass<Say | null>>,
);
