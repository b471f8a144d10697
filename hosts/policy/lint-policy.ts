/**
 * Rules that do nothing, or not what they seem to do: a policy is mended more easily than an
 * incident. Findings are data; none of them changes what decides. Pure.
 */
import {
  compileGuardrails,
  instantText,
  KernelFault,
  OVERRIDE,
  OVERRIDE_MANAGED,
} from '../../kernel/index.js';
import type { GuardrailDocument, GuardrailRule } from '../../schemas/index.js';
import { type Finding, finding } from './lint-finding.js';
import { shadowedRules } from './lint-shadows.js';
import { allRules } from './policy-sentences.js';

const dimensions = ['paths', 'refs', 'hosts'] as const;

/** Looks through a document as it stands at an instant; `~` must have been put in. */
export function lintPolicy(document: GuardrailDocument, now: number): readonly Finding[] {
  const own = [...document.rules, ...document.managed];
  return Object.freeze([
    ...own.flatMap((rule) => ruleFindings(rule, now)),
    ...dimensions.flatMap((name) => patternFindings(`never.${name}`, name, document.never[name])),
    ...deadRules(document),
    ...shadowedRules(document, now),
    ...standingClass(document, now),
    ...overrideFindings(document, now),
    ...budgetFindings(document),
  ]);
}

function ruleFindings(rule: GuardrailRule, now: number): readonly Finding[] {
  const { id, scope, decision, enforcement, constraint, expiresAt } = rule;
  const found: Finding[] = [];
  if (expiresAt !== undefined && now >= expiresAt)
    found.push(finding(id, 'expired', `it ended at ${instantText(expiresAt)}`));
  if (enforcement === 'advisory')
    found.push(finding(id, 'advisory', 'it is recorded, and decides nothing'));
  if (scope === 'managed' && decision === 'allow')
    found.push(finding(id, 'managed_allow', `the managed tier only tightens${asksOnly(rule)}`));
  for (const name of dimensions) found.push(...patternFindings(id, name, constraint?.[name] ?? []));
  return found;
}

function asksOnly({ constraint }: GuardrailRule): string {
  return constraint === undefined ? '' : '; all that it does is ask where it cannot be told';
}

function patternFindings(
  rule: string,
  name: string,
  patterns: readonly string[],
): readonly Finding[] {
  const found = patterns
    .filter((pattern) => /[{[]/u.test(pattern))
    .map((pattern) => {
      const message = `${name}: \`{\` and \`[\` mean themselves in \`${pattern}\`: write each name out`;
      return finding(rule, 'literal_bracket', message);
    });
  const negated = new Set(
    patterns.filter((text) => text.startsWith('!')).map((text) => text.slice(1)),
  );
  const positive = patterns.filter((text) => !text.startsWith('!'));
  const isDead = positive.length > 0 && positive.every((text) => negated.has(text));
  if (!isDead) return found;
  return [...found, finding(rule, 'dead_pattern', `${name}: whatever it takes in it takes out`)];
}

/** Rules with a pattern that the kernel refuses, since no value could match it. */
function deadRules(document: GuardrailDocument): readonly Finding[] {
  if (refusal(document) === null) return [];
  const { rules, managed, never } = document;
  const tried: readonly (readonly [string, Partial<GuardrailDocument>])[] = [
    ...rules.map((rule) => [rule.id, { rules: [rule] }] as const),
    ...managed.map((rule) => [rule.id, { managed: [rule] }] as const),
    ['never', { never }],
  ];
  return tried.flatMap(([id, part]) => {
    const why = refusal(part);
    return why === null ? [] : [finding(id, 'dead_pattern', why)];
  });
}

function refusal(part: Partial<GuardrailDocument>): string | null {
  try {
    compileGuardrails({ ...part, version: 1 } as GuardrailDocument);
    return null;
  } catch (error) {
    if (error instanceof KernelFault) return error.message;
    throw error;
  }
}

/** Rules that allow a command, while what every command is asks or denies. */
function standingClass(document: GuardrailDocument, now: number): readonly Finding[] {
  const live = allRules(document).filter(
    ({ expiresAt, enforcement }) =>
      (expiresAt === undefined || now < expiresAt) && enforcement !== 'advisory',
  );
  const by = live.find(
    ({ scope, class: name, decision, constraint }) =>
      (scope === 'workspace' || scope === 'managed') &&
      name === 'processSpawn' &&
      decision !== 'allow' &&
      constraint === undefined,
  );
  if (by === undefined) return [];
  return live
    .filter(({ command, decision }) => command !== undefined && decision === 'allow')
    .map(({ id }) => {
      const message = `\`${by.id}\` says ${by.decision} of \`processSpawn\`, and a rule about a command loosens no class`;
      return finding(id, 'class_stands', message);
    });
}

function overrideFindings(document: GuardrailDocument, now: number): readonly Finding[] {
  const managed = new Set(document.managed.map(({ id }) => id));
  const named = new Map(allRules(document).map((rule) => [rule.id, rule]));
  return document.overrides.flatMap(({ rule, expiresAt }) => {
    if (now >= expiresAt)
      return [finding(rule, 'override_expired', `its override ended at ${instantText(expiresAt)}`)];
    const about = named.get(rule);
    if (about === undefined)
      return [
        finding(
          rule,
          'override_unmatched',
          'no rule of this file has the id that its override names',
        ),
      ];
    if (about.enforcement !== 'soft')
      return [
        finding(
          rule,
          'override_hard',
          `it is ${about.enforcement}, and only a soft rule can be passed`,
        ),
      ];
    const needed = managed.has(rule) ? OVERRIDE_MANAGED : OVERRIDE;
    if (document.grant === undefined || document.grant.includes(needed)) return [];
    const message = `its override counts for nobody: \`grant\` lacks \`${needed}\``;
    return [finding(rule, 'override_without_permission', message)];
  });
}

function budgetFindings({ budgets, grant }: GuardrailDocument): readonly Finding[] {
  if (grant === undefined) return [];
  return Object.keys(budgets)
    .filter((capability) => !grant.includes(capability))
    .map((capability) => {
      const message = `\`grant\` lacks \`${capability}\`, so nothing is drawn from it`;
      return finding(`budgets.${capability}`, 'budget_without_grant', message);
    });
}
