/**
 * Makes a rule of the user's answer to one action: for one class or one command of it, bound to
 * what it named, for a time (behaviour G-36 to G-38). What cannot be bound is refused with its
 * mend, and the answer then holds for that one call. Pure.
 */
import {
  type Action,
  type ActionClass,
  type ActionCommand,
  type Constraint,
  type Facet,
  type GuardrailRule,
  guardrailRuleSchema,
  type RuleDecision,
  type RuleScope,
} from '../../schemas/index.js';
import { freeze, isSafeInteger } from '../primordials.js';
import { cannotRemember, isRememberRefusal, type RememberRefusal } from './remember-refusal.js';
import { commandText, hostAlone, widenPath, widenRef } from './widen.js';

/** No answer is remembered for longer: 30 days. */
export const MAX_REMEMBER_MS: number = 30 * 24 * 60 * 60 * 1000;

export interface RememberRequest {
  readonly action: Action;
  /** One class of the action, or one of its commands, which is then meant whole. */
  readonly about: { readonly class: ActionClass } | { readonly command: ActionCommand };
  readonly scope: RuleScope;
  readonly decision: RuleDecision;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly ttlMs: number;
  /** A name that no other rule has. */
  readonly id: string;
  readonly because?: string;
  /** The user's home as an absolute path with links followed: it is never allowed as a whole. */
  readonly home?: string | null;
  /** Where the action names nothing at all, the rule may do without bounds. */
  readonly unconstrained?: true;
}

/**
 * Makes the rule, or says why there can be none. A rule that allows applies to the action itself,
 * and to nothing outside the folders, the groups of branches, the hosts, the commands and the
 * amounts that it named.
 */
export function rememberedRule(request: RememberRequest): GuardrailRule | RememberRefusal {
  const { scope, decision, now, ttlMs, id, because } = request;
  if (!isSafeInteger(now) || !isSafeInteger(ttlMs) || ttlMs <= 0 || ttlMs > MAX_REMEMBER_MS) {
    return cannotRemember('ttl');
  }
  const target = targetOf(request);
  if (isRememberRefusal(target)) return target;
  const constraint = constraintOf(request);
  if (isRememberRefusal(constraint)) return constraint;
  const isBound = Object.keys(constraint).length > 0;
  if (!isBound && target.command === undefined && request.unconstrained !== true) {
    return cannotRemember('unconstrained');
  }
  const rule: GuardrailRule = {
    id,
    scope,
    ...target,
    decision,
    enforcement: 'hard',
    ...(isBound ? { constraint } : {}),
    expiresAt: now + ttlMs,
    provenance: 'remembered',
    ...(because === undefined ? {} : { because }),
  };
  return guardrailRuleSchema.safeParse(rule).success ? freeze(rule) : cannotRemember('malformed');
}

type Target = Pick<GuardrailRule, 'class' | 'command' | 'exact'>;

function targetOf({ action, about }: RememberRequest): Target | RememberRefusal {
  if ('class' in about) {
    return action.classes.includes(about.class)
      ? { class: about.class }
      : cannotRemember('not_of_action');
  }
  if (!action.commands.some((command) => isSameCommand(command, about.command))) {
    return cannotRemember('not_of_action');
  }
  const command = commandText(about.command);
  return isRememberRefusal(command) ? command : { command, exact: true };
}

function isSameCommand(a: ActionCommand, b: ActionCommand): boolean {
  const isLong = a.words.length === b.words.length;
  return isLong && a.text === b.text && a.words.every((word, i) => word === b.words[i]);
}

type Bounds = { -readonly [Name in keyof Constraint]: Constraint[Name] };

/** What the action named, each widened by its step; empty where it named nothing. */
function constraintOf(request: RememberRequest): Constraint | RememberRefusal {
  const { action, decision, home = null } = request;
  const named = {
    paths: patternsOf(action.paths, (path) => widenPath(path, home)),
    refs: patternsOf(action.refs, widenRef),
    hosts: patternsOf(action.hosts, hostAlone),
    commands: commandsOf(request),
  };
  const bounds: Bounds = {};
  for (const name of ['paths', 'refs', 'hosts', 'commands'] as const) {
    const patterns = named[name];
    if (isRememberRefusal(patterns)) return patterns;
    if (patterns.length > 0) bounds[name] = patterns;
  }
  if (decision === 'allow') return freeze({ ...bounds, ...ceilingsOf(action) });
  // What asks or denies would do so above its ceiling, so not of this very action.
  const hasAmount = action.count !== null || action.cents !== null;
  const isBound = 'command' in request.about || Object.keys(bounds).length > 0;
  return hasAmount && !isBound ? cannotRemember('amount_only') : freeze(bounds);
}

function ceilingsOf({ count, cents }: Action): Constraint {
  return {
    ...(count === null ? {} : { maxCount: count }),
    ...(cents === null ? {} : { maxCents: cents }),
  };
}

function patternsOf(
  facet: Facet | null,
  widen: (value: string) => string | RememberRefusal,
): string[] | RememberRefusal {
  if (facet === null) return [];
  if (facet.reach !== 'listed') return cannotRemember(facet.reach);
  return allOf(facet.values.map(widen));
}

/** The commands of an action, as beginnings; a rule about one command needs none. */
function commandsOf({ action, about }: RememberRequest): string[] | RememberRefusal {
  if (action.isOpaque) return cannotRemember('unread_command');
  if ('command' in about) return [];
  return allOf(
    action.commands.map((command) => {
      const text = commandText(command);
      // As a beginning it would be every use of the program.
      return typeof text === 'string' && !text.includes(' ')
        ? cannotRemember('bare_program')
        : text;
    }),
  );
}

/** Each pattern once, or the first refusal among them. */
function allOf(patterns: readonly (string | RememberRefusal)[]): string[] | RememberRefusal {
  const found = new Set<string>();
  for (const pattern of patterns) {
    if (typeof pattern !== 'string') return pattern;
    found.add(pattern);
  }
  const list = [...found];
  freeze(list);
  return list;
}
