/**
 * What a rule that was remembered means, from the sentences and slowly: whether it allows an action
 * whole, and what may lie inside of it at all. Shares nothing with kernel/policy.
 */
import type { Action, ActionCommand, Facet, GuardrailRule } from '../../schemas/index.js';

/** Whether a pattern stands for a whole text; tries every way there is. */
export function naiveGlob(pattern: string, text: string, crosses: boolean): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('\\')) {
    return (
      text.startsWith(pattern[1] ?? '\0') && naiveGlob(pattern.slice(2), text.slice(1), crosses)
    );
  }
  const stars = /^\*+/.exec(pattern)?.[0] ?? '';
  if (stars !== '') {
    const rest = pattern.slice(stars.length);
    const reach = crosses || stars.length > 1 ? text.length : /^[^/]*/.exec(text)?.[0].length;
    return Array.from({ length: (reach ?? 0) + 1 }, (_, i) => i).some((i) =>
      naiveGlob(rest, text.slice(i), crosses),
    );
  }
  if (text === '') return false;
  const isSame = pattern[0] === '?' ? crosses || text[0] !== '/' : pattern[0] === text[0];
  return isSame && naiveGlob(pattern.slice(1), text.slice(1), crosses);
}

type Fits = (pattern: string, value: string) => boolean;

const asPath: Fits = (pattern, value) => naiveGlob(pattern, value, false);
const asRef: Fits = (pattern, value) => naiveGlob(pattern, value, true);
const asHost: Fits = (pattern, value) => pattern === value;

function isInside(
  facet: Facet | null,
  patterns: readonly string[] | undefined,
  fits: Fits,
): boolean {
  if (patterns === undefined) return true;
  if (facet === null || facet.reach !== 'listed' || facet.values.length === 0) return false;
  return facet.values.every((value) => patterns.some((pattern) => fits(pattern, value)));
}

function isTouched(
  facet: Facet | null,
  patterns: readonly string[] | undefined,
  fits: Fits,
): boolean {
  return (facet?.values ?? []).some((value) => patterns?.some((pattern) => fits(pattern, value)));
}

function beginsWith(command: ActionCommand, beginning: string): boolean {
  const words = beginning.split(' ');
  const text = command.text?.trim();
  const isText = text === undefined || text === beginning || text.startsWith(`${beginning} `);
  return isText && words.every((word, i) => command.words[i] === word);
}

function isCommand(command: ActionCommand, whole: string): boolean {
  return beginsWith(command, whole) && command.words.length === whole.split(' ').length;
}

function isUnder(amount: number | null, ceiling: number | undefined): boolean {
  return ceiling === undefined || (amount !== null && amount <= ceiling);
}

function isTarget(rule: GuardrailRule, action: Action): boolean {
  if (rule.class !== undefined) return action.classes.includes(rule.class);
  return action.commands.some((command) => isCommand(command, rule.command ?? ''));
}

/** Whether an allowing rule allows all of an action at an instant. */
export function naiveAllows(rule: GuardrailRule, action: Action, now: number): boolean {
  const { paths, refs, hosts, commands, maxCount, maxCents } = rule.constraint ?? {};
  if (rule.decision !== 'allow' || now >= (rule.expiresAt ?? 0) || action.isOpaque) return false;
  const isCommands =
    commands === undefined ||
    (action.commands.length > 0 &&
      action.commands.every((command) => commands.some((text) => beginsWith(command, text))));
  return (
    isTarget(rule, action) &&
    isInside(action.paths, paths, asPath) &&
    isInside(action.refs, refs, asRef) &&
    isInside(action.hosts, hosts, asHost) &&
    isCommands &&
    isUnder(action.count, maxCount) &&
    isUnder(action.cents, maxCents)
  );
}

/** Whether a rule that asks or denies touches anything of an action. */
export function naiveRestricts(rule: GuardrailRule, action: Action): boolean {
  const { constraint } = rule;
  if (!isTarget(rule, action)) return false;
  if (constraint === undefined) return true;
  const { paths, refs, hosts, commands } = constraint;
  return (
    isTouched(action.paths, paths, asPath) ||
    isTouched(action.refs, refs, asRef) ||
    isTouched(action.hosts, hosts, asHost) ||
    action.commands.some((command) => commands?.some((text) => beginsWith(command, text)))
  );
}

/** Whether a path may be allowed because another one was: beside it or below, in no wide folder. */
export function naiveNear(path: string, seen: string, home: string): boolean {
  if (path === seen) return true;
  const folder = seen.split('/').slice(0, -1);
  const isWide =
    folder.length < 3 ||
    (['home', 'Users'].includes(folder[1] ?? '') && folder.length === 3) ||
    home.split('/').slice(0, folder.length).join('/') === folder.join('/');
  return !isWide && path.split('/').slice(0, folder.length).join('/') === folder.join('/');
}

/** The same of a branch: in one group with the other, where a group is not all there is. */
export function naiveSibling(ref: string, seen: string): boolean {
  const [group = '', ...rest] = seen.split('/');
  const isGroup = rest.length > 0 && !['tags', 'remotes', 'origin', 'upstream'].includes(group);
  return ref === seen || (isGroup && ref.split('/')[0] === group && ref.includes('/'));
}
