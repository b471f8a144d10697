// Family G, constraints: what a rule is narrowed to, and what happens where nobody can tell.
import type { Constraint, RuleDecision } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import {
  among,
  expectRuled,
  type GuardrailRow,
  given,
  listed,
  NOON,
} from '../fakes/guardrail-row.js';

/** A rule of the workspace about a class that passes by default. */
function rule(id: string, decision: RuleDecision, constraint?: Constraint) {
  const base = { id, scope: 'workspace', class: 'gitCommit', decision } as const;
  return constraint === undefined ? base : { ...base, constraint };
}

const passes = ['default:default.gitCommit'];
const features = rule('features', 'allow', { refs: ['feature/**'] });
const noMain = rule('main', 'deny', { refs: ['main'] });
const none = rule('none', 'deny');

const bySpecificity: readonly GuardrailRow[] = [
  {
    ids: ['G-24'],
    title: 'a constrained allow goes before a plain deny of the same scope',
    document: { rules: [none, features] },
    action: { refs: listed('feature/login') },
    decision: 'allow',
    deciding: ['workspace:features'],
  },
  {
    ids: ['G-24'],
    title: 'a constrained rule that misses leaves it to the plain one',
    document: { rules: [features, none] },
    action: { refs: listed('main') },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-24', 'G-12'],
    title: 'of two constrained rules that hit the stricter holds, however narrow the other is',
    document: {
      rules: [
        rule('one', 'allow', { refs: ['feature/login'] }),
        rule('all', 'prompt', { refs: ['**'] }),
      ],
    },
    action: { refs: listed('feature/login') },
    decision: 'prompt',
    deciding: ['workspace:all'],
  },
  {
    ids: ['G-24'],
    title: 'a constraint that names nothing is none',
    document: { rules: [rule('empty', 'allow', {}), none] },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
];

const byTouch: readonly GuardrailRow[] = [
  {
    ids: ['G-25'],
    title: 'a deny applies if any of the values is named',
    document: { rules: [noMain] },
    action: { refs: listed('feature/login', 'main') },
    decision: 'deny',
    deciding: ['workspace:main'],
  },
  {
    ids: ['G-25'],
    title: 'an allow does not apply if any of the values is outside',
    document: { rules: [features, none] },
    action: { refs: listed('feature/login', 'main') },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-25'],
    title: 'what touches everything touches what is denied',
    document: { rules: [noMain] },
    action: { refs: { values: [], reach: 'every' } },
    decision: 'deny',
    deciding: ['workspace:main'],
  },
  {
    ids: ['G-25'],
    title: 'what touches everything is not inside what is allowed',
    document: { rules: [features, none] },
    action: { refs: { values: ['feature/login'], reach: 'every' } },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-25'],
    title: 'another spelling is denied with the name',
    document: { rules: [noMain] },
    action: { refs: listed('MAIN') },
    decision: 'deny',
    deciding: ['workspace:main'],
  },
  {
    ids: ['G-25'],
    title: 'another spelling is not allowed with the name',
    document: { rules: [rule('dev', 'allow', { refs: ['dev'] }), none] },
    action: { refs: listed('Dev') },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-25'],
    title: 'another spelling is not taken out of what is denied',
    document: { rules: [rule('others', 'deny', { refs: ['!dev'] })] },
    action: { refs: listed('Dev') },
    decision: 'deny',
    deciding: ['workspace:others'],
  },
  {
    ids: ['G-25'],
    title: 'another spelling is taken out of what is allowed',
    document: { rules: [rule('others', 'allow', { refs: ['!main'] }), none] },
    action: { refs: listed('Main') },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-25'],
    title: 'a directory is denied with all that is below it',
    document: { rules: [rule('tree', 'deny', { paths: ['/work/secret/**'] })] },
    action: { paths: listed('/work/secret') },
    decision: 'deny',
    deciding: ['workspace:tree'],
  },
  {
    ids: ['G-25'],
    title: 'a directory is not allowed with what is below it',
    document: { rules: [rule('tree', 'allow', { paths: ['/work/**'] }), none] },
    action: { paths: listed('/work/a', '/work') },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
];

const byDoubt: readonly GuardrailRow[] = [
  {
    ids: ['G-26', 'G-27'],
    title: 'a deny about something that the action does not say asks',
    document: { rules: [noMain] },
    decision: 'prompt',
    deciding: ['unevaluable:main'],
  },
  {
    ids: ['G-26', 'G-27'],
    title: 'an allow about something that the action does not say asks',
    document: { rules: [features] },
    action: { refs: listed() },
    decision: 'prompt',
    deciding: ['unevaluable:features'],
  },
  {
    ids: ['G-26', 'G-27'],
    title: 'there is more that nobody can tell, and it may be what is denied',
    document: { rules: [noMain] },
    action: { refs: among('feature/login') },
    decision: 'prompt',
    deciding: ['unevaluable:main'],
  },
  {
    ids: ['G-27'],
    title: 'there is more that nobody can tell, and what is told is outside',
    document: { rules: [features, rule('rest', 'allow')] },
    action: { refs: among('main') },
    decision: 'allow',
    deciding: ['workspace:rest'],
  },
  {
    ids: ['G-27'],
    title: 'a deny hits where one dimension hits, whatever the others are',
    document: { rules: [rule('both', 'deny', { refs: ['main'], hosts: ['*'], maxCount: 3 })] },
    action: { refs: listed('main'), count: 1 },
    decision: 'deny',
    deciding: ['workspace:both'],
  },
  {
    ids: ['G-27'],
    title: 'a deny asks where one dimension is unknown and the others miss',
    document: { rules: [rule('both', 'deny', { refs: ['main'], hosts: ['*'] })] },
    action: { refs: listed('dev') },
    decision: 'prompt',
    deciding: ['unevaluable:both'],
  },
  {
    ids: ['G-27'],
    title: 'an allow misses where one dimension misses, whatever the others are',
    document: { rules: [rule('both', 'allow', { refs: ['dev'], hosts: ['*'] })] },
    action: { refs: listed('main') },
    decision: 'allow',
    deciding: passes,
  },
  {
    ids: ['G-26', 'G-27'],
    title: 'an allow asks where one dimension is unknown and the others hit',
    document: { rules: [rule('both', 'allow', { refs: ['dev'], hosts: ['*'] })] },
    action: { refs: listed('dev') },
    decision: 'prompt',
    deciding: ['unevaluable:both'],
  },
  {
    ids: ['C18'],
    title: 'an allow that nobody can tell leaves it to a deny further down',
    document: { rules: [{ ...features, scope: 'space:s1' }, none] },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['C18'],
    title: 'an allow that nobody can tell asks, though one further down allows',
    document: { rules: [{ ...features, scope: 'space:s1' }, rule('rest', 'allow')] },
    decision: 'prompt',
    deciding: ['unevaluable:features'],
  },
  {
    ids: ['C18', 'G-11'],
    title: 'a scope after the one that decides is not asked',
    document: { rules: [{ ...rule('rest', 'allow'), scope: 'space:s1' }, noMain] },
    decision: 'allow',
    deciding: ['space:rest'],
  },
  {
    ids: ['C18', 'G-20'],
    title: 'of several in one scope that nobody can tell the first is named',
    document: { rules: [features, noMain, rule('rest', 'allow')] },
    decision: 'prompt',
    deciding: ['unevaluable:features'],
  },
];

const few = rule('few', 'allow', { maxCount: 3 });
const costly = rule('costly', 'deny', { maxCents: 100 });

const byAmount: readonly GuardrailRow[] = [
  {
    ids: ['G-28'],
    title: 'an allow reaches up to its ceiling',
    document: { rules: [few, none] },
    action: { count: 3 },
    decision: 'allow',
    deciding: ['workspace:few'],
  },
  {
    ids: ['G-28'],
    title: 'an allow ends above its ceiling',
    document: { rules: [few, none] },
    action: { count: 4 },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-28'],
    title: 'a deny spares what is at its ceiling',
    document: { rules: [costly] },
    action: { cents: 100 },
    decision: 'allow',
    deciding: passes,
  },
  {
    ids: ['G-28'],
    title: 'a deny begins above its ceiling',
    document: { rules: [costly] },
    action: { cents: 101 },
    decision: 'deny',
    deciding: ['workspace:costly'],
  },
  {
    ids: ['G-28', 'G-26'],
    title: 'an amount that is not said asks',
    document: { rules: [costly] },
    action: { count: 1 },
    decision: 'prompt',
    deciding: ['unevaluable:costly'],
  },
];

const tests = rule('tests', 'allow', { commands: ['npm test'] });
const deletes = rule('deletes', 'deny', { commands: ['rm'] });
const toDev: Constraint = { refs: ['dev'] };
const narrowPush = {
  id: 'narrow',
  scope: 'workspace',
  command: 'git push',
  decision: 'allow',
  constraint: toDev,
} as const;

const byCommand: readonly GuardrailRow[] = [
  {
    ids: ['G-25'],
    title: 'an allow needs every command to begin so',
    document: { rules: [tests, none] },
    action: { commands: [given('npm test'), given('ls')] },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-25'],
    title: 'a deny needs one command to begin so',
    document: { rules: [deletes] },
    action: { commands: [given('ls'), given('/bin/RM x')] },
    decision: 'deny',
    deciding: ['workspace:deletes'],
  },
  {
    ids: ['G-25'],
    title: 'an allow is about the text as given: a wrapper before it is another command',
    document: { rules: [tests, none] },
    action: { commands: [{ words: ['npm', 'test'], text: 'sudo npm test' }] },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-27'],
    title: 'a deny asks where some of the commands cannot be read',
    document: { rules: [deletes] },
    action: { commands: [given('ls')], isOpaque: true },
    decision: 'prompt',
    deciding: ['unevaluable:deletes'],
  },
  {
    ids: ['G-27'],
    title: 'an allow asks where some of the commands cannot be read',
    document: { rules: [tests] },
    action: { commands: [given('npm test')], isOpaque: true },
    decision: 'prompt',
    deciding: ['unevaluable:tests'],
  },
  {
    ids: ['G-26'],
    title: 'a rule about commands asks of an action that has none',
    document: { rules: [tests] },
    decision: 'prompt',
    deciding: ['unevaluable:tests'],
  },
  {
    ids: ['G-27'],
    title: 'a rule for a command misses where its constraint misses',
    document: { rules: [narrowPush] },
    action: { commands: [given('git push')], refs: listed('main') },
    decision: 'allow',
    deciding: passes,
  },
  {
    ids: ['G-26', 'G-27'],
    title: 'a rule for a command asks where its constraint cannot be told',
    document: { rules: [narrowPush] },
    action: { commands: [given('git push')] },
    decision: 'prompt',
    deciding: ['unevaluable:narrow'],
  },
];

const byClock: readonly GuardrailRow[] = [
  {
    ids: ['G-38'],
    title: 'a rule holds up to the instant before it expires',
    document: { rules: [{ ...none, expiresAt: NOON + 1 }] },
    decision: 'deny',
    deciding: ['workspace:none'],
  },
  {
    ids: ['G-38'],
    title: 'a rule is gone at the instant at which it expires',
    document: { rules: [{ ...none, expiresAt: NOON }] },
    decision: 'allow',
    deciding: passes,
  },
  {
    ids: ['G-38'],
    title: 'a rule of the managed tier is gone likewise',
    document: { managed: [{ id: 'm', class: 'gitCommit', decision: 'deny', expiresAt: NOON }] },
    now: NOON + 1,
    decision: 'allow',
    deciding: passes,
  },
];

for (const row of [
  ...bySpecificity,
  ...byTouch,
  ...byDoubt,
  ...byAmount,
  ...byCommand,
  ...byClock,
]) {
  const action = { classes: ['gitCommit' as const], ...row.action };
  verifies(row.ids, row.title, () => expectRuled({ ...row, action }));
}
