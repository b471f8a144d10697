/**
 * Stage 5: the policy engine, for every effect that reaches it. What the arguments name is read,
 * followed and asked about; whatever cannot be read or followed only tightens. Upholds INV-R1,
 * INV-R6 and INV-R7.
 */
import type {
  Denial,
  Obligation,
  RulesNote,
  ShellParser,
  StageAnswer,
  Standing,
} from '../../../schemas/index.js';
import { type ActionFault, actionOf, type ReadAction } from '../../policy/action-of.js';
import { budgetFault, type Ledgers } from '../../policy/budgets.js';
import { type Compiled, openGuardrails } from '../../policy/guardrails.js';
import { resolveAction } from '../../policy/resolve.js';
import type { Ruled, Say } from '../../policy/ruled.js';
import { confirmationsOf } from '../../policy/safety/confirmation.js';
import { freeze } from '../../primordials.js';
import { forbiddenPath } from '../../vaglio/forbidden-path.js';
import type { CheckedArgs, DecisionInputs, EffectCall } from '../call.js';
import { refuse } from '../denial.js';

/** What the stage knows beside the call. */
export interface RulesMeans {
  readonly shell: ShellParser | null;
  readonly home: string | null;
  readonly cwd: string | null;
  readonly standing: Standing;
  /** Whether somebody follows paths. */
  readonly follows: boolean;
}

export interface RulesAnswer {
  readonly answer: StageAnswer;
  /** Paths that have to be followed before the stage can answer. */
  readonly unfollowed: readonly string[];
  /** What the call would take from its budgets; null where nothing is to be taken. */
  readonly read: ReadAction | null;
}

const allow: StageAnswer = freeze({ stage: 'rules', outcome: 'allow' });
const none: readonly string[] = freeze([]);

const faults: Readonly<Record<ActionFault, string>> = freeze({
  path_unresolved: 'names a path that cannot be followed to its end',
  path_linked: 'would write to a file that has further names',
  ref_invalid: 'names a branch or tag that is none',
  amount_invalid: 'gives an amount that is below zero or not whole',
});

/** Reads a call as an action and says what the policy engine, and its budgets, say of it. */
export function rulesStage(
  call: EffectCall,
  checked: CheckedArgs,
  inputs: DecisionInputs,
  means: RulesMeans,
): RulesAnswer {
  const { definition } = call;
  const compiled = openGuardrails(inputs.policy.guardrails);
  // INV-R1: rules that this kernel did not check decide nothing.
  if (compiled === null) {
    const reason = 'the policy holds guardrails that this kernel did not compile';
    return answered(refuse({ stage: 'rules', code: 'layer_failed', reason }));
  }
  const { shell, home, cwd, standing } = means;
  const followed = means.follows ? inputs.paths : null;
  const read = actionOf(definition, checked.args, {
    shell,
    home,
    cwd,
    followed,
    mode: standing.mode,
  });
  if (read.unfollowed.length > 0) return { answer: allow, unfollowed: read.unfollowed, read: null };
  const { name } = definition.spec;
  if (read.fault !== null) {
    const reason = `tool \`${name}\` ${faults[read.fault]}`;
    return answered(refuse({ stage: 'rules', code: read.fault, reason }));
  }
  // INV-R7: where a path leads is held to the guard's patterns like how it is spelt.
  const pattern = forbiddenEnd(read, means);
  if (pattern !== null) {
    const reason = `a path of \`${name}\` leads to a forbidden path: pattern \`${pattern}\``;
    return answered(refuse({ stage: 'rules', code: 'guard_forbidden_path', reason }));
  }
  const ruled = resolveAction(inputs.policy.guardrails, {
    action: read.action,
    standing,
    now: inputs.now,
    grant: inputs.policy.grant,
    net: read.net,
    safety: read.safety,
    confirms: confirmationsOf(definition.spec, call.isForced),
  });
  const answer = answerOf(ruled);
  if (answer.outcome === 'deny') return answered(answer);
  const broke = budgetRefusal(compiled, call, read, inputs.drawn);
  return broke === null ? { answer, unfollowed: none, read } : answered(broke);
}

function answered(answer: StageAnswer): RulesAnswer {
  return { answer, unfollowed: none, read: null };
}

function forbiddenEnd({ real }: ReadAction, { home, cwd }: RulesMeans): string | null {
  for (const path of real) {
    const pattern = forbiddenPath(path, { home, cwd }, true);
    if (pattern !== null) return pattern;
  }
  return null;
}

function budgetRefusal(
  { budgets }: Compiled,
  call: EffectCall,
  read: ReadAction,
  drawn: Ledgers,
): Extract<StageAnswer, { outcome: 'deny' }> | null {
  // INV-R6: what is left, for this run and for its principal.
  const fault = budgetFault(budgets, call.definition.spec.capabilities, read.action, drawn);
  if (fault === null) return null;
  const { code, capability, per } = fault;
  const reason =
    code === 'budget_exhausted'
      ? `the budget of \`${capability}\` for this ${per} does not hold so much`
      : `\`${capability}\` has a budget, and the call does not say a whole amount for it`;
  return refuse({ stage: 'rules', code, reason });
}

/** The answer of the engine as the answer of the stage. */
export function answerOf(ruled: Ruled): StageAnswer {
  const { decision, deciding } = ruled;
  const note = noteOf(ruled);
  switch (decision) {
    case 'allow':
      return note === null ? allow : freeze({ ...allow, rules: note });
    case 'prompt':
      return freeze({
        stage: 'rules',
        outcome: 'require_user',
        obligations: freeze(obligationsOf(deciding)),
        ...(note === null ? {} : { rules: note }),
      });
    case 'deny':
      return freeze({
        stage: 'rules',
        outcome: 'deny',
        denial: denialOf(deciding),
        ...(note === null ? {} : { rules: note }),
      });
  }
}

/** One question for each rule, however many classes and commands it speaks of (behaviour G-16). */
function obligationsOf(deciding: readonly Say[]): Obligation[] {
  const byRule = new Map<string, Obligation>();
  for (const { rule, reason } of deciding) {
    const known = byRule.get(rule);
    if (known === undefined) byRule.set(rule, freeze({ source: 'rules', rule, reason }));
  }
  return [...byRule.values()];
}

function denialOf(deciding: readonly Say[]): Denial {
  const reason = deciding.map((say) => say.reason).join('; ');
  // What no rule can change has a mend of its own.
  const isSafety = deciding.some(({ source }) => source === 'safety');
  const code = isSafety ? 'safety_denied' : 'rules_denied';
  return refuse({ stage: 'rules', code, reason }).denial;
}

/** What is recorded of it: ids; null where only defaults spoke. */
function noteOf({ deciding, advisory, overridden }: Ruled): RulesNote | null {
  const decided = deciding
    .filter(({ source }) => source !== 'default')
    .map(({ source, rule }) => `${source}:${rule}`);
  if (decided.length === 0 && advisory.length === 0 && overridden.length === 0) return null;
  return freeze({
    decided: freeze([...new Set(decided)]),
    advisory: freeze(advisory.map(({ rule, decision }) => `${rule}:${decision}`)),
    overridden,
  });
}
