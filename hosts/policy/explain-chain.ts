/**
 * The chain of one class or one command, step by step, without an action: which rules would be
 * looked at, what each needs to be told, what holds if none applies, what clamps after it
 * (behaviour G-23, G-57). Which rules a command meets, the engine itself says.
 */
import { compileGuardrails, resolveAction, ruleSentence } from '../../kernel/index.js';
import {
  type Action,
  type ActionClass,
  type ActionCommand,
  classDefaults,
  type GuardrailDocument,
  type GuardrailRule,
  type RuleDecision,
  type Standing,
} from '../../schemas/index.js';
import { allRules, autonomySentences, neverSentences } from './policy-sentences.js';
import { silentAction } from './silent-action.js';

export type Subject =
  | { readonly class: ActionClass }
  /** Null stands for a command that could not be read. */
  | { readonly command: ActionCommand | null };

export interface ChainRule {
  readonly id: string;
  readonly sentence: string;
  /** What an action has to say, or it is asked about: `paths`, `maxCount`. */
  readonly needs: readonly string[];
}

export interface ChainStep {
  /** `space:ID`, `agent:ID`, `workspace`, `preset`, `default`, `managed`, `never`, … */
  readonly step: string;
  readonly rules: readonly ChainRule[];
  readonly says: readonly string[];
}

export interface ChainQuestion {
  readonly subject: Subject;
  readonly standing: Standing;
  readonly now: number;
}

/** Lists the steps in the order in which they are taken. */
export function explainChain(
  document: GuardrailDocument,
  { subject, standing, now }: ChainQuestion,
): readonly ChainStep[] {
  const rules = allRules(document).filter(
    (rule) => (rule.expiresAt === undefined || now < rule.expiresAt) && meets(rule, subject),
  );
  const { space, agent } = standing;
  const scopes = [
    ...(space === null ? [] : [`space:${space}`]),
    ...(agent === null ? [] : [`agent:${agent}`]),
    'workspace',
  ];
  const inScope = (scope: string): ChainStep => ({
    step: scope,
    rules: ordered(rules.filter((rule) => rule.scope === scope)).map(told),
    says: [],
  });
  return [
    ...scopes.map(inScope),
    ...unruled(document, subject, standing),
    inScope('managed'),
    saying('never', neverSentences(document)),
    ...('command' in subject ? [saying('net', [NET])] : []),
    saying('autonomy', autonomyOf(document, space)),
  ];
}

const NET = 'The net of commands may ask or deny, whatever the rules say.';

function saying(step: string, says: readonly string[]): ChainStep {
  return { step, rules: [], says };
}

/** What holds if no rule applies. */
function unruled(
  { pinned }: GuardrailDocument,
  subject: Subject,
  { mode }: Standing,
): readonly ChainStep[] {
  if ('command' in subject)
    return [saying('default', ['Where no rule speaks of a command, its classes decide alone.'])];
  const name = subject.class;
  const decision = classDefaults[name];
  const isReading = mode !== 'chat' && name !== 'networkEgress' && name !== 'secretAccess';
  const but = pinned.length === 0 ? '' : ', unless its tool is pinned';
  return [
    saying('preset', isReading ? [`Mode \`${mode}\` only reads: deny \`${name}\`${but}.`] : []),
    saying('default', [`\`${name}\` is ${decision} if nothing above applies.`]),
  ];
}

function autonomyOf(document: GuardrailDocument, space: string | null): readonly string[] {
  const { autonomy } = document;
  if (space === null || !Object.hasOwn(autonomy.spaces, space))
    return autonomySentences(document).slice(-1);
  return [`In space \`${space}\` an agent has \`${autonomy.spaces[space] ?? 'proposeOnly'}\`.`];
}

function told(rule: GuardrailRule): ChainRule {
  const { id, constraint = {} } = rule;
  const needs = Object.entries(constraint).flatMap(([name, part]) =>
    part === undefined ? [] : [name],
  );
  return { id, sentence: ruleSentence(rule), needs };
}

const ranks: Readonly<Record<RuleDecision, number>> = { deny: 0, prompt: 1, allow: 2 };

/** By the order within a scope: the longer command, a constraint before none, the stricter. */
function ordered(rules: readonly GuardrailRule[]): readonly GuardrailRule[] {
  const words = ({ command = '' }: GuardrailRule): number => command.trim().split(/\s+/u).length;
  const bare = ({ constraint }: GuardrailRule): number =>
    Object.values(constraint ?? {}).every((part) => part === undefined) ? 1 : 0;
  return [...rules].sort(
    (a, b) =>
      Number(a.enforcement === 'advisory') - Number(b.enforcement === 'advisory') ||
      words(b) - words(a) ||
      bare(a) - bare(b) ||
      ranks[a.decision] - ranks[b.decision],
  );
}

/** Whether a rule would be looked at. */
function meets(rule: GuardrailRule, subject: Subject): boolean {
  if ('class' in subject) return rule.class === subject.class;
  if (rule.command === undefined) return false;
  // Of what could not be read, any of them might be meant.
  return subject.command === null || isAbout(rule, subject.command);
}

const nowhere: Standing = Object.freeze({
  space: null,
  agent: null,
  mode: 'chat',
  autonomy: null,
  safety: 'normal',
  isOperator: false,
});

/** Asks the engine with this rule alone, and without what bounds it. */
function isAbout(rule: GuardrailRule, command: ActionCommand): boolean {
  const { id, command: text, exact, decision } = rule;
  const alone = {
    id,
    scope: 'workspace' as const,
    command: text,
    decision,
    ...(exact === undefined ? {} : { exact }),
  };
  const action: Action = { ...silentAction, commands: [command] };
  const guardrails = compileGuardrails({ version: 1, rules: [alone] });
  const question = {
    action,
    standing: nowhere,
    now: 0,
    grant: [],
    net: [],
    safety: [],
    confirms: [],
  };
  return resolveAction(guardrails, question).says.length > 0;
}
