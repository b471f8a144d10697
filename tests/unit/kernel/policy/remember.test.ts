// kernel/policy/remember.ts: an answer of the user as a rule.
import { describe, expect, it } from 'vitest';
import {
  MAX_REMEMBER_MS,
  type RememberRequest,
  rememberedRule,
} from '../../../../kernel/policy/remember.js';
import type { Action, ActionCommand } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { naiveAllows } from '../../../model/naive-remember.js';

const silent: Action = {
  tool: 'push',
  classes: ['gitPush'],
  commands: [],
  isOpaque: false,
  paths: null,
  refs: null,
  hosts: null,
  count: null,
  cents: null,
};
const listed = (...values: readonly string[]) => ({ values, reach: 'listed' }) as const;
const command = (text: string): ActionCommand => ({ words: text.split(' '), text });

function remember(action: Partial<Action>, change: Partial<RememberRequest> = {}) {
  return rememberedRule({
    action: { ...silent, ...action },
    about: { class: 'gitPush' },
    scope: 'space:web',
    decision: 'allow',
    now: 1000,
    ttlMs: 500,
    id: 'r1',
    ...change,
  });
}

function constraint(action: Partial<Action>, change: Partial<RememberRequest> = {}): unknown {
  const rule = remember(action, change);
  return 'refused' in rule ? rule.refused : (rule.constraint ?? null);
}

verifies(['G-36', 'G-38'], 'an answer becomes a rule of one scope that ends by itself', () => {
  expect(remember({ refs: listed('feature/login') }, { because: 'asked' })).toEqual({
    id: 'r1',
    scope: 'space:web',
    class: 'gitPush',
    decision: 'allow',
    enforcement: 'hard',
    constraint: { refs: ['feature/**'] },
    expiresAt: 1500,
    provenance: 'remembered',
    because: 'asked',
  });
});

