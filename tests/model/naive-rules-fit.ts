/** Whether a rule applies to an action: it hits, it misses, or nobody can tell. */
import type {
  Action,
  ActionCommand,
  Constraint,
  Facet,
  GuardrailRule,
  RuleDecision,
} from '../../schemas/index.js';
import { type NaiveFit, naiveBeginningFit } from './naive-rules-command.js';
import { type NaiveList, type NamedDimension, naivelyListed } from './naive-rules-pattern.js';

const namedDimensions: readonly NamedDimension[] = ['paths', 'refs', 'hosts'];

/** What is asked about becomes something that is touched, or something that is wholly inside. */
function listFit(list: NaiveList, facet: Facet | null, decision: RuleDecision): NaiveFit {
  if (facet === null) return 'unknown';
  const { values, reach } = facet;
  if (values.length === 0 && reach === 'listed') return 'unknown';
  if (decision === 'allow') {
    if (reach === 'every') return 'miss';
    if (values.some((value) => !naivelyListed(list, value, 'exact'))) return 'miss';
    return reach === 'open' ? 'unknown' : 'hit';
  }
  if (reach === 'every') return 'hit';
  if (values.some((value) => naivelyListed(list, value, 'loose'))) return 'hit';
  return reach === 'open' ? 'unknown' : 'miss';
}

/** The best that some of the patterns make of one command. */
function coverOf(
  patterns: readonly string[],
  command: ActionCommand,
  decision: RuleDecision,
): NaiveFit {
  const closeness = decision === 'allow' ? 'exact' : 'loose';
  const fits = patterns.map((pattern) =>
    naiveBeginningFit({ pattern, isWhole: false }, command, closeness),
  );
  if (fits.includes('hit')) return 'hit';
  return fits.includes('unknown') ? 'unknown' : 'miss';
}

function commandsFit(
  patterns: readonly string[],
  { commands, isOpaque }: Action,
  decision: RuleDecision,
): NaiveFit {
  const covers = commands.map((command) => coverOf(patterns, command, decision));
  if (decision === 'allow') {
    if (covers.includes('miss')) return 'miss';
    return commands.length === 0 || isOpaque || covers.includes('unknown') ? 'unknown' : 'hit';
  }
  if (covers.includes('hit')) return 'hit';
  return commands.length === 0 || isOpaque || covers.includes('unknown') ? 'unknown' : 'miss';
}

function ceilingFit(ceiling: number, value: number | null, decision: RuleDecision): NaiveFit {
  if (value === null) return 'unknown';
  const isWithin = value <= ceiling;
  return isWithin === (decision === 'allow') ? 'hit' : 'miss';
}

/** One fit for each dimension that a constraint names. */
function fitsOf(constraint: Constraint, action: Action, decision: RuleDecision): NaiveFit[] {
  const { commands, maxCount, maxCents } = constraint;
  const fits = namedDimensions.flatMap((dimension) => {
    const patterns = constraint[dimension];
    if (patterns === undefined) return [];
    return [listFit({ dimension, patterns }, action[dimension], decision)];
  });
  if (commands !== undefined) fits.push(commandsFit(commands, action, decision));
  if (maxCount !== undefined) fits.push(ceilingFit(maxCount, action.count, decision));
  if (maxCents !== undefined) fits.push(ceilingFit(maxCents, action.cents, decision));
  return fits;
}

/** A constraint that names no dimension is none. */
export function isNaivelyConstrained({ constraint }: GuardrailRule): boolean {
  return Object.values(constraint ?? {}).some((part) => part !== undefined);
}

/** The fit of a rule about a class: that of its constraint. */
export function naiveConstraintFit(rule: GuardrailRule, action: Action): NaiveFit {
  const { constraint, decision } = rule;
  if (constraint === undefined || !isNaivelyConstrained(rule)) return 'hit';
  const fits = fitsOf(constraint, action, decision);
  const worst = decision === 'allow' ? 'miss' : 'hit';
  if (fits.includes(worst)) return worst;
  if (fits.includes('unknown')) return 'unknown';
  return decision === 'allow' ? 'hit' : 'miss';
}

/** The fit of a rule about a command: that of its beginning, then that of its constraint. */
export function naiveCommandFit(
  rule: GuardrailRule,
  command: ActionCommand,
  action: Action,
): NaiveFit {
  const beginning = { pattern: rule.command ?? '', isWhole: rule.exact === true };
  const closeness = rule.decision === 'allow' ? 'exact' : 'loose';
  const fits = [naiveBeginningFit(beginning, command, closeness), naiveConstraintFit(rule, action)];
  if (fits.includes('miss')) return 'miss';
  return fits.includes('unknown') ? 'unknown' : 'hit';
}
