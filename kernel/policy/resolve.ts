/**
 * The policy engine: one pure answer about one action (behaviour G-1, G-2, G-18). Chain of scopes
 * for each class and command, then what clamps it, then autonomy. Everything that was said is kept;
 * the decision is the strictest of what counts. Upholds INV-R2, INV-R3, INV-R4.
 */
import type { Action, ActionCommand, Grant, RuleDecision, Standing } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { autonomyAnswer } from './autonomy.js';
import {
  type Resolving,
  resolveAdvisory,
  resolveClass,
  resolveCommand,
  resolveManaged,
} from './chain.js';
import { type CompiledRule, isLive, stricter } from './compiled-rule.js';
import { type PatternDimension, patternDimensions } from './constraint.js';
import {
  type Compiled,
  type Guardrails,
  isPinned,
  openGuardrails,
  spaceAutonomy,
} from './guardrails.js';
import { inList } from './match/pattern-list.js';
import type { Ruled, Say } from './ruled.js';
import { type Confirmation, confirmSays } from './safety/confirmation.js';
import type { SafetyFinding } from './safety/finding.js';
import { OwnWord } from './safety/own-word.js';
import { safetySays } from './safety/safety-says.js';
import { builtIn } from './says.js';

/** What an answer depends on, all of it. */
export interface PolicyQuestion {
  readonly action: Action;
  readonly standing: Standing;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** An override counts only with a capability: `policy:override`, `policy:override_managed`. */
  readonly grant: Grant;
  /** What the net of commands says of the action, worked out where its commands were read. */
  readonly net: readonly {
    readonly decision: RuleDecision;
    readonly rule: string;
    readonly about: string;
  }[];
  /** What the safety lists found in its commands. */
  readonly safety: readonly SafetyFinding[];
  /** What the user is to confirm, whatever the rules say. */
  readonly confirms: readonly Confirmation[];
}

/** Capabilities without which an override does nothing (behaviour G-39, C19). */
export const OVERRIDE = 'policy:override';
export const OVERRIDE_MANAGED = 'policy:override_managed';

const nets = freeze({
  prompt: 'the net of commands asks about it',
  deny: 'the net of commands refuses it',
  allow: 'the net of commands leaves it',
});

/**
 * Answers for one action, from zero each time (behaviour G-17).
 * @throws KernelFault `config_malformed` for guardrails that this kernel did not compile
 */
export function resolveAction(guardrails: Guardrails, question: PolicyQuestion): Ruled {
  const compiled = openGuardrails(guardrails);
  if (compiled === null) throw new KernelFault('config_malformed', 'guardrails of another kernel');
  const { action, standing } = question;
  const says: Say[] = [];
  const advisory: Say[] = [];
  const overridden = new Set<string>();
  const how = resolving(compiled, question, overridden, (say) => says.push(say));
  const commands: readonly (ActionCommand | null)[] = action.isOpaque
    ? [...action.commands, null]
    : action.commands;
  // INV-R9: whatever the action is, and before any rule.
  neverSays(compiled, action, how.say);
  // A call without a finding pays nothing for them.
  const own = question.safety.length === 0 ? null : new OwnWord();
  resolveChain(commands, how, own);
  resolveManaged(commands, how);
  for (const { decision, rule, about } of question.net)
    if (decision !== 'allow')
      how.say(builtIn({ source: 'net', rule, about }, decision, nets[decision]));
  safetySays(question.safety, standing.safety, { own, say: how.say });
  // INV-Q2: said last and answered by nobody here.
  for (const confirmation of question.confirms) how.say(confirmSays[confirmation]);
  resolveAdvisory(commands, { ...how, say: (say) => advisory.push(say) });
  const isGated = (action.classes.length > 0 || commands.length > 0) && !isPinned(compiled, action);
  const level = spaceAutonomy(compiled, standing.space);
  const counted = autonomyAnswer(says, { level, standing, isGated });
  const decision = counted.reduce<RuleDecision>((all, one) => stricter(all, one.decision), 'allow');
  return freeze({
    decision,
    says: freeze(says),
    deciding: freeze(counted.filter((one) => one.decision === decision)),
    advisory: freeze(advisory),
    overridden: freeze([...overridden]),
  });
}

/** The chain, for each class and command; `own` is told what of it is the user's own word. */
function resolveChain(
  commands: readonly (ActionCommand | null)[],
  how: Resolving,
  own: OwnWord | null,
): void {
  for (const name of how.action.classes) {
    const rule = resolveClass(name, how);
    own?.ofClass(name, rule);
  }
  for (const command of commands) {
    const rule = resolveCommand(command, how);
    own?.ofCommand(command, rule);
  }
}

function resolving(
  compiled: Compiled,
  { action, standing, now, grant }: PolicyQuestion,
  overridden: Set<string>,
  say: (say: Say) => void,
): Resolving {
  const exists = (rule: CompiledRule): boolean => {
    // INV-R5: gone from the instant at which it expires.
    if (!isLive(rule, now)) return false;
    if (!isOverridden(compiled, rule, now, grant)) return true;
    overridden.add(rule.rule.id);
    return false;
  };
  return { compiled, action, standing, exists, say };
}

/** Whether a soft rule is lifted for this run. */
function isOverridden(
  compiled: Compiled,
  { rule }: CompiledRule,
  now: number,
  grant: Grant,
): boolean {
  if (rule.enforcement !== 'soft' || compiled.overrides.length === 0) return false;
  const named = compiled.overrides.some((one) => one.rule === rule.id && now < one.expiresAt);
  const capability = rule.scope === 'managed' ? OVERRIDE_MANAGED : OVERRIDE;
  // INV-R4: named by a live override, and the run holds the capability.
  return named && grant.includes(capability);
}

const nouns: Readonly<Record<PatternDimension, string>> = freeze({
  paths: 'path',
  refs: 'ref',
  hosts: 'host',
});

/** What no call may touch, whatever its classes: silence touches nothing, but `every` does. */
function neverSays(compiled: Compiled, action: Action, say: (say: Say) => void): void {
  for (const dimension of patternDimensions) {
    const patterns = compiled.never[dimension];
    const facet = action[dimension];
    if (patterns.length === 0 || facet === null) continue;
    const about = nouns[dimension];
    const named = { source: 'never', rule: `never.${dimension}`, about } as const;
    const touched =
      facet.reach === 'every' || facet.values.some((value) => inList(patterns, value, 'loose'));
    if (touched) say(builtIn(named, 'deny', `a ${about} that no call may touch`));
    else if (facet.reach === 'open')
      say(builtIn(named, 'prompt', `it may touch a ${about} that no call may touch`));
  }
}
