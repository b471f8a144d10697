/** The policy in force: put together of its parts, read again when one of them changes. */
import {
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { parsePolicyText } from '../../../../hosts/policy/policy-file.js';
import {
  openPolicySource,
  type PolicySourceOptions,
} from '../../../../hosts/policy/policy-source.js';
import { openRulesStore } from '../../../../hosts/policy/rules-store.js';
import type { GuardrailDocument } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { makeOffice } from '../../../fakes/office.js';
import { call } from '../../../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../../../fakes/refusal.js';
import { scratchFolder } from '../stores/scratch.js';
import { goodPolicy, hostError, policyFile } from './policy-texts.js';
import { rememberedRule } from './remembered-rule.js';

function open(options: PolicySourceOptions): ReturnType<typeof openPolicySource> {
  return openPolicySource({ env: {}, home: '/home/u', ...options });
}

function pushDecision(document: GuardrailDocument): string | undefined {
  return document.rules.find(({ class: target }) => target === 'gitPush')?.decision;
}

const withDecision = (decision: string): string =>
  `version: 1\nrules: [{ id: a, scope: workspace, class: gitPush, decision: ${decision} }]\n`;

describe('a file that changes', () => {
  test('counts from the next decision on', () => {
    const file = policyFile(withDecision('allow'));
    const source = open({ file });
    expect(pushDecision(source.document())).toBe('allow');
    writeFileSync(file, withDecision('deny'));
    expect(pushDecision(source.document())).toBe('deny');
  });

  test('counts even if neither its size nor its times tell', () => {
    const file = policyFile('');
    const source = open({ file });
    const past = new Date(1_000_000);
    for (let turn = 0; turn < 200; turn += 1) {
      const id = `r${turn % 10}`;
      writeFileSync(file, withDecision('deny').replace('id: a', `id: ${id}`));
      utimesSync(file, past, past);
      expect(source.document().rules[0]?.id).toBe(id);
    }
  });

  test('counts if another one was renamed over it, or a link leads elsewhere', () => {
    const folder = scratchFolder();
    const [allow, deny, link] = ['allow', 'deny', 'link'].map((name) => join(folder, name));
    writeFileSync(String(allow), withDecision('allow'));
    writeFileSync(String(deny), withDecision('deny'));
    symlinkSync(String(allow), String(link));
    const source = open({ file: String(link) });
    expect(pushDecision(source.document())).toBe('allow');
    rmSync(String(link));
    symlinkSync(String(deny), String(link));
    expect(pushDecision(source.document())).toBe('deny');
    writeFileSync(String(allow), withDecision('prompt'));
    renameSync(String(allow), String(deny));
    expect(pushDecision(source.document())).toBe('prompt');
  });

  test('and says what it said before has the version of before, compiled once', async () => {
    const file = policyFile(goodPolicy);
    const source = open({ file });
    const first = source.current();
    expect(source.current()).toBe(first);
    writeFileSync(file, `# the same\n${goodPolicy}`);
    expect(source.current()).toBe(first);
    writeFileSync(file, withDecision('deny'));
    const second = source.current();
    expect(second.version).not.toBe(first.version);
    writeFileSync(file, goodPolicy);
    expect(source.current()).toMatchObject({ version: first.version });
    await pause(3_200);
    const third = source.current();
    expect(source.current()).toBe(third);
    writeFileSync(file, withDecision('allow'));
    expect(pushDecision(source.document())).toBe('allow');
  });
});

describe('a snapshot', () => {
  test('holds the grant and the release rules of the document; none are none', () => {
    const full = open({ document: parsePolicyText(goodPolicy, 'p') }).current();
    expect(full.grant).toEqual(['mail.read', 'mail.send']);
    expect(full.declassify).toMatchObject([{ id: 'to-me', tool: 'send_email' }]);
    expect(full.version).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.isFrozen(full)).toBe(true);
    const bare = open({ document: parsePolicyText('version: 1', 'p') }).current();
    expect([bare.grant, bare.declassify]).toEqual([[], []]);
    expect(bare.guardrails).toHaveProperty('document');
  });

  test('has another version whenever any part says something else', () => {
    const store = openRulesStore(join(scratchFolder(), 'rules.db'));
    const managed = policyFile('[]', 'managed.json');
    const file = policyFile('version: 1');
    const source = open({ file, store, env: { SLUICE_MANAGED_POLICY: managed } });
    const versions = [source.current().version];
    const changes = [
      () => writeFileSync(managed, '[{"class":"gitPush"}]'),
      () => writeFileSync(file, 'version: 1\ngrant: [a]'),
      () => writeFileSync(file, 'version: 1\ngrant: [a]\nautonomy: { default: actFreely }'),
      () => store.add(rememberedRule('r1')),
      () => store.add(rememberedRule('r2')),
    ];
    for (const change of changes) {
      change();
      versions.push(source.current().version);
    }
    expect(new Set(versions).size).toBe(6);
    store.revoke('r2', 1);
    expect(source.current().version).toBe(versions[4]);
    store.close();
    expect(hostError(() => source.current()).code).toBe('policy_unavailable');
  });
});

