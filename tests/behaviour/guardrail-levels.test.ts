// Family G: enforcement, the managed tier, what is never touched, and autonomy over all of it.
import { expect } from 'vitest';
import { compileGuardrails } from '../../kernel/index.js';
import { autonomyLevels } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import {
  among,
  expectRuled,
  type GuardrailRow,
  given,
  listed,
  NOON,
} from '../fakes/guardrail-row.js';

const noPush = { id: 'no', scope: 'workspace', class: 'gitPush', decision: 'deny' } as const;
const hint = { ...noPush, id: 'hint', enforcement: 'advisory' } as const;
const mayPush = { ...noPush, id: 'may', scope: 'space:s1', decision: 'allow' } as const;

const byAdvice: readonly GuardrailRow[] = [
  {
    ids: ['G-39', 'G-40'],
    title: 'an advisory deny is recorded and denies nothing',
    document: { rules: [hint] },
    decision: 'prompt',
    deciding: ['default:default.gitPush'],
    advisory: ['workspace:hint:deny'],
  },
  {
    ids: ['G-41', 'C17'],
    title: 'a near advisory allow hides no wider rule',
    document: { rules: [{ ...hint, scope: 'space:s1', decision: 'allow' }, noPush] },
    decision: 'deny',
    deciding: ['workspace:no'],
    advisory: ['space:hint:allow'],
  },
  {
    ids: ['G-41'],
    title: 'a constrained advisory rule outranks no plain one',
    document: { rules: [{ ...hint, decision: 'allow', constraint: { refs: ['main'] } }, noPush] },
    action: { refs: listed('main') },
    decision: 'deny',
    deciding: ['workspace:no'],
    advisory: ['workspace:hint:allow'],
  },
  {
    ids: ['G-39', 'G-40'],
    title: 'an advisory rule that nobody can tell asks nothing',
    document: { rules: [mayPush, { ...hint, constraint: { refs: ['main'] } }] },
    decision: 'allow',
    deciding: ['space:may'],
    advisory: ['unevaluable:hint:prompt'],
  },
  {
    ids: ['G-41'],
    title: 'a managed prompt survives the tie with an advisory prompt',
    document: {
      rules: [{ ...hint, decision: 'prompt' }, mayPush],
      managed: [{ id: 'm', class: 'gitPush', decision: 'prompt' }],
    },
    decision: 'prompt',
    deciding: ['managed:m'],
    advisory: ['workspace:hint:prompt'],
  },
  {
    ids: ['G-39', 'G-42'],
    title: 'an advisory rule of the managed tier is recorded too',
    document: {
      rules: [mayPush],
      managed: [{ id: 'm', class: 'gitPush', decision: 'deny', enforcement: 'advisory' }],
    },
    decision: 'allow',
    deciding: ['space:may'],
    advisory: ['managed:m:deny'],
  },
];

const soft = { ...noPush, id: 'soft', enforcement: 'soft' } as const;
const passed = { rule: 'soft', by: 'alice', justification: 'The release is due.' };
const override = { ...passed, expiresAt: NOON + 1 };
const clamp = { id: 'soft', class: 'gitPush', decision: 'deny', enforcement: 'soft' } as const;

const byOverride: readonly GuardrailRow[] = [
  {
    ids: ['G-39', 'C19'],
    title: 'with permission and reason a soft rule does not exist',
    document: { rules: [soft], overrides: [override] },
    grant: ['policy:override'],
    decision: 'prompt',
    deciding: ['default:default.gitPush'],
    overridden: ['soft'],
  },
  {
    ids: ['G-39', 'C19'],
    title: 'without the permission it denies',
    document: { rules: [soft], overrides: [override] },
    grant: ['policy:override_managed'],
    decision: 'deny',
    deciding: ['workspace:soft'],
  },
  {
    ids: ['G-39'],
    title: 'without an override it denies',
    document: { rules: [soft] },
    grant: ['policy:override'],
    decision: 'deny',
    deciding: ['workspace:soft'],
  },
  {
    ids: ['G-39'],
    title: 'an override that has expired lifts nothing',
    document: { rules: [soft], overrides: [{ ...passed, expiresAt: NOON }] },
    grant: ['policy:override'],
    decision: 'deny',
    deciding: ['workspace:soft'],
  },
  {
    ids: ['G-39'],
    title: 'nothing lifts a hard rule',
    document: { rules: [{ ...soft, enforcement: 'hard' }], overrides: [override] },
    grant: ['policy:override', 'policy:override_managed'],
    decision: 'deny',
    deciding: ['workspace:soft'],
  },
  {
    ids: ['C19'],
    title: 'an override lifts its own rule and no other',
    document: { rules: [soft, noPush], overrides: [override] },
    grant: ['policy:override'],
    decision: 'deny',
    deciding: ['workspace:no'],
    overridden: ['soft'],
  },
  {
    ids: ['C19'],
    title: 'a rule that had no say is not reported as overridden',
    document: { rules: [mayPush, soft], overrides: [override] },
    grant: ['policy:override'],
    decision: 'allow',
    deciding: ['space:may'],
  },
  {
    ids: ['C19', 'G-42'],
    title: 'a soft rule of the managed tier stays for those who may override others only',
    document: { rules: [mayPush], managed: [clamp], overrides: [override] },
    grant: ['policy:override'],
    decision: 'deny',
    deciding: ['managed:soft'],
  },
  {
    ids: ['C19', 'G-42'],
    title: 'a soft rule of the managed tier goes with the permission for that tier',
    document: { rules: [mayPush], managed: [clamp], overrides: [override] },
    grant: ['policy:override_managed'],
    decision: 'allow',
    deciding: ['space:may'],
    overridden: ['soft'],
  },
];

