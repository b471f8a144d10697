/**
 * One class, or one command, along the scopes: the first scope with a rule that applies decides;
 * one that cannot be told leaves a question as the floor and the chain goes on (behaviour G-10 to
 * G-13, C18).
 */
import {
  type Action,
  type ActionClass,
  type ActionCommand,
  type ConversationMode,
  classDefaults,
  type RuleDecision,
  type Standing,
} from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';
import type { Exists, ScopeAnswer } from './class-rules.js';
import type { CompiledRule } from './compiled-rule.js';
import type { Compiled, ScopeRules } from './guardrails.js';
import type { RuleSource, Say } from './ruled.js';
import { constraintText, targetOf } from './sentence.js';

/** What a decision goes by. */
export interface Resolving {
  readonly compiled: Compiled;
  readonly action: Action;
  readonly standing: Standing;
  readonly exists: Exists;
  /** Takes what was said. */
  readonly say: (say: Say) => void;
}

type Scopes = Readonly<Record<string, ScopeRules>>;

/** The scopes of a standing, nearest first. */
function scopesOf({ space, agent }: Standing): readonly (readonly [RuleSource, string])[] {
  const scopes: (readonly [RuleSource, string])[] = [];
  if (space !== null) scopes.push(['space', `space:${space}`]);
  if (agent !== null) scopes.push(['agent', `agent:${agent}`]);
  scopes.push(['workspace', 'workspace']);
  return scopes;
}

/** Asks the scopes in their order; true once one has decided. */
function askScopes(
  scopes: Scopes,
  how: Resolving,
  ask: (rules: ScopeRules) => ScopeAnswer,
): boolean {
  for (const [source, key] of scopesOf(how.standing)) {
    const rules = hasOwn(scopes, key) ? scopes[key] : undefined;
    if (rules === undefined) continue;
    const { rule, unknown } = ask(rules);
    // INV-R8: what cannot be told is asked about.
    if (unknown !== null) how.say(unevaluable(unknown));
    if (rule === null) continue;
    how.say(sayOf(rule, source));
    return true;
  }
  return false;
}

/** Says what the chain says of a class. */
export function resolveClass(name: ActionClass, how: Resolving): void {
  const { compiled, action, exists, standing, say } = how;
  if (askScopes(compiled.scopes, how, ({ classes }) => classes[name].answer(action, exists)))
    return;
  const preset = presetSay(name, standing.mode, isPinned(compiled, action));
  say(preset ?? defaultSay(name));
}

/** Says what the chain says of a command; where no rule speaks of it, nothing. */
export function resolveCommand(command: ActionCommand | null, how: Resolving): void {
  const { compiled, action, exists } = how;
  askScopes(compiled.scopes, how, ({ commands }) => commands.answer(command, action, exists));
}

/** Says what the managed tier says: the strictest of all its rules, and nothing that allows. */
export function resolveManaged(commands: readonly (ActionCommand | null)[], how: Resolving): void {
  const { compiled, action, exists, say } = how;
  const rules = hasOwn(compiled.scopes, 'managed') ? compiled.scopes['managed'] : undefined;
  if (rules === undefined) return;
  const tell = ({ rule, unknown }: ScopeAnswer): void => {
    if (unknown !== null) say({ ...unevaluable(unknown), source: 'managed' });
    // INV-R2: it only tightens.
    if (rule !== null && rule.rule.decision !== 'allow') say(sayOf(rule, 'managed'));
  };
  for (const name of action.classes) tell(rules.classes[name].strictest(action, exists));
  for (const command of commands) tell(rules.commands.strictest(command, action, exists));
}

/** Says what advisory rules would have said, had they counted. */
export function resolveAdvisory(commands: readonly (ActionCommand | null)[], how: Resolving): void {
  const { advisory } = how.compiled;
  if (advisory === null) return;
  const { action, exists } = how;
  for (const name of action.classes)
    askScopes(advisory, how, ({ classes }) => classes[name].answer(action, exists));
  for (const command of commands)
    askScopes(advisory, how, ({ commands: rules }) => rules.answer(command, action, exists));
  const managed = hasOwn(advisory, 'managed') ? advisory['managed'] : undefined;
  if (managed === undefined) return;
  for (const name of action.classes) {
    const { rule } = managed.classes[name].strictest(action, exists);
    if (rule !== null) how.say(sayOf(rule, 'managed'));
  }
}

function isPinned(compiled: Compiled, action: Action): boolean {
  return action.tool !== null && compiled.pinned.has(action.tool);
}

const modesThatRead: ReadonlySet<ConversationMode> = new Set(['plan', 'review', 'orchestrate']);
const readable: ReadonlySet<ActionClass> = new Set<ActionClass>(['networkEgress', 'secretAccess']);

/** What a mode that only reads says of a class (behaviour G-21); null where it says nothing. */
function presetSay(name: ActionClass, mode: ConversationMode, pinned: boolean): Say | null {
  if (pinned || !modesThatRead.has(mode) || readable.has(name)) return null;
  return builtIn(
    { source: 'preset', rule: `preset.${mode}`, about: name },
    'deny',
    `mode \`${mode}\` only reads`,
  );
}

function defaultSay(name: ActionClass): Say {
  return builtIn(
    { source: 'default', rule: `default.${name}`, about: name },
    classDefaults[name],
    'built-in default',
  );
}

/** A say of what is built in. */
export function builtIn(
  { source, rule, about }: Pick<Say, 'source' | 'rule' | 'about'>,
  decision: RuleDecision,
  why: string,
): Say {
  const reason = `\`${about}\` = ${decision} (${why})`;
  return freeze({ decision, source, rule, about, enforcement: 'hard', reason });
}

/** What a rule says, in the name of its scope. */
export function sayOf({ rule }: CompiledRule, source: RuleSource): Say {
  const { id, decision, enforcement, because } = rule;
  const when = constraintText(rule.constraint, decision);
  const condition = when === '' ? '' : `, as ${when}`;
  const reason = `${targetOf(rule)} = ${decision} (${source} rule \`${id}\`${condition})${because === undefined ? '' : `: ${because}`}`;
  const about = rule.class ?? rule.command ?? '';
  return freeze({ decision, source, rule: id, about, enforcement, reason });
}

/** The question that a rule leaves that cannot be told (behaviour G-26, C18). */
function unevaluable({ rule }: CompiledRule): Say {
  const { id, decision, enforcement } = rule;
  const when = constraintText(rule.constraint, decision);
  const what = when === '' ? 'its command' : `whether ${when}`;
  const reason = `${targetOf(rule)} = prompt (rule \`${id}\` cannot be told: ${what})`;
  return freeze({
    decision: 'prompt',
    source: 'unevaluable',
    rule: id,
    about: rule.class ?? rule.command ?? '',
    enforcement,
    reason,
  });
}