describe('remembered rules', () => {
  verifies('G-36', 'stand beside the written ones until revoked, by whichever connection', () => {
    const store = openRulesStore(join(scratchFolder(), 'rules.db'));
    const source = open({ file: policyFile(withDecision('deny')), store });
    const ids = (): readonly string[] => source.document().rules.map(({ id }) => id);
    expect(ids()).toEqual(['a']);
    const other = openRulesStore(store.path);
    other.add(rememberedRule('r1'));
    expect(ids()).toEqual(['a', 'r1']);
    other.revoke('r1', 5);
    expect(ids()).toEqual(['a']);
    other.close();
    store.close();
  });

  test('that have expired are left to the engine, which knows the time', () => {
    const store = openRulesStore(join(scratchFolder(), 'rules.db'));
    store.add(rememberedRule('old', { expiresAt: 1 }));
    const source = open({ document: parsePolicyText('version: 1', 'p'), store });
    expect(source.document().rules.map(({ expiresAt }) => expiresAt)).toEqual([1]);
    store.close();
  });
});

describe('the files that decide (policy_engine-03)', () => {
  test('are out of reach of every call, as they are named and where they are', () => {
    const folder = realpathSync(scratchFolder());
    mkdirSync(join(folder, 'real [1]*'));
    symlinkSync(join(folder, 'real [1]*'), join(folder, 'link'));
    const file = join(folder, 'link', 'policy.yaml');
    const managed = join(folder, 'link', 'managed.json');
    writeFileSync(file, goodPolicy);
    writeFileSync(managed, '[]');
    const store = openRulesStore(join(folder, 'link', 'rules.db'));
    const source = open({ file, store, env: { SLUICE_MANAGED_POLICY: managed } });
    const real = `${folder}/real [1]\\*`;
    expect(source.document().never.paths).toEqual([
      '/srv/vault/**',
      file,
      `${real}/policy.yaml`,
      managed,
      `${real}/managed.json`,
      `${real}/rules.db`,
      `${real}/rules.db-wal`,
      `${real}/rules.db-shm`,
      `${real}/rules.db-journal`,
    ]);
    store.close();
  });

  test('stay out of reach whatever is taken out of `never`', () => {
    const file = policyFile('');
    const neverOf = (paths: readonly string[]): readonly string[] => {
      writeFileSync(file, JSON.stringify({ version: 1, never: { paths } }));
      return open({ file }).document().never.paths;
    };
    const own = realpathSync(file);
    expect(neverOf(['!/srv/**', '!/opt/**'])).toEqual(['/**', '!/srv/**', '!/opt/**', own]);
    expect(neverOf(['/a/**', '!/a/b/**'])).toEqual(['/a/**', '!/a/b/**', own]);
    const sibling = `!${own}.bak`;
    expect(neverOf(['/a', sibling, `!${own.slice(0, -1)}`])).toContain(own);
    for (const pattern of ['**', '/**', '/*', own, own.toUpperCase(), `${own.slice(0, -4)}*`]) {
      const error = hostError(() => neverOf(['/a/**', `!${pattern}`]));
      expect(error.message).toContain(`\`!${pattern}\` may take out`);
    }
    const document = parsePolicyText('version: 1\nnever: { paths: ["!/**"] }', 'p');
    expect(open({ document }).document().never.paths).toEqual(['!/**']);
  });

  test('are named from where the process was when the source was opened', () => {
    const file = policyFile(goodPolicy);
    const before = process.cwd();
    const folder = join(file, '..');
    process.chdir(folder);
    const source = open({ file: 'policy.yaml' });
    process.chdir(before);
    expect(source.document().never.paths).toContain(realpathSync(file));
  });
});