const managedGit = { id: 'git', command: 'git', decision: 'deny' } as const;

const byClamp: readonly GuardrailRow[] = [
  {
    ids: ['G-42'],
    title: 'a managed allow opens nothing that the workspace denies',
    document: { rules: [noPush], managed: [{ id: 'm', class: 'gitPush', decision: 'allow' }] },
    decision: 'deny',
    deciding: ['workspace:no'],
  },
  {
    ids: ['G-42'],
    title: 'a managed prompt asks though the space allows',
    document: { rules: [mayPush], managed: [{ id: 'm', class: 'gitPush', decision: 'prompt' }] },
    decision: 'prompt',
    deciding: ['managed:m'],
  },
  {
    ids: ['G-42', 'G-12'],
    title: 'in the managed tier no constraint goes before a stricter rule',
    document: {
      managed: [
        { id: 'dev', class: 'gitPush', decision: 'allow', constraint: { refs: ['dev'] } },
        { id: 'm', class: 'gitPush', decision: 'deny' },
      ],
    },
    action: { refs: listed('dev') },
    decision: 'deny',
    deciding: ['managed:m'],
  },
  {
    ids: ['G-42', 'G-26'],
    title: 'a managed rule that nobody can tell asks',
    document: {
      rules: [mayPush],
      managed: [{ id: 'm', class: 'gitPush', decision: 'deny', constraint: { refs: ['main'] } }],
    },
    decision: 'prompt',
    deciding: ['managed:m'],
  },
  {
    ids: ['G-42', 'G-13'],
    title: 'in the managed tier no longer beginning carves out of a stricter rule',
    document: {
      managed: [
        managedGit,
        { ...managedGit, id: 'origin', command: 'git push', decision: 'allow' },
      ],
    },
    action: { classes: [], commands: [given('git push')] },
    decision: 'deny',
    deciding: ['managed:git'],
  },
  {
    ids: ['G-42', 'G-26'],
    title: 'what cannot be read asks where the managed tier speaks of commands',
    document: { managed: [managedGit] },
    action: { classes: [], isOpaque: true },
    decision: 'prompt',
    deciding: ['managed:git'],
  },
];

const never = { paths: ['/work/secret/**'], refs: ['main'], hosts: ['@private'] };

const byNever: readonly GuardrailRow[] = [
  {
    ids: ['G-2'],
    title: 'what is never touched is denied to an action that has no class',
    document: { never },
    action: { classes: [], paths: listed('/work/Secret/key') },
    decision: 'deny',
    deciding: ['never:never.paths'],
  },
  {
    ids: ['G-2', 'G-25'],
    title: 'what touches everything touches what is never touched, in each dimension',
    document: { rules: [mayPush], never },
    action: { refs: { values: [], reach: 'every' }, hosts: listed('10.0.0.7') },
    decision: 'deny',
    deciding: ['never:never.refs', 'never:never.hosts'],
  },
  {
    ids: ['G-26'],
    title: 'there is more that nobody can tell, and it may be what is never touched',
    document: { rules: [mayPush], never },
    action: { refs: among('dev') },
    decision: 'prompt',
    deciding: ['never:never.refs'],
  },
  {
    ids: ['G-2'],
    title: 'what says nothing of a dimension touches nothing of it',
    document: { rules: [mayPush], never },
    action: { refs: listed('dev') },
    decision: 'allow',
    deciding: ['space:may'],
  },
];

const freely = { default: 'actFreely' } as const;
const propose = { default: 'proposeOnly' } as const;
const tool = 'ask_user';

