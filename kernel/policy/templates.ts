/** Three sets of rules to begin with (behaviour G-58). Data. */
import {
  type ActionClass,
  actionClasses,
  type GuardrailRule,
  type PolicyTemplate,
  type RuleDecision,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { snapshot } from '../snapshot/snapshot.js';

const base = freeze({ scope: 'workspace', enforcement: 'hard', provenance: 'written' } as const);

function rule(name: ActionClass, decision: RuleDecision): GuardrailRule {
  return freeze({ ...base, id: `template.${name}`, class: name, decision });
}

/** Branches that others build on. */
const protectedPush: GuardrailRule = freeze({
  ...base,
  id: 'template.protected-branches',
  class: 'gitPush',
  decision: 'deny',
  constraint: freeze({ refs: freeze(['main', 'master', 'release/*', 'production']) as string[] }),
});

function rulesFor(
  decision: RuleDecision,
  ...names: readonly ActionClass[]
): readonly GuardrailRule[] {
  return names.map((name) => rule(name, decision));
}

const templates: Readonly<Record<PolicyTemplate, readonly GuardrailRule[]>> = freeze({
  strict: freeze([
    protectedPush,
    ...rulesFor('prompt', ...actionClasses.filter((name) => name !== 'workspaceMutation')),
  ]),
  balanced: freeze([
    protectedPush,
    ...rulesFor(
      'prompt',
      'fileDelete',
      'secretAccess',
      'packageInstall',
      'prPublish',
      'enclosureControl',
    ),
  ]),
  permissive: freeze([
    protectedPush,
    ...rulesFor('allow', 'gitPush', 'prCreate', 'vendorSyncWrite'),
    ...rulesFor('prompt', 'fileDelete'),
  ]),
});

/** As own data alone: a rule that inherited a field would say what nobody wrote. */
const owned = snapshot(templates) as unknown as typeof templates;

const none: readonly GuardrailRule[] = freeze([]);

/** The rules of a template, in the workspace scope. */
export function templateRules(template: PolicyTemplate | undefined): readonly GuardrailRule[] {
  return template === undefined ? none : owned[template];
}