describe('widened by one step', () => {
  const home = '/srv/people/ann';

  for (const [path, pattern] of [
    ['/work/app/src/a.ts', '/work/app/src/**'],
    ['/work/app/src', '/work/app/**'],
    ['/work/app', '/work/app'],
    ['/work', '/work'],
    ['/home/ann/notes.txt', '/home/ann/notes.txt'],
    ['/home/ann/notes/a.txt', '/home/ann/notes/**'],
    ['/Users/ann/notes.txt', '/Users/ann/notes.txt'],
    ['/srv/people/ann/notes.txt', '/srv/people/ann/notes.txt'],
    ['/srv/people/bob', '/srv/people/bob'],
    ['/srv/people/anna/x', '/srv/people/anna/**'],
    ['/w/a*b/c?/x', '/w/a\\*b/c\\?/**'],
    ['/w/**', '/w/\\*\\*'],
    ['/w/a\\b', '/w/a\\\\b'],
  ] as const) {
    verifies('G-37', `the path ${path} is remembered as ${pattern}`, () => {
      expect(constraint({ paths: listed(path) }, { home })).toEqual({ paths: [pattern] });
    });
  }

  for (const [ref, pattern] of [
    ['feature/login', 'feature/**'],
    ['fix/a/b', 'fix/**'],
    ['main', 'main'],
    ['tags/v1', 'tags/v1'],
    ['remotes/origin/main', 'remotes/origin/main'],
    ['origin/main', 'origin/main'],
  ] as const) {
    verifies('G-37', `the ref ${ref} is remembered as ${pattern}`, () => {
      expect(constraint({ refs: listed(ref) })).toEqual({ refs: [pattern] });
    });
  }

  verifies('G-37', 'hosts, commands and amounts are remembered as they are', () => {
    const action = {
      hosts: listed('api.example.com', '::1', 'api.example.com'),
      commands: [command('git push origin')],
      count: 3,
      cents: 0,
    };
    expect(constraint(action)).toEqual({
      hosts: ['api.example.com', '::1'],
      commands: ['git push origin'],
      maxCount: 3,
      maxCents: 0,
    });
  });

  verifies('G-36', 'a branch of the same group is allowed, main is not', () => {
    const rule = remember({ refs: listed('feature/login') });
    if ('refused' in rule) throw new Error(rule.reason);
    const push = (ref: string) => naiveAllows(rule, { ...silent, refs: listed(ref) }, 1000);
    expect(['feature/other', 'feature/a/b', 'main', 'feature', 'features/x'].map(push)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a command', () => {
  const push = command('git push origin main');

  verifies('G-37', 'is meant whole where the rule is about it', () => {
    const rule = remember(
      { commands: [push, command('ls')], refs: listed('main') },
      { about: { command: push } },
    );
    expect(rule).toMatchObject({
      command: 'git push origin main',
      exact: true,
      constraint: { refs: ['main'] },
    });
    expect(rule).not.toHaveProperty('class');
  });

  it('needs no bounds of its own', () => {
    const rule = remember({ commands: [push] }, { about: { command: push } });
    expect(rule).toMatchObject({ command: 'git push origin main', exact: true });
    expect(rule).not.toHaveProperty('constraint');
  });

  it('keeps a star a star', () => {
    const grep: ActionCommand = { words: ['grep', 'on.*Tab', 'a.ts'], text: null };
    const rule = remember({ commands: [grep] }, { about: { command: grep } });
    if ('refused' in rule) throw new Error(rule.reason);
    const as = (...words: readonly string[]): boolean =>
      naiveAllows(rule, { ...silent, commands: [{ words, text: null }] }, 1000);
    expect(as('grep', 'on.*Tab', 'a.ts')).toBe(true);
    expect(as('grep', 'on";', 'touch', 'z;', 'echo', '"Tab', 'a.ts')).toBe(false);
  });
});

describe('is refused', () => {
  const grep: ActionCommand = { words: ['grep', 'a b'], text: "grep 'a b'" };

  it.each<[string, Partial<Action>, Partial<RememberRequest>]>([
    ['not_of_action', {}, { about: { class: 'fileDelete' } }],
    ['not_of_action', { commands: [command('ls')] }, { about: { command: command('ls -l') } }],
    ['unread_command', { isOpaque: true, refs: listed('main') }, {}],
    ['unread_command', { commands: [{ words: ['rm', null], text: 'rm $x' }] }, {}],
    ['quoted_command', { commands: [grep] }, { about: { command: grep } }],
    ['quoted_command', { commands: [{ words: ['git', 'push'], text: 'git  push' }] }, {}],
    ['bare_program', { commands: [command('make')], paths: listed('/w/a/b') }, {}],
    ['open', { refs: { values: ['feature/x'], reach: 'open' } }, {}],
    ['every', { paths: { values: [], reach: 'every' } }, {}],
    ['root', { paths: listed('/w/a/b', '/') }, {}],
    ['unplain_path', { paths: listed('w/a/b') }, {}],
    ['unplain_path', { paths: listed('/w/../b') }, {}],
    ['unplain_path', { paths: listed('/w/a/') }, {}],
    ['unplain_path', { paths: listed('/w/a\0') }, {}],
    ['unplain_ref', { refs: listed('refs/heads/main') }, {}],
    ['unplain_ref', { refs: listed('heads/main') }, {}],
    ['unplain_ref', { refs: listed('*') }, {}],
    ['unplain_ref', { refs: listed('HEAD') }, {}],
    ['unplain_host', { hosts: listed('*.example.com') }, {}],
    ['unplain_host', { hosts: listed('@private') }, {}],
    ['unconstrained', {}, {}],
    ['unconstrained', { paths: listed() }, {}],
    ['amount_only', { count: 7 }, { decision: 'deny', unconstrained: true }],
    ['ttl', { refs: listed('main') }, { ttlMs: 0 }],
    ['ttl', { refs: listed('main') }, { ttlMs: Number.NaN }],
    ['ttl', { refs: listed('main') }, { ttlMs: MAX_REMEMBER_MS + 1 }],
    ['malformed', { refs: listed('main') }, { id: 'no name' }],
    ['malformed', { paths: listed(`/w/${'a'.repeat(2000)}`) }, {}],
  ])('%s: %j %j', (problem, action, change) => {
    const refusal = remember(action, change);
    expect(refusal).toMatchObject({ refused: problem });
    expect(Object.values(refusal).every((text) => typeof text === 'string')).toBe(true);
  });
});

verifies('G-36', 'a rule without bounds is made only of an action that names nothing', () => {
  expect(constraint({}, { unconstrained: true })).toBeNull();
  expect(constraint({ refs: listed('main') }, { unconstrained: true })).toEqual({ refs: ['main'] });
  expect(constraint({ cents: 9 }, { unconstrained: true })).toEqual({ maxCents: 9 });
});

verifies('G-38', 'a rule may live for thirty days and no longer', () => {
  expect(remember({ refs: listed('main') }, { ttlMs: MAX_REMEMBER_MS })).toMatchObject({
    expiresAt: 1000 + 30 * 86_400_000,
  });
});

it('that denies is bound to what was named, without ceilings', () => {
  const action = { paths: listed('/w/a/b'), count: 4 };
  expect(constraint(action, { decision: 'deny' })).toEqual({ paths: ['/w/a/**'] });
});