const byAutonomy: readonly GuardrailRow[] = [
  {
    ids: ['G-46', 'G-47'],
    title: 'where only proposals are wanted what is allowed is denied',
    document: { rules: [mayPush], autonomy: propose },
    decision: 'deny',
    deciding: ['autonomy:autonomy.proposeOnly'],
  },
  {
    ids: ['G-47'],
    title: 'a deny is the floor, and names its own rule',
    document: { rules: [noPush], autonomy: propose },
    decision: 'deny',
    deciding: ['workspace:no'],
  },
  {
    ids: ['G-47'],
    title: 'what has neither class nor command is not gated',
    document: { autonomy: propose },
    action: { classes: [] },
    decision: 'allow',
    deciding: [],
  },
  {
    ids: ['G-47'],
    title: 'a pinned tool is out of reach of autonomy and of the mode',
    document: { rules: [mayPush], autonomy: propose, pinned: [tool] },
    action: { tool, classes: ['gitPush', 'gitCommit'] },
    standing: { mode: 'review' },
    decision: 'allow',
    deciding: ['space:may', 'default:default.gitCommit'],
  },
  {
    ids: ['G-47'],
    title: 'a pinned tool is not out of reach of a rule',
    document: { rules: [noPush], pinned: [tool] },
    action: { tool },
    decision: 'deny',
    deciding: ['workspace:no'],
  },
  {
    ids: ['G-45', 'G-46'],
    title: 'with nothing set, what asks is asked',
    decision: 'prompt',
    deciding: ['default:default.gitPush'],
  },
  {
    ids: ['G-46', 'C4'],
    title: 'free action passes what defaults, workspace, agent and space ask',
    document: {
      autonomy: freely,
      rules: [
        { id: 'w', scope: 'workspace', class: 'gitCommit', decision: 'prompt' },
        { id: 'a', scope: 'agent:a1', class: 'secretAccess', decision: 'prompt' },
        { id: 's', scope: 'space:s1', command: 'git', decision: 'prompt' },
      ],
    },
    action: {
      classes: ['gitPush', 'gitCommit', 'secretAccess', 'networkEgress'],
      commands: [given('git push')],
    },
    decision: 'allow',
    deciding: ['default:default.networkEgress'],
  },
  {
    ids: ['G-46', 'C4'],
    title: 'free action passes no question of managed tier, net, never lists or doubt',
    document: {
      autonomy: freely,
      rules: [{ ...noPush, id: 'doubt', constraint: { hosts: ['*'] } }],
      managed: [{ id: 'm', class: 'gitPush', decision: 'prompt' }],
      never: { refs: ['main'] },
    },
    action: { refs: among('dev') },
    net: [{ decision: 'prompt', rule: 'net.push', about: 'git push' }],
    decision: 'prompt',
    deciding: ['unevaluable:doubt', 'managed:m', 'never:never.refs', 'net:net.push'],
  },
  {
    ids: ['G-46', 'G-47'],
    title: 'free action leaves a deny',
    document: { autonomy: freely, rules: [noPush] },
    decision: 'deny',
    deciding: ['workspace:no'],
  },
  {
    ids: ['G-45'],
    title: 'autonomy is set by space',
    document: { autonomy: { ...freely, spaces: { s1: 'proposeOnly', s2: 'actFreely' } } },
    decision: 'deny',
    deciding: ['autonomy:autonomy.proposeOnly'],
  },
  {
    ids: ['G-45'],
    title: 'where an action stands may lower its autonomy',
    document: { autonomy: freely },
    standing: { autonomy: 'actWithApproval' },
    decision: 'prompt',
    deciding: ['default:default.gitPush'],
  },
  {
    ids: ['G-45'],
    title: 'where an action stands cannot raise its autonomy',
    document: { autonomy: propose },
    standing: { autonomy: 'actFreely' },
    decision: 'deny',
    deciding: ['autonomy:autonomy.proposeOnly'],
  },
];

const byClick: readonly GuardrailRow[] = [
  {
    ids: ['G-48'],
    title: "the user's own click passes what would ask",
    standing: { isOperator: true },
    action: { classes: ['gitPush', 'gitCommit'] },
    decision: 'allow',
    deciding: ['default:default.gitCommit'],
  },
  {
    ids: ['G-48'],
    title: "the user's own click passes nothing that is denied",
    document: { rules: [noPush] },
    standing: { isOperator: true },
    decision: 'deny',
    deciding: ['workspace:no'],
  },
  {
    ids: ['G-48', 'C4'],
    title: "the user's own click passes no question of the managed tier",
    document: { managed: [{ id: 'm', class: 'gitPush', decision: 'prompt' }] },
    standing: { isOperator: true },
    decision: 'prompt',
    deciding: ['managed:m'],
  },
];

for (const row of [...byAdvice, ...byOverride, ...byClamp, ...byNever, ...byAutonomy, ...byClick]) {
  const action = { classes: ['gitPush' as const], ...row.action };
  verifies(row.ids, row.title, () => expectRuled({ ...row, action }));
}

verifies('G-45', 'autonomy is one of three words, and any other is refused', () => {
  expect(autonomyLevels).toEqual(['proposeOnly', 'actWithApproval', 'actFreely']);
  for (const autonomy of [{ default: 'never' }, { spaces: { s1: 'ActFreely' } }]) {
    const document: unknown = { version: 1, autonomy };
    expect(() => compileGuardrails(document as Parameters<typeof compileGuardrails>[0])).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
  }
});
