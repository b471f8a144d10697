/**
 * A whole policy as sentences, in the order in which it is asked, so that it can be read before
 * anything runs (behaviour G-23, G-57). Pure.
 */
import { instantText, ruleSentence, templateRules } from '../../kernel/index.js';
import {
  type Allowance,
  actionClasses,
  classDefaults,
  type GuardrailDocument,
  type GuardrailRule,
} from '../../schemas/index.js';

export const policySections = Object.freeze([
  'space',
  'agent',
  'workspace',
  'preset',
  'default',
  'managed',
  'never',
  'autonomy',
  'budgets',
  'overrides',
  'pinned',
  'grant',
  'declassify',
] as const);
export type PolicySection = (typeof policySections)[number];

export interface PolicySentence {
  readonly section: PolicySection;
  /** Id of the rule; null for what has none. */
  readonly id: string | null;
  readonly sentence: string;
}

/** Every rule of a document: those of its template, its own, those of the managed tier. */
export function allRules(document: GuardrailDocument): readonly GuardrailRule[] {
  return [...templateRules(document.template), ...document.rules, ...document.managed];
}

/** The section that a rule stands in. */
export function sectionOf({ scope }: GuardrailRule): PolicySection {
  if (scope === 'managed' || scope === 'workspace') return scope;
  return scope.startsWith('space:') ? 'space' : 'agent';
}

/** Says a whole document, section by section. */
export function policySentences(document: GuardrailDocument): readonly PolicySentence[] {
  const found: Record<PolicySection, PolicySentence[]> = {
    space: [],
    agent: [],
    workspace: [],
    preset: [plain('preset', PRESET)],
    default: defaultSentences.map((sentence) => plain('default', sentence)),
    managed: [],
    never: neverSentences(document).map((text) => plain('never', text)),
    autonomy: autonomySentences(document).map((text) => plain('autonomy', text)),
    budgets: budgetSentences(document).map((text) => plain('budgets', text)),
    overrides: document.overrides.map((one) =>
      plain(
        'overrides',
        `A run that holds the permission to override may pass \`${one.rule}\` until ${instantText(one.expiresAt)}, says \`${one.by}\`. Because: ${one.justification}`,
      ),
    ),
    pinned: document.pinned.map((tool) =>
      plain('pinned', `A mode that only reads, and \`proposeOnly\`, leave \`${tool}\` alone.`),
    ),
    grant: (document.grant ?? []).map((name) => plain('grant', `A run holds \`${name}\`.`)),
    declassify: (document.declassify ?? []).map(({ id, tool, argument, when, then }) => ({
      section: 'declassify',
      id,
      sentence: `Of what \`${tool}\` takes as \`${argument}\`, \`${then}\` where ${JSON.stringify(when)}.`,
    })),
  };
  for (const rule of allRules(document)) {
    const section = sectionOf(rule);
    found[section].push({ section, id: rule.id, sentence: ruleSentence(rule) });
  }
  return Object.freeze(policySections.flatMap((section) => found[section]));
}

function plain(section: PolicySection, sentence: string): PolicySentence {
  return { section, id: null, sentence };
}

const PRESET =
  'In the modes `plan`, `review` and `orchestrate`, deny every class but `networkEgress` and `secretAccess`.';

const asking = { allow: 'Allow', prompt: 'Ask about' } as const;

/** What holds for a class where no rule speaks, as a sentence. */
const defaultSentences: readonly string[] = Object.freeze(
  actionClasses.map((name) => `${asking[classDefaults[name]]} \`${name}\` where no rule speaks.`),
);

const nouns = { paths: 'path', refs: 'ref', hosts: 'host' } as const;

/** What is never touched, a sentence a dimension. */
export function neverSentences({ never }: GuardrailDocument): readonly string[] {
  return (['paths', 'refs', 'hosts'] as const).flatMap((dimension) => {
    const patterns = never[dimension].map((pattern) => `\`${pattern}\``);
    return patterns.length === 0
      ? []
      : [`Deny every call that touches a ${nouns[dimension]} in ${patterns.join(', ')}.`];
  });
}

/** How much is left to the agent, a sentence a space. */
export function autonomySentences({ autonomy }: GuardrailDocument): readonly string[] {
  const spaces = Object.entries(autonomy.spaces).map(
    ([space, level]) => `In space \`${space}\` an agent has \`${level}\`.`,
  );
  const elsewhere = spaces.length === 0 ? 'An' : 'Elsewhere an';
  return [...spaces, `${elsewhere} agent has \`${autonomy.default}\`.`];
}

function budgetSentences({ budgets }: GuardrailDocument): readonly string[] {
  return Object.entries(budgets).flatMap(([capability, { run, principal }]) =>
    (
      [
        ['run', run],
        ['principal', principal],
      ] as const
    ).flatMap(([per, allowance]) =>
      allowance === undefined
        ? []
        : [`\`${capability}\` is good for at most ${amountText(allowance)} per ${per}.`],
    ),
  );
}

function amountText({ count, cents }: Allowance): string {
  const parts = [
    ...(count === undefined ? [] : [`${count} calls`]),
    ...(cents === undefined ? [] : [`${cents} cents`]),
  ];
  return parts.join(' and ');
}
