/**
 * Whether the constraint of a rule holds for an action: it hits, misses, or nobody can tell
 * (behaviour G-25 to G-28). What restricts applies if it is touched, what allows only if all of it
 * is inside.
 */
import type {
  Action,
  ActionCommand,
  Constraint,
  Facet,
  RuleDecision,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { type CommandPattern, commandMatches, commandPattern } from './match/command-pattern.js';
import { hostPattern } from './match/host-pattern.js';
import { pathPattern } from './match/path-pattern.js';
import type { Pattern } from './match/pattern.js';
import { inList } from './match/pattern-list.js';
import { refPattern } from './match/ref-pattern.js';

export type Fit = 'hit' | 'unknown' | 'miss';

/** Dimensions in which a rule names patterns of values. */
export type PatternDimension = 'paths' | 'refs' | 'hosts';
export const patternDimensions: readonly PatternDimension[] = freeze(['paths', 'refs', 'hosts']);

export interface CompiledConstraint {
  readonly paths: readonly Pattern[] | null;
  readonly refs: readonly Pattern[] | null;
  readonly hosts: readonly Pattern[] | null;
  readonly commands: readonly CommandPattern[] | null;
  readonly maxCount: number | null;
  readonly maxCents: number | null;
}

const compilers = freeze({ paths: pathPattern, refs: refPattern, hosts: hostPattern });

/**
 * Compiles the patterns of one dimension; `where` names the place for a refusal.
 * @throws KernelFault `config_malformed`
 */
export function compilePatterns(
  dimension: PatternDimension,
  texts: readonly string[],
  where: string,
): readonly Pattern[] {
  return freeze(texts.map((text) => compiled(compilers[dimension](text), text, where)));
}

function compiled<P>(pattern: P | null, text: string, where: string): P {
  if (pattern !== null) return pattern;
  throw new KernelFault('config_malformed', `${where}: \`${text}\` is no pattern of this kind`);
}

/** Compiles a constraint; one that names nothing is none. @throws KernelFault `config_malformed` */
export function compileConstraint(
  given: Constraint | undefined,
  where: string,
): CompiledConstraint | null {
  if (given === undefined || Object.values(given).every((part) => part === undefined)) return null;
  const patterns = (dimension: PatternDimension): readonly Pattern[] | null => {
    const texts = given[dimension];
    return texts === undefined ? null : compilePatterns(dimension, texts, `${where} ${dimension}`);
  };
  const commands = given.commands?.map((text) =>
    compiled(commandPattern(text), text, `${where} commands`),
  );
  return freeze({
    paths: patterns('paths'),
    refs: patterns('refs'),
    hosts: patterns('hosts'),
    commands: commands === undefined ? null : freeze(commands),
    maxCount: given.maxCount ?? null,
    maxCents: given.maxCents ?? null,
  });
}

/** Whether a constraint holds for an action under a rule of this decision. */
export function fitOf(constraint: CompiledConstraint, decision: RuleDecision, action: Action): Fit {
  const isAllow = decision === 'allow';
  const combine = isAllow ? both : either;
  let result: Fit | null = null;
  const add = (fit: Fit): void => {
    result = result === null ? fit : combine(result, fit);
  };
  for (const dimension of patternDimensions) {
    const patterns = constraint[dimension];
    if (patterns !== null)
      add(isAllow ? inside(patterns, action[dimension]) : touches(patterns, action[dimension]));
  }
  const { commands, maxCount, maxCents } = constraint;
  if (commands !== null)
    add(isAllow ? commandsInside(commands, action) : commandsTouch(commands, action));
  if (maxCount !== null) add(ceiling(maxCount, action.count, isAllow));
  if (maxCents !== null) add(ceiling(maxCents, action.cents, isAllow));
  return result ?? 'unknown';
}

/** All have to hit. */
function both(a: Fit, b: Fit): Fit {
  if (a === 'miss' || b === 'miss') return 'miss';
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'hit';
}

/** One that hits is enough. */
function either(a: Fit, b: Fit): Fit {
  if (a === 'hit' || b === 'hit') return 'hit';
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'miss';
}

function isSilent(facet: Facet | null): facet is null {
  return facet === null || (facet.values.length === 0 && facet.reach === 'listed');
}

/** What restricts is loose: it matches at least as much as what allows. */
function touches(patterns: readonly Pattern[], facet: Facet | null): Fit {
  if (isSilent(facet)) return 'unknown';
  if (facet.reach === 'every') return 'hit';
  if (facet.values.some((value) => inList(patterns, value, 'loose'))) return 'hit';
  return facet.reach === 'open' ? 'unknown' : 'miss';
}

function inside(patterns: readonly Pattern[], facet: Facet | null): Fit {
  if (isSilent(facet)) return 'unknown';
  if (facet.reach === 'every') return 'miss';
  if (!facet.values.every((value) => inList(patterns, value, 'exact'))) return 'miss';
  return facet.reach === 'open' ? 'unknown' : 'hit';
}

function commandsTouch(patterns: readonly CommandPattern[], action: Action): Fit {
  let fit: Fit = action.isOpaque || action.commands.length === 0 ? 'unknown' : 'miss';
  for (const command of action.commands) {
    for (const pattern of patterns) {
      fit = either(fit, commandMatches(pattern, command, 'loose', false));
      if (fit === 'hit') return fit;
    }
  }
  return fit;
}

/** Every command of the line has to be covered: a harmless one opens nothing for its neighbour. */
function commandsInside(patterns: readonly CommandPattern[], action: Action): Fit {
  let fit: Fit = action.isOpaque || action.commands.length === 0 ? 'unknown' : 'hit';
  for (const command of action.commands) {
    fit = both(fit, coveredBy(patterns, command));
    if (fit === 'miss') return fit;
  }
  return fit;
}

function coveredBy(patterns: readonly CommandPattern[], command: ActionCommand): Fit {
  let fit: Fit = 'miss';
  for (const pattern of patterns) {
    fit = either(fit, commandMatches(pattern, command, 'exact', false));
    if (fit === 'hit') return fit;
  }
  return fit;
}

/** A ceiling allows up to its amount, and restricts above it. */
function ceiling(max: number, amount: number | null, isAllow: boolean): Fit {
  if (amount === null) return 'unknown';
  const isWithin = amount <= max;
  return isWithin === isAllow ? 'hit' : 'miss';
}
