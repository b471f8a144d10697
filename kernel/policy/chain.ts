/**
 * One class, or one command, along the scopes: the first scope with a rule that applies decides;
 * one that cannot be told leaves a question as the floor and the chain goes on (behaviour G-10 to
 * G-13, C18).
 */
import type { Action, ActionClass, ActionCommand, Standing } from '../../schemas/index.js';
import { hasOwn } from '../primordials.js';
import type { Exists, ScopeAnswer } from './class-rules.js';
import type { CompiledRule } from './compiled-rule.js';
import { type Compiled, isPinned, type ScopeRules } from './guardrails.js';
import type { Say } from './ruled.js';
import { defaultSays, presetSays } from './says.js';

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
function scopesOf({ space, agent }: Standing): readonly string[] {
  const scopes: string[] = [];
  if (space !== null) scopes.push(`space:${space}`);
  if (agent !== null) scopes.push(`agent:${agent}`);
  scopes.push('workspace');
  return scopes;
}

/** Asks the scopes in their order; the rule that decided, null where none did. */
function askScopes(
  scopes: Scopes,
  how: Resolving,
  ask: (rules: ScopeRules) => ScopeAnswer,
): CompiledRule | null {
  for (const key of scopesOf(how.standing)) {
    const rules = hasOwn(scopes, key) ? scopes[key] : undefined;
    if (rules === undefined) continue;
    const { rule, unknown } = ask(rules);
    // INV-R8: what cannot be told is asked about.
    if (unknown !== null) how.say(unknown.ifUnknown);
    if (rule === null) continue;
    how.say(rule.say);
    return rule;
  }
  return null;
}

/** Says what the chain says of a class; the rule that decided, null where what is built in did. */
export function resolveClass(name: ActionClass, how: Resolving): CompiledRule | null {
  const { compiled, action, exists, standing, say } = how;
  const rule = askScopes(compiled.scopes, how, ({ classes }) =>
    classes[name].answer(action, exists),
  );
  if (rule !== null) return rule;
  const preset = isPinned(compiled, action) ? null : presetSays[standing.mode][name];
  say(preset ?? defaultSays[name]);
  return null;
}

/** Says what the chain says of a command; where no rule speaks of it, nothing and null. */
export function resolveCommand(command: ActionCommand | null, how: Resolving): CompiledRule | null {
  const { compiled, action, exists } = how;
  return askScopes(compiled.scopes, how, ({ commands }) =>
    commands.answer(command, action, exists),
  );
}

/** Says what the managed tier says: the strictest of all its rules, none of which allows. */
export function resolveManaged(commands: readonly (ActionCommand | null)[], how: Resolving): void {
  const { compiled, action, exists, say } = how;
  const rules = hasOwn(compiled.scopes, 'managed') ? compiled.scopes['managed'] : undefined;
  if (rules === undefined) return;
  const tell = ({ rule, unknown }: ScopeAnswer): void => {
    if (unknown !== null) say(unknown.ifUnknown);
    if (rule !== null) say(rule.say);
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
  const told = [
    ...action.classes.map((name) => managed.classes[name].strictest(action, exists)),
    ...commands.map((command) => managed.commands.strictest(command, action, exists)),
  ];
  for (const { rule } of told) if (rule !== null) how.say(rule.say);
}
