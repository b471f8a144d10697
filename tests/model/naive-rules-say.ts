/** One thing that is said about an action, and who says it. */
import type { GuardrailRule, RuleDecision } from '../../schemas/index.js';

export interface NaiveSay {
  readonly decision: RuleDecision;
  readonly source: string;
  readonly rule: string;
}

export function naiveRank(decision: RuleDecision): number {
  return decision === 'deny' ? 2 : decision === 'prompt' ? 1 : 0;
}

/** The strictest of what is said; with nothing said, allow. */
export function naiveVerdict(says: readonly NaiveSay[]): RuleDecision {
  if (says.some(({ decision }) => decision === 'deny')) return 'deny';
  return says.some(({ decision }) => decision === 'prompt') ? 'prompt' : 'allow';
}

/** What a rule says for its scope; nothing where there is no rule. */
export function naiveSaid(source: string, rule: GuardrailRule | undefined): readonly NaiveSay[] {
  return rule === undefined ? [] : [{ decision: rule.decision, source, rule: rule.id }];
}

/** The question that a rule leaves of which nobody can tell whether it applies. */
export function naiveDoubt(source: string, rule: GuardrailRule | undefined): readonly NaiveSay[] {
  return rule === undefined ? [] : [{ decision: 'prompt', source, rule: rule.id }];
}

/** `source:rule:decision`, each once. */
export function naiveTexts(says: readonly NaiveSay[]): string[] {
  return [...new Set(says.map(({ decision, source, rule }) => `${source}:${rule}:${decision}`))];
}
