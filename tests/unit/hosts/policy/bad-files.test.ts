/**
 * Bad policy files never fail open: each makes the source throw, and so every call is denied.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPolicySource } from '../../../../hosts/policy/policy-source.js';
import { scratchFolder } from '../stores/scratch.js';
import { goodPolicy, hostError, policyFile } from './policy-texts.js';

const rule = (fields: string): string => `version: 1\nrules:\n- { ${fields} }\n`;

const badTexts: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  'a comment alone': '# to be written\n',
  '`{}`': '{}',
  '`null`': 'null',
  'a list at the top': `- ${goodPolicy.replaceAll('\n', '\n  ')}`,
  'a text at the top': '"version: 1"',
  'another version': goodPolicy.replace('version: 1', 'version: 2'),
  'a version as text': goodPolicy.replace('version: 1', 'version: "1"'),
  'an unknown key': `${goodPolicy}\nallow: everything\n`,
  'an unknown key of a rule': goodPolicy.replace('decision: deny', 'decison: deny'),
  'an unknown template': goodPolicy.replace('balanced', 'lenient'),
  'a key twice': `${goodPolicy}\nrules: []\n`,
  'an alias bomb': [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...'bcdefghi'.split('').map((to, i) => {
      const from = 'abcdefgh'.charAt(i);
      return `${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`;
    }),
  ].join('\n'),
  'tabs for indentation': goodPolicy.replaceAll('\n  ', '\n\t'),
  'a bracket that nothing closes': goodPolicy.replace("'release/*'] }", "'release/*'"),
  'JSON cut off': JSON.stringify({ version: 1, rules: [] }).slice(0, -1),
  binary: Uint8Array.from({ length: 512 }, (_, i) => (i * 37) % 256),
  'not UTF-8': Buffer.from(goodPolicy.replace('publishes', 'veröffentlicht'), 'latin1'),
  'UTF-16': Buffer.from(goodPolicy, 'utf16le'),
  'over the bound': `${goodPolicy}# ${'x'.repeat(10_000_000)}`,
  'a second document': `${goodPolicy}---\n${goodPolicy}`,
  'a scope that is misspelt': goodPolicy.replace('scope: workspace', 'scope: worksapce'),
  'the managed scope where it is not meant': goodPolicy.replace(
    'scope: workspace',
    'scope: managed',
  ),
  'a decision that is misspelt': goodPolicy.replace('decision: deny', 'decision: denied'),
  'an enforcement that is misspelt': rule(
    'id: a, scope: workspace, class: gitPush, decision: deny, enforcement: hrad',
  ),
  'two targets': rule('id: a, scope: workspace, class: gitPush, command: git, decision: deny'),
  'no target': rule('id: a, scope: workspace, decision: deny'),
  'no decision': rule('id: a, scope: workspace, class: gitPush'),
  'no rules behind the key': 'version: 1\nrules:\n',
  'a ceiling below zero': rule(
    'id: a, scope: workspace, class: gitPush, decision: deny, constraint: { maxCount: -1 }',
  ),
  'a ceiling without end': rule(
    'id: a, scope: workspace, class: gitPush, decision: deny, constraint: { maxCents: .inf }',
  ),
  'no patterns': rule(
    'id: a, scope: workspace, class: gitPush, decision: deny, constraint: { refs: [] }',
  ),
  'an empty host': rule(
    'id: a, scope: workspace, class: networkEgress, decision: deny, constraint: { hosts: [""] }',
  ),
  'a path that matches nothing': goodPolicy.replace('/srv/vault/**', 'vault/**'),
  'a home of another user': goodPolicy.replace('/srv/vault/**', '~root/.ssh'),
  'one id for two rules': goodPolicy.replace('id: ask-publish', 'id: no-push'),
  'a remembered rule that never ends': rule(
    'id: a, scope: workspace, class: gitPush, decision: allow, provenance: remembered',
  ),
  'autonomy in another word': goodPolicy.replace('docs: proposeOnly', 'docs: full'),
  'a grant that is no name': goodPolicy.replace('grant: [mail.read', 'grant: ["*"'),
};

const badPlaces: Readonly<Record<string, (folder: string) => string>> = {
  'no file': (folder) => join(folder, 'policy.yaml'),
  'no folder': (folder) => join(folder, 'no', 'policy.yaml'),
  'a folder': (folder) => folder,
  'a link to nothing': (folder) => {
    symlinkSync(join(folder, 'gone'), join(folder, 'policy.yaml'));
    return join(folder, 'policy.yaml');
  },
  'links in a circle': (folder) => {
    symlinkSync(join(folder, 'b'), join(folder, 'a'));
    symlinkSync(join(folder, 'a'), join(folder, 'b'));
    return join(folder, 'a');
  },
  'a file where a folder should be': (folder) => {
    writeFileSync(join(folder, 'file'), goodPolicy);
    return join(folder, 'file', 'policy.yaml');
  },
  'a named pipe': (folder) => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    return join(folder, 'pipe');
  },
  'a device': () => '/dev/zero',
};

function reading(file: string): () => unknown {
  const source = openPolicySource({ file, env: {}, home: '/home/u' });
  return () => source.current().version;
}

test('the good one is read', () => {
  expect(reading(policyFile(goodPolicy))()).toMatch(/^[0-9a-f]{64}$/);
});

describe('a bad text', () => {
  test.each(Object.entries(badTexts))('%s', (_, text) => {
    const read = reading(policyFile(text));
    expect(hostError(read).code).toBe('policy_malformed');
    expect(hostError(read).code).toBe('policy_malformed');
  });
});

describe('a bad place', () => {
  test.each(Object.entries(badPlaces))('%s', (_, make) => {
    const read = reading(make(scratchFolder()));
    expect(hostError(read).code).toBe('input_unreadable');
    expect(hostError(read).code).toBe('input_unreadable');
  });

  test.runIf(process.getuid?.() === 0)('a file that this user may not read', () => {
    const path = policyFile(goodPolicy);
    const read = reading(path);
    process.seteuid?.(65_534);
    try {
      expect(hostError(read).code).toBe('input_unreadable');
    } finally {
      process.seteuid?.(0);
    }
    expect(read()).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a file that turns bad', () => {
  test.each(Object.entries(badTexts))('%s: denies, and nothing of before counts', (_, text) => {
    const path = policyFile(goodPolicy);
    const read = reading(path);
    const before = read();
    writeFileSync(path, text);
    expect(hostError(read).code).toBe('policy_malformed');
    writeFileSync(path, goodPolicy);
    expect(read()).toBe(before);
  });

  test('one that is gone, or becomes a folder', () => {
    const path = policyFile(goodPolicy);
    const read = reading(path);
    read();
    rmSync(path);
    expect(hostError(read).code).toBe('input_unreadable');
    mkdirSync(path);
    expect(hostError(read).code).toBe('input_unreadable');
  });
});
