/**
 * Patterns of paths as actions will name them: an action's paths are absolute and have their links
 * followed, so a pattern that is written through `~` or a link has to be followed too, or it would
 * match nothing (behaviour G-30).
 */
import type {
  Constraint,
  GuardrailDocument,
  GuardrailRule,
  PathResolver,
  RuleDecision,
} from '../../schemas/index.js';
import { HostError } from '../errors.js';
import {
  escapedPath,
  isPathPattern,
  literalBeginning,
  pathPatternForm,
} from './path-pattern-text.js';

export interface PatternMeans {
  /** The user's home directory; null if there is none. */
  readonly home: string | null;
  /** Follows links; null to take patterns as they are written. */
  readonly resolver: PathResolver | null;
}

/**
 * Puts the home directory in for `~`, and beside each pattern whose beginning leads through links
 * the one that it leads to. What nobody can follow stays as it is written.
 * @throws HostError `policy_malformed` for a pattern that can match no absolute path
 */
export function resolvePatterns(
  document: GuardrailDocument,
  means: PatternMeans,
): GuardrailDocument {
  const rule = (given: GuardrailRule): GuardrailRule => resolvedRule(given, means);
  const { never } = document;
  return {
    ...document,
    rules: document.rules.map(rule),
    managed: document.managed.map(rule),
    never: { ...never, paths: resolved(never.paths, 'deny', means, '`never.paths`') },
  };
}

function resolvedRule(rule: GuardrailRule, means: PatternMeans): GuardrailRule {
  const paths = rule.constraint?.paths;
  if (paths === undefined) return rule;
  const where = `rule \`${rule.id}\``;
  const constraint: Constraint = {
    ...rule.constraint,
    paths: resolved(paths, rule.decision, means, where),
  };
  return { ...rule, constraint };
}

function resolved(
  patterns: readonly string[],
  decision: RuleDecision,
  means: PatternMeans,
  where: string,
): string[] {
  const all = patterns.flatMap((pattern) => {
    if (!isPathPattern(pattern))
      throw malformed(`${where}: \`${pattern}\` matches nothing: ${pathPatternForm}`);
    const isNegated = pattern.startsWith('!');
    const written = absolute(isNegated ? pattern.slice(1) : pattern, means.home);
    if (written === null)
      throw malformed(`${where}: \`${pattern}\`: there is no home directory to put in for \`~\``);
    const followed = followedPattern(written, means.resolver, (decision === 'allow') !== isNegated);
    const both = followed === null ? [written] : [written, followed];
    return isNegated ? both.map((text) => `!${text}`) : both;
  });
  return [...new Set(all)];
}

function malformed(message: string): HostError {
  return new HostError('policy_malformed', message);
}

function absolute(pattern: string, home: string | null): string | null {
  if (!pattern.startsWith('~')) return pattern;
  if (home === null || !home.startsWith('/')) return null;
  return escapedPath(home.replace(/\/+$/, '')) + pattern.slice(1) || '/';
}

/** What a pattern leads to through links; null where that is nothing else. */
function followedPattern(
  pattern: string,
  resolver: PathResolver | null,
  loosens: boolean,
): string | null {
  const beginning = literalBeginning(pattern);
  if (resolver === null || beginning === null) return null;
  const end = endOf(beginning.path, resolver);
  if (end === null || end === beginning.path) return null;
  // Whoever can set a link must not turn a small permission into one for what lies around it.
  if (loosens && isAbove(end, beginning.path)) return null;
  const real = end === '/' ? '' : escapedPath(end);
  return real + beginning.rest || '/';
}

/** Where a path leads; a resolver that throws, or answers something else, told nothing. */
function endOf(path: string, resolver: PathResolver): string | null {
  try {
    const real: unknown = resolver.resolve(path)?.real;
    return typeof real === 'string' && real.startsWith('/') ? real : null;
  } catch {
    return null;
  }
}

function isAbove(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