describe('options', () => {
  test.each([
    [{}, 'name `file` or `document`, one of them'],
    [{ file: 'a', document: parsePolicyText('version: 1', 'p') }, 'name `file` or `document`'],
    [{ flie: 'a' }, 'unknown key `flie`: did you mean `file`?'],
  ])('%j is refused', (options, expected) => {
    expect(() => openPolicySource(options as PolicySourceOptions)).toThrow(expected);
  });

  test('a document that is none is refused when the source is opened', () => {
    const bad = { ...parsePolicyText('version: 1', 'p'), rule: [] };
    expect(hostError(() => open({ document: bad })).message).toBe(
      '`document`: unknown key `rule`: did you mean `rules`?',
    );
    const getter = Object.defineProperty({}, 'version', { get: () => 1, enumerable: true });
    const open1 = () => open({ document: getter as GuardrailDocument });
    expect(hostError(open1).code).toBe('policy_malformed');
  });

  test('`~` and links are followed in what is given', () => {
    const document = parsePolicyText('version: 1\nnever: { paths: ["~/.ssh/**"] }', 'p');
    const resolver = {
      resolve: (path: string) => ({ real: path.replace('/home', '/data'), names: 1 }),
    };
    expect(open({ document, resolver }).document().never.paths).toEqual([
      '/home/u/.ssh/**',
      '/data/u/.ssh/**',
    ]);
    const homeless = open({ document, home: null });
    expect(hostError(() => homeless.current()).code).toBe('policy_malformed');
  });
});

describe('a kernel that goes by it', () => {
  const mail = call('send', 'send_email', { to: 'bob@example.org', body: 'hello' });
  const query = 'Mail "hello" to bob@example.org';
  const granting = 'version: 1\ngrant: [mail.send]\n';

  test('does not start without a policy', () => {
    const policy = open({ file: policyFile('version: 2') });
    expect(hostError(() => makeOffice({ ports: { policy } })).code).toBe('policy_malformed');
  });

  verifies(
    'C32',
    'denies each call from when the policy cannot be read, until it can',
    async () => {
      const file = policyFile(granting);
      const pinned = policyFile('[]', 'managed.json');
      const env = { SLUICE_MANAGED_POLICY: pinned };
      const office = makeOffice({ ports: { policy: open({ file, env }) } });
      expectCommitted(await office.run(query, [mail]));
      rmSync(pinned);
      expectBlocked(await office.run(query, [mail]), 'policy_unavailable', 'admission');
      writeFileSync(pinned, '[');
      expectBlocked(await office.run(query, [mail]), 'policy_unavailable', 'admission');
      writeFileSync(pinned, '[]');
      writeFileSync(file, granting.replace('grant', 'grnat'));
      expectBlocked(await office.run(query, [mail]), 'policy_unavailable', 'admission');
      writeFileSync(file, 'version: 1\n');
      expectBlocked(await office.run(query, [mail]), 'capability_missing', 'capability');
      writeFileSync(file, granting);
      expectCommitted(await office.run(query, [mail]));
      expect(office.canaries.of('send_email')).toHaveLength(2);
    },
  );
});
