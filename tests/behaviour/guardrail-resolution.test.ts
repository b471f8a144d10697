// Family G, resolution: which scope, which rule of it, which class or command has the last word.
import { expect } from 'vitest';
import { compileGuardrails } from '../../kernel/index.js';
import {
  type ActionClass,
  actionClasses,
  autonomyLevels,
  conversationModes,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { expectRuled, type GuardrailRow, given } from '../fakes/guardrail-row.js';

const ask: readonly ActionClass[] = [
  'fileDelete',
  'gitPush',
  'prCreate',
  'prPublish',
  'vendorSyncWrite',
];

const scopes = {
  space: { id: 'near', scope: 'space:s1', class: 'gitPush', decision: 'allow' },
  agent: { id: 'agent', scope: 'agent:a1', class: 'gitPush', decision: 'deny' },
  workspace: { id: 'wide', scope: 'workspace', class: 'gitPush', decision: 'prompt' },
} as const;

const byScope: readonly GuardrailRow[] = [
  {
    ids: ['G-2', 'G-19', 'G-60'],
    title: 'an action without class and command is allowed',
    document: { rules: [scopes.agent, scopes.workspace] },
    decision: 'allow',
    deciding: [],
  },
  {
    ids: ['G-10', 'G-11', 'G-60'],
    title: 'the space speaks before agent and workspace',
    document: { rules: [scopes.workspace, scopes.agent, scopes.space] },
    action: { classes: ['gitPush'] },
    decision: 'allow',
    deciding: ['space:near'],
  },
  {
    ids: ['G-10', 'G-11', 'G-60'],
    title: 'the agent speaks where the space has no such rule',
    document: { rules: [scopes.workspace, { ...scopes.space, scope: 'space:s2' }, scopes.agent] },
    action: { classes: ['gitPush'] },
    decision: 'deny',
    deciding: ['agent:agent'],
  },
  {
    ids: ['G-10', 'G-11', 'G-60'],
    title: 'the workspace speaks where neither space nor agent does',
    document: { rules: [scopes.space, scopes.agent, scopes.workspace] },
    action: { classes: ['gitPush'] },
    standing: { space: null, agent: 'a2' },
    decision: 'prompt',
    deciding: ['workspace:wide'],
  },
  {
    ids: ['G-14', 'G-60'],
    title: 'an allow of the agent goes before a deny of the workspace',
    document: {
      rules: [
        { ...scopes.agent, decision: 'allow' },
        { ...scopes.workspace, decision: 'deny' },
      ],
    },
    action: { classes: ['gitPush'] },
    decision: 'allow',
    deciding: ['agent:agent'],
  },
  {
    ids: ['G-10', 'G-14', 'C16'],
    title: 'an allow of the workspace goes before the mode that only reads',
    document: { rules: [{ ...scopes.workspace, decision: 'allow' }] },
    action: { classes: ['gitPush'] },
    standing: { mode: 'plan' },
    decision: 'allow',
    deciding: ['workspace:wide'],
  },
  {
    ids: ['C16', 'G-42'],
    title: 'what the mode would deny and the workspace allows, the managed tier still denies',
    document: {
      rules: [{ ...scopes.workspace, decision: 'allow' }],
      managed: [{ id: 'm', class: 'gitPush', decision: 'deny' }],
    },
    action: { classes: ['gitPush'] },
    standing: { mode: 'plan' },
    decision: 'deny',
    deciding: ['managed:m'],
  },
  {
    ids: ['G-21', 'G-60'],
    title: 'the mode denies where no rule speaks',
    action: { classes: ['gitPush', 'secretAccess'] },
    standing: { mode: 'plan' },
    decision: 'deny',
    deciding: ['preset:preset.plan'],
  },
];

const pushes = { id: 'push', scope: 'workspace', class: 'gitPush', decision: 'deny' } as const;
const commits = {
  id: 'commit',
  scope: 'workspace',
  class: 'gitCommit',
  decision: 'allow',
} as const;

const byStrictness: readonly GuardrailRow[] = [
  {
    ids: ['G-12', 'G-14', 'G-60'],
    title: 'in one scope a deny after an allow denies',
    document: { rules: [{ ...pushes, id: 'other', decision: 'allow' }, pushes] },
    action: { classes: ['gitPush'] },
    decision: 'deny',
    deciding: ['workspace:push'],
  },
  {
    ids: ['G-12', 'G-14', 'G-60'],
    title: 'in one scope a deny before an allow denies',
    document: { rules: [pushes, { ...pushes, id: 'other', decision: 'allow' }] },
    action: { classes: ['gitPush'] },
    decision: 'deny',
    deciding: ['workspace:push'],
  },
  {
    ids: ['G-20'],
    title: 'of two that say the same the first is named',
    document: { rules: [pushes, { ...pushes, id: 'other' }] },
    action: { classes: ['gitPush'] },
    decision: 'deny',
    deciding: ['workspace:push'],
  },
  {
    ids: ['G-12', 'G-60'],
    title: 'a class that is allowed does not outweigh one that is denied',
    document: { rules: [commits, pushes] },
    action: { classes: ['gitCommit', 'gitPush'] },
    decision: 'deny',
    deciding: ['workspace:push'],
  },
  {
    ids: ['G-12', 'G-60'],
    title: 'a class that passes by default does not outweigh one that asks',
    action: { classes: ['fileDelete', 'networkEgress'] },
    decision: 'prompt',
    deciding: ['default:default.fileDelete'],
  },
  {
    ids: ['G-16'],
    title: 'every class that asks is in the question',
    document: { rules: [{ ...commits, decision: 'prompt' }] },
    action: { classes: ['fileDelete', 'gitCommit', 'networkEgress', 'gitPush'] },
    decision: 'prompt',
    deciding: ['default:default.fileDelete', 'workspace:commit', 'default:default.gitPush'],
  },
];

const git = { id: 'git', scope: 'workspace', command: 'git', decision: 'deny' } as const;
const push = { id: 'push', scope: 'workspace', command: 'git push', decision: 'prompt' } as const;
const origin = { ...push, id: 'origin', command: 'git push origin', decision: 'allow' } as const;

const byCommand: readonly GuardrailRow[] = [
  {
    ids: ['G-13', 'G-60'],
    title: 'the longer beginning carves out of the shorter',
    document: { rules: [push, origin, git] },
    action: { commands: [given('git push origin main')] },
    decision: 'allow',
    deciding: ['workspace:origin'],
  },
  {
    ids: ['G-13', 'G-60'],
    title: 'beside what is carved out the shorter beginning holds',
    document: { rules: [push, origin, git] },
    action: { commands: [given('git push fork main')] },
    decision: 'prompt',
    deciding: ['workspace:push'],
  },
  {
    ids: ['G-13', 'G-60'],
    title: 'of two beginnings of one length the stricter holds',
    document: { rules: [{ ...push, id: 'other', decision: 'allow' }, push] },
    action: { commands: [given('git push')] },
    decision: 'prompt',
    deciding: ['workspace:push'],
  },
  {
    ids: ['G-13', 'G-24'],
    title: 'of two beginnings of one length the constrained holds',
    document: {
      rules: [push, { ...push, id: 'few', decision: 'allow', constraint: { maxCount: 1 } }],
    },
    action: { commands: [given('git push')], count: 1 },
    decision: 'allow',
    deciding: ['workspace:few'],
  },
  {
    ids: ['G-10', 'G-13'],
    title: 'length counts within a scope, not across',
    document: { rules: [origin, { ...git, scope: 'space:s1' }] },
    action: { commands: [given('git push origin main')] },
    decision: 'deny',
    deciding: ['space:git'],
  },
  {
    ids: ['G-13', 'G-19'],
    title: 'a command that no rule names says nothing',
    document: { rules: [push] },
    action: { commands: [given('git pushx')], classes: ['gitCommit'] },
    decision: 'allow',
    deciding: ['default:default.gitCommit'],
  },
  {
    ids: ['G-12', 'G-16'],
    title: 'each command is asked by itself, and the strictest counts',
    document: { rules: [push, origin] },
    action: { commands: [given('git push origin'), given('git push')] },
    decision: 'prompt',
    deciding: ['workspace:push'],
  },
  {
    ids: ['C8', 'G-12'],
    title: 'a command that is allowed skips no question of its class',
    document: { rules: [origin] },
    action: { commands: [given('git push origin')], classes: ['gitPush'] },
    decision: 'prompt',
    deciding: ['default:default.gitPush'],
  },
  {
    ids: ['C8', 'G-2'],
    title: 'a command that is allowed skips no question of the net of commands',
    document: { rules: [origin] },
    action: { commands: [given('git push origin')] },
    net: [
      { decision: 'prompt', rule: 'net.gitPush', about: 'git push' },
      { decision: 'allow', rule: 'net.other', about: 'git' },
    ],
    decision: 'prompt',
    deciding: ['net:net.gitPush'],
  },
  {
    ids: ['G-26', 'G-27'],
    title: 'a word that nobody knows makes the rule ask that needs it',
    document: { rules: [push] },
    action: { commands: [{ words: ['git', null], text: 'git $X' }] },
    decision: 'prompt',
    deciding: ['unevaluable:push'],
  },
  {
    ids: ['G-26', 'G-27'],
    title: 'what cannot be read at all asks in every scope that has a rule about commands',
    document: { rules: [{ ...origin, scope: 'space:s1' }, push, git] },
    action: { isOpaque: true },
    decision: 'prompt',
    deciding: ['unevaluable:origin', 'unevaluable:push'],
  },
];

for (const row of [...byScope, ...byStrictness, ...byCommand]) {
  verifies(row.ids, row.title, () => expectRuled(row));
}

verifies(['G-5', 'G-6', 'G-60'], 'five classes ask by default, and eight pass', () => {
  expect(actionClasses).toHaveLength(13);
  for (const name of actionClasses) {
    const decision = ask.includes(name) ? 'prompt' : 'allow';
    const deciding = [`default:default.${name}`];
    expectRuled({ ids: [], title: name, action: { classes: [name] }, decision, deciding });
  }
});

verifies(['G-21', 'C27'], 'three modes deny eleven classes, chat denies none', () => {
  const reading = conversationModes.filter((mode) => mode !== 'chat');
  expect(reading).toEqual(['plan', 'review', 'orchestrate']);
  for (const mode of reading) {
    for (const name of actionClasses) {
      const isFree = name === 'networkEgress' || name === 'secretAccess';
      expectRuled({
        ids: [],
        title: `${name} in ${mode}`,
        action: { classes: [name] },
        standing: { mode },
        decision: isFree ? 'allow' : 'deny',
        deciding: [isFree ? `default:default.${name}` : `preset:preset.${mode}`],
      });
    }
  }
});

verifies('C27', 'no word of the modes is one of autonomy', () => {
  const words: readonly string[] = [...conversationModes, ...autonomyLevels];
  expect(new Set(words).size).toBe(words.length);
  for (const mode of conversationModes) {
    const document: unknown = { version: 1, autonomy: { default: mode } };
    expect(() => compileGuardrails(document as Parameters<typeof compileGuardrails>[0])).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
  }
});

verifies('G-3', 'a rule about a class and a command, or about neither, is refused', () => {
  const rule = { id: 'r', scope: 'workspace', decision: 'deny' } as const;
  const wrong = [rule, { ...rule, class: 'gitPush', command: 'git push' } as const];
  for (const one of wrong) {
    for (const part of [{ rules: [one] }, { managed: [{ ...one, scope: 'managed' as const }] }]) {
      expect(() => compileGuardrails({ version: 1, ...part })).toThrow(
        expect.objectContaining({ code: 'config_malformed' }),
      );
    }
  }
});
