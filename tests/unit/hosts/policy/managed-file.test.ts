/** The pinned file of managed rules: what it may say, and that nothing replaces it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseManagedText, readManagedRules } from '../../../../hosts/policy/managed-file.js';
import { openPolicySource } from '../../../../hosts/policy/policy-source.js';
import { verifies } from '../../../claims/verifies.js';
import { scratchFolder } from '../stores/scratch.js';
import { goodPolicy, hostError, policyFile } from './policy-texts.js';

const parse = (value: unknown) => parseManagedText(JSON.stringify(value), 'm');
const pin = (path: string) => ({ SLUICE_MANAGED_POLICY: path });

verifies('G-44', 'a list, or a record with `rules`; deny, hard and an id are the defaults', () => {
  const entries = [
    { actionClass: 'gitPush' },
    { action_class: 'fileDelete', decision: 'prompt', enforcement: 'soft' },
    { class: 'prCreate', id: 'mine' },
    { commandPrefix: 'npm publish' },
    { command_prefix: 'docker run', constraint: { commands: ['docker run --rm'] } },
    { command: 'rm', decision: 'allow' },
  ];
  const expected = [
    { id: 'managed-1', class: 'gitPush', decision: 'deny', enforcement: 'hard' },
    { id: 'managed-2', class: 'fileDelete', decision: 'prompt', enforcement: 'soft' },
    { id: 'mine', class: 'prCreate', decision: 'deny', enforcement: 'hard' },
    { id: 'managed-4', command: 'npm publish', decision: 'deny', enforcement: 'hard' },
    {
      id: 'managed-5',
      command: 'docker run',
      decision: 'deny',
      enforcement: 'hard',
      constraint: { commands: ['docker run --rm'] },
    },
    { id: 'managed-6', command: 'rm', decision: 'allow', enforcement: 'hard' },
  ].map((rule) => ({ ...rule, scope: 'managed', provenance: 'written' }));
  expect(parse(entries)).toEqual(expected);
  expect(parse({ rules: entries })).toEqual(expected);
  expect(parse([])).toEqual([]);
  expect(Object.isFrozen(parse(entries))).toBe(true);
});

test('a constraint has six keys, two of them in two spellings', () => {
  const constraint = { paths: ['/a/**'], refs: ['main'], hosts: ['@private'], commands: ['git'] };
  const [long, short] = parse([
    { class: 'gitPush', constraint: { ...constraint, maxCount: 3, maxCents: 0 } },
    { class: 'gitPush', constraint: { ...constraint, max_count: 3, max_cents: 0 } },
  ]);
  expect(long?.constraint).toEqual({ ...constraint, maxCount: 3, maxCents: 0 });
  expect(short?.constraint).toEqual(long?.constraint);
});

verifies('G-9', 'an unknown decision reads as `prompt`, an unknown enforcement as `hard`', () => {
  const words = ['dney', 'DENY', 'block', '', ' deny', 'null'];
  const rules = parse(words.map((decision) => ({ class: 'gitPush', decision })));
  expect(rules.map(({ decision }) => decision)).toEqual(words.map(() => 'prompt'));
  const others = parse(words.map((enforcement) => ({ class: 'gitPush', enforcement })));
  expect(others.map(({ enforcement }) => enforcement)).toEqual(words.map(() => 'hard'));
  expect(hostError(() => parse([{ class: 'gitpush' }])).message).toBe(
    '`m` rule 1: `class`: unknown word `gitpush`: did you mean `gitPush`?',
  );
});

describe('what is refused', () => {
  test.each([
    ['{}', 'expected a list of rules, or a record with `rules`'],
    ['null', 'expected a list of rules, or a record with `rules`'],
    ['"deny"', 'expected a list of rules, or a record with `rules`'],
    ['{"rules":{}}', 'expected a list of rules, or a record with `rules`'],
    ['{"rules":[],"version":1}', 'unknown key `version`: known are `rules`'],
    ['{"rule":[]}', 'unknown key `rule`: did you mean `rules`?'],
    ['', 'the text ends too early at 1:1'],
    ['[', 'the text ends too early at 1:2'],
    ['[] []', 'text after the value at 1:4'],
    ['# yaml\n[]', 'expected a value at 1:1'],
    ['[{"class":"gitPush","class":"prCreate"}]', 'a key occurs twice in one object at 1:21'],
  ])('the text %s', (text, expected) => {
    const error = hostError(() => parseManagedText(text, 'm'));
    expect([error.code, error.message]).toEqual(['policy_malformed', `\`m\`: ${expected}`]);
  });

  test.each([
    [1, 'expected a record'],
    [{}, 'a rule targets a `class` or a `command`, exactly one of them'],
    [{ class: 'gitPush', command: 'git' }, 'a rule targets a `class` or a `command`, exactly one'],
    [{ class: 'gitPush', actionClass: 'gitPush' }, '`actionClass` and `class` are one key'],
    [{ commandPrefix: 'a', command_prefix: 'a' }, '`commandPrefix` and `command_prefix` are one'],
    [{ class: null }, '`class`: expected one of `fileDelete`'],
    [{ class: 'unknown' }, '`class`: unknown word `unknown`: known are `fileDelete`'],
    [{ class: 'gitPush', decison: 'deny' }, 'unknown key `decison`: did you mean `decision`?'],
    [{ class: 'gitPush', scope: 'workspace' }, 'unknown key `scope`'],
    [{ class: 'gitPush', decision: null }, '`decision`: expected one of `allow`'],
    [{ class: 'gitPush', decision: 1 }, '`decision`: expected one of `allow`'],
    [{ class: 'gitPush', enforcement: true }, '`enforcement`: expected one of `advisory`'],
    [{ class: 'gitPush', id: 'a b' }, '`id`: a rule id is a name'],
    [{ class: 'gitPush', constraint: [] }, '`constraint`: expected a record'],
    [{ class: 'gitPush', constraint: { path: ['/a'] } }, '`constraint`: unknown key `path`'],
    [{ class: 'gitPush', constraint: { hosts: [''] } }, '`constraint.hosts[0]`: too small'],
    [{ class: 'gitPush', constraint: { maxCount: -1 } }, '`constraint.maxCount`: too small'],
    [
      { class: 'gitPush', constraint: { maxCount: 1, max_count: 2 } },
      '`constraint`: `maxCount` and `max_count` are one key',
    ],
  ])('the entry %j', (entry, expected) => {
    const error = hostError(() => parse([{ class: 'gitPush' }, entry]));
    expect(error.code).toBe('policy_malformed');
    expect(error.message.replace('rule 2 `constraint`', 'rule 2: `constraint`')).toContain(
      `\`m\` rule 2: ${expected}`,
    );
  });

  test('one id for two rules, made up or given', () => {
    const error = hostError(() =>
      parse([{ id: 'managed-2', class: 'gitPush' }, { class: 'gitPush' }]),
    );
    expect(error.message).toBe('`m` rule 2: a second rule `managed-2`');
  });
});

describe('the variable', () => {
  test('names the file; where it is not set there is none', () => {
    const path = policyFile('[{"class":"gitPush"}]', 'managed.json');
    expect(readManagedRules(pin(path))?.map(({ id }) => id)).toEqual(['managed-1']);
    expect(readManagedRules({})).toBe(null);
  });

  verifies('C32', 'a file that cannot be read denies everything, whatever else is there', () => {
    const folder = scratchFolder();
    const file = policyFile(goodPolicy);
    for (const path of [join(folder, 'gone.json'), folder, '/dev/null/x']) {
      expect(hostError(() => readManagedRules(pin(path))).code).toBe('input_unreadable');
      const source = openPolicySource({ file, env: pin(path), home: null });
      expect(hostError(() => source.current()).code).toBe('input_unreadable');
    }
    for (const path of ['', ' ']) {
      expect(hostError(() => readManagedRules(pin(path))).code).toBe('input_unreadable');
      const open = () => openPolicySource({ file, env: pin(path), home: null });
      expect(hostError(open).code).toBe('input_unreadable');
    }
    for (const text of ['', '{', '{}', '[{}]', '[{"class":"gitpush"}]', `[]${' '.repeat(9e6)}`]) {
      const source = openPolicySource({ file, env: pin(policyFile(text, 'm.json')), home: null });
      expect(hostError(() => source.current()).code).toBe('policy_malformed');
    }
  });

  verifies('G-43', 'its rules are the managed tier, and none of another place is', () => {
    const file = policyFile(goodPolicy);
    const pinned = policyFile('[{"class":"prPublish"}]', 'managed.json');
    const managed = (env: Readonly<Record<string, string>>) =>
      openPolicySource({ file, env, home: null })
        .document()
        .managed.map((rule) => rule.class);
    expect(managed({})).toEqual(['secretAccess']);
    expect(managed(pin(pinned))).toEqual(['prPublish']);
    expect(managed(pin(policyFile('[]', 'none.json')))).toEqual([]);
  });

  test('is looked up once: taking it away later unpins nothing', () => {
    const path = policyFile('[{"class":"prPublish"}]', 'managed.json');
    const env: Record<string, string> = pin(path);
    const source = openPolicySource({ file: policyFile(goodPolicy), env, home: null });
    delete env['SLUICE_MANAGED_POLICY'];
    expect(source.document().managed.map(({ id }) => id)).toEqual(['managed-1']);
    rmSync(path);
    expect(hostError(() => source.current()).code).toBe('input_unreadable');
  });
});
