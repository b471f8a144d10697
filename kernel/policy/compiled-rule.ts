/** A rule made ready: its patterns compiled, its place in the document kept. */
import type { GuardrailRule, RuleDecision } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze, isFinite } from '../primordials.js';
import { type CompiledConstraint, compileConstraint } from './constraint.js';
import { type CommandPattern, commandPattern } from './match/command-pattern.js';
import type { Say } from './ruled.js';
import { sayOf, unknownOf } from './says.js';

export interface CompiledRule {
  readonly rule: GuardrailRule;
  readonly constraint: CompiledConstraint | null;
  /** The command that it targets; null where it targets a class. */
  readonly command: CommandPattern | null;
  /** Its place in the document: of two that tie, the earlier one is named. */
  readonly order: number;
  /** What it says where it applies, and where nobody can tell whether it does. */
  readonly say: Say;
  readonly ifUnknown: Say;
}

/** Compiles a rule. @throws KernelFault `config_malformed` for a pattern that is none */
export function compileRule(rule: GuardrailRule, order: number): CompiledRule {
  const where = `rule \`${rule.id}\``;
  const constraint = compileConstraint(rule.constraint, where);
  const said = { say: sayOf(rule), ifUnknown: unknownOf(rule) };
  if (rule.command === undefined)
    return freeze({ rule, constraint, command: null, order, ...said });
  const command = commandPattern(rule.command);
  if (command === null) throw new KernelFault('config_malformed', `${where}: an empty command`);
  return freeze({ rule, constraint, command, order, ...said });
}

/** Asks whether a rule still exists at an instant; at none that can be told only what restricts. */
export function isLive({ rule }: CompiledRule, now: number): boolean {
  if (rule.expiresAt === undefined || now < rule.expiresAt) return true;
  return rule.decision !== 'allow' && !isFinite(now);
}

const ranks: Readonly<Record<RuleDecision, number>> = freeze({ allow: 0, prompt: 1, deny: 2 });

/** The stricter of two decisions. */
export function stricter(a: RuleDecision, b: RuleDecision): RuleDecision {
  return ranks[a] >= ranks[b] ? a : b;
}

/** The stricter of two rules; of two that tie, the earlier one. */
export function stricterRule(a: CompiledRule | null, b: CompiledRule): CompiledRule {
  if (a === null) return b;
  const difference = ranks[a.rule.decision] - ranks[b.rule.decision];
  if (difference !== 0) return difference > 0 ? a : b;
  return a.order <= b.order ? a : b;
}

/** The earlier of two rules. */
export function earlierRule(a: CompiledRule | null, b: CompiledRule | null): CompiledRule | null {
  if (a === null || b === null) return a ?? b;
  return a.order <= b.order ? a : b;
}
