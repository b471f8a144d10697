/** `sluice policy`: real files, a real store, the command in a process of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRulesStore } from '../../../../hosts/policy/rules-store.js';
import { verifies } from '../../../claims/verifies.js';
import { scratchFolder } from '../stores/scratch.js';
import { runCli } from './cli-process.js';

const document = `version: 1
template: balanced
rules:
  - id: own
    scope: space:website
    class: gitPush
    decision: allow
    constraint: { refs: ['feature/**'] }
  - id: publish
    scope: workspace
    command: npm publish
    decision: deny
managed:
  - id: no-secrets
    class: secretAccess
    decision: deny
never: { refs: [production] }
autonomy: { spaces: { website: actFreely } }
pinned: [ask_user]
`;

function fileOf(text: string): string {
  const path = join(scratchFolder(), 'policy.yaml');
  writeFileSync(path, text);
  return path;
}

describe('list', () => {
  verifies(['G-23', 'G-57'], 'says the whole policy, section by section', async () => {
    const { exitCode, stdout } = await runCli('policy', 'list', fileOf(document));
    expect(exitCode).toBe(0);
    const heads = stdout.split('\n').filter((line) => /^\w/u.test(line));
    expect(heads.join(' ')).toBe('space workspace preset default managed never autonomy pinned');
    expect(stdout).toContain(
      '  Allow `gitPush` in `space:website` if every ref is in `feature/**`. [own]\n',
    );
    expect(stdout).toContain('[template.protected-branches]\n');
    expect(stdout).toContain('  Deny `secretAccess` in the managed tier. [no-secrets]\n');
    expect(stdout).not.toContain('\u001b');
  });

  verifies(
    'G-57',
    'without a file says the defaults; a store that is not there is no empty one',
    async () => {
      const { sentences } = JSON.parse((await runCli('policy', 'list', '--json')).stdout);
      const sections = sentences.map(({ section }: { section: string }) => section);
      expect(sections.filter((section: string) => section === 'default')).toHaveLength(13);
      const missing = join(scratchFolder(), 'rules.db');
      const refused = await runCli('policy', 'list', '--store', missing);
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toContain('error input_unreadable: ');
    },
  );
});

describe('explain', () => {
  verifies(
    ['G-23', 'G-57'],
    'lists the steps of a class in the order in which they are asked',
    async () => {
      const flags = ['--class', 'gitPush', '--space', 'website', '--mode', 'plan', '--json'];
      const { stdout } = await runCli('policy', 'explain', fileOf(document), ...flags);
      const [{ about, steps }] = JSON.parse(stdout).chains;
      expect(about).toBe('class gitPush');
      expect(steps.map(({ step }: { step: string }) => step)).toEqual([
        'space:website',
        'workspace',
        'preset',
        'default',
        'managed',
        'never',
        'autonomy',
      ]);
      expect(steps[0].rules).toMatchObject([{ id: 'own', needs: ['refs'] }]);
      expect(steps[2].says[0]).toContain('Mode `plan` only reads');
    },
  );

  test('a command meets the rules that it begins with', async () => {
    const meets = async (command: string): Promise<readonly string[]> => {
      const flags = ['--command', command, '--json'];
      const { stdout } = await runCli('policy', 'explain', fileOf(document), ...flags);
      const [{ steps }] = JSON.parse(stdout).chains.filter(({ about }: { about: string }) =>
        about.startsWith('command '),
      );
      return steps[0].rules.map(({ id }: { id: string }) => id);
    };
    expect(await meets('npm publish --tag next')).toEqual(['publish']);
    expect(await meets('npm test')).toEqual([]);
  });
});

describe('lint', () => {
  test('0 if clean, 2 with findings, 1 if it cannot be read', async () => {
    const clean = await runCli('policy', 'lint', fileOf(document));
    expect([clean.exitCode, clean.stdout]).toEqual([0, 'nothing found\n']);
    const ended = document.replace('decision: deny\n', 'decision: deny\n    expiresAt: 5\n');
    const found = await runCli('policy', 'lint', fileOf(ended), '--json');
    expect(found.exitCode).toBe(2);
    expect(JSON.parse(found.stdout).findings).toMatchObject([{ rule: 'publish', kind: 'expired' }]);
    const broken = await runCli('policy', 'lint', fileOf('version: 2\n'));
    expect(broken.exitCode).toBe(1);
    expect(broken.stderr).toContain('error policy_malformed: ');
  });
});

describe('diff', () => {
  test('0 and nothing of a file and itself', async () => {
    const path = fileOf(document);
    const { exitCode, stdout } = await runCli('policy', 'diff', path, path);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^0 of \d+ answers differ\n$/u);
  });

  test('2 and what changed, looser first, no more than asked for', async () => {
    const other = document
      .replace("['feature/**']", "['feature/**', main]")
      .replace('[production]', '[production, staging]');
    const flags = ['--limit', '2', '--json'];
    const { exitCode, stdout } = await runCli(
      'policy',
      'diff',
      fileOf(document),
      fileOf(other),
      ...flags,
    );
    const diff = JSON.parse(stdout);
    expect(exitCode).toBe(2);
    expect(diff.changed).toMatchObject([{ before: { id: 'own' }, after: { id: 'own' } }]);
    expect(diff.answers).toHaveLength(2);
    expect(diff.answerCount).toBeGreaterThan(2);
    expect(diff.answers[0]).toMatchObject({
      change: 'looser',
      after: 'allow',
      beforeBy: expect.anything(),
    });
  });
});

describe('remembered rules', () => {
  verifies('G-36', 'are made, listed with their end and origin, and revoked', async () => {
    const store = join(scratchFolder(), 'rules.db');
    const flags = ['--store', store, '--scope', 'space:website', '--ttl', '8h', '--id', 'push-1'];
    const about = ['--class', 'gitPush', '--args', '{"ref": "feature/login"}'];
    const made = await runCli('policy', 'remember', ...flags, ...about);
    expect([made.exitCode, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(
      /^Allow `gitPush` in `space:website` if every ref is in `feature\/\*\*`, until .* UTC\./u,
    );
    const listed = await runCli('policy', 'remembered', '--store', store, '--json');
    expect(JSON.parse(listed.stdout).rules).toMatchObject([
      {
        id: 'push-1',
        provenance: 'remembered',
        isLive: true,
        constraint: { refs: ['feature/**'] },
      },
    ]);
    const inForce = await runCli('policy', 'list', fileOf(document), '--store', store);
    expect(inForce.stdout).toContain('[push-1]');

    expect((await runCli('policy', 'revoke', 'push-1', '--store', store)).exitCode).toBe(0);
    expect((await runCli('policy', 'revoke', 'push-1', '--store', store)).exitCode).toBe(1);
    const opened = openRulesStore(store);
    expect(opened.list()).toEqual([]);
    opened.close();
    expect((await runCli('policy', 'remember', ...flags, ...about)).stderr).toContain(
      'error policy_malformed: ',
    );
  });

  verifies(
    'G-36',
    'are refused with a typed reason and its mend where nothing binds them',
    async () => {
      const store = join(scratchFolder(), 'rules.db');
      const flags = ['--store', store, '--scope', 'workspace', '--ttl', '8h', '--id', 'a'];
      const about = ['--class', 'gitPush', '--json'];
      const { exitCode, stdout, stderr } = await runCli('policy', 'remember', ...flags, ...about);
      expect(exitCode).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ refused: 'unconstrained' });
      expect(stderr).toContain('mend: ');
      const long = await runCli('policy', 'remember', ...flags, '--ttl', '31d', ...about);
      expect(JSON.parse(long.stdout)).toMatchObject({ refused: 'ttl' });
      const vague = await runCli('policy', 'remember', ...flags, '--ttl', 'soon', ...about);
      expect([vague.exitCode, JSON.parse(vague.stdout).error.code]).toEqual([1, 'usage_malformed']);
    },
  );
});

describe('template', () => {
  verifies(['G-57', 'G-58'], 'prints a document that has nothing to find', async () => {
    const { stdout } = await runCli('policy', 'template', 'balanced');
    expect(stdout).toContain('\ntemplate: balanced\n');
    expect((await runCli('policy', 'lint', fileOf(stdout))).exitCode).toBe(0);
    expect((await runCli('policy', 'template', 'lax')).exitCode).toBe(1);
  });
});

test('every problem of a document is told, not the first alone', async () => {
  const file = fileOf(
    'version: 1\nrules:\n  - { id: 1, scope: here, class: gitPush, decision: no }\n',
  );
  const { exitCode, stdout, stderr } = await runCli('policy', 'lint', file, '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).error.problems).toHaveLength(3);
  expect(stderr.match(/^also: /gmu)).toHaveLength(2);
});

verifies('G-56', 'probe and explain take remembered rules in', async () => {
  const store = join(scratchFolder(), 'rules.db');
  const about = ['--class', 'gitPush', '--args', '{"ref": "fix/1"}'];
  const flags = ['--store', store, '--scope', 'workspace', '--ttl', '8h', '--id', 'fix'];
  await runCli('policy', 'remember', ...flags, ...about);
  const without = await runCli('probe', ...about);
  const beside = await runCli('probe', ...about, '--store', store);
  expect([without.exitCode, beside.exitCode]).toEqual([3, 0]);
  expect(beside.stdout).toContain('`fix`');
  const explained = await runCli('policy', 'explain', '--class', 'gitPush', '--store', store);
  expect(explained.stdout).toContain('[fix]');
});

test('probe reads the same action as before: a fault of the arguments is told', async () => {
  const flags = ['--class', 'gitPush', '--args', '{"ref": "a..b"}'];
  const { exitCode, stderr } = await runCli('probe', ...flags);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('ref_invalid');
});

verifies(['A-5', 'A-6'], 'probe goes by the safety mode that it is told', async () => {
  const probe = async (mode: string) => {
    const { exitCode, stdout } = await runCli('probe', '--command', 'mv a b', '--safety', mode);
    return [exitCode, stdout.includes('safety: `mv` = ')];
  };
  expect(await probe('strict')).toEqual([2, true]);
  expect(await probe('trust')).toEqual([3, true]);
  expect(await probe('yolo')).toEqual([0, false]);
  const wrong = await runCli('probe', '--command', 'mv a b', '--safety', 'off');
  expect([wrong.exitCode, wrong.stderr.includes('strict, normal, review, yolo')]).toEqual([
    1,
    true,
  ]);
});
