// Family G, item 58: what the templates say of each class, by the document that the command prints.
import { describe, expect } from 'vitest';
import { parsePolicyText } from '../../hosts/policy/policy-file.js';
import { resolvePatterns } from '../../hosts/policy/resolve-patterns.js';
import { templateText } from '../../hosts/policy/template-text.js';
import { compileGuardrails, resolveAction } from '../../kernel/index.js';
import {
  type ActionClass,
  actionClasses,
  type PolicyTemplate,
  policyTemplates,
  type RuleDecision,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';

type Row = readonly [strict: RuleDecision, balanced: RuleDecision, permissive: RuleDecision];

/** By the item, and by G-6 where a template is silent; of a push, one to a branch of one's own. */
const table: Readonly<Record<ActionClass, Row>> = {
  fileDelete: ['prompt', 'prompt', 'prompt'],
  gitPush: ['prompt', 'prompt', 'allow'],
  prCreate: ['prompt', 'prompt', 'allow'],
  prPublish: ['prompt', 'prompt', 'prompt'],
  vendorSyncWrite: ['prompt', 'prompt', 'allow'],
  fileWriteOutsideWorktree: ['prompt', 'allow', 'allow'],
  gitCommit: ['prompt', 'allow', 'allow'],
  networkEgress: ['prompt', 'allow', 'allow'],
  secretAccess: ['prompt', 'prompt', 'allow'],
  packageInstall: ['prompt', 'prompt', 'allow'],
  processSpawn: ['prompt', 'allow', 'allow'],
  workspaceMutation: ['allow', 'allow', 'allow'],
  enclosureControl: ['prompt', 'prompt', 'allow'],
};

function answer(template: PolicyTemplate, name: ActionClass, ref: string): RuleDecision {
  const written = parsePolicyText(templateText(template), template);
  const means = { home: '/home/alice', resolver: null };
  const guardrails = compileGuardrails(resolvePatterns(written, means));
  return resolveAction(guardrails, {
    action: {
      tool: null,
      classes: [name],
      commands: [],
      isOpaque: false,
      paths: null,
      refs: { values: [ref], reach: 'listed' },
      hosts: null,
      count: null,
      cents: null,
    },
    standing: {
      space: null,
      agent: null,
      mode: 'chat',
      autonomy: null,
      safety: 'normal',
      isOperator: false,
    },
    now: 0,
    grant: [],
    net: [],
    safety: [],
    confirms: [],
  }).decision;
}

describe('a template', () => {
  for (const [at, template] of policyTemplates.entries()) {
    verifies(['G-57', 'G-58'], `${template} says of each class what the item lists`, () => {
      expect(Object.keys(table)).toEqual(actionClasses);
      for (const name of actionClasses)
        expect([name, answer(template, name, 'feature/login')]).toEqual([name, table[name][at]]);
    });

    verifies('G-58', `${template} denies a push to a branch that others build on`, () => {
      for (const ref of ['main', 'master', 'release/1', 'production'])
        expect([ref, answer(template, 'gitPush', ref)]).toEqual([ref, 'deny']);
      expect(answer(template, 'gitPush', 'release')).not.toBe('deny');
    });
  }
});
