// What is looked at, what is found, and that nothing is changed by looking.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkGateway } from '../../../../hosts/doctor/check-gateway.js';
import { checkManaged, checkPolicy } from '../../../../hosts/doctor/check-rules.js';
import { checkRuntime } from '../../../../hosts/doctor/check-runtime.js';
import { checkSettings } from '../../../../hosts/doctor/check-settings.js';
import { checkApprovals, checkAudit, checkKeys } from '../../../../hosts/doctor/check-stores.js';
import type { Checkup } from '../../../../hosts/doctor/checkup.js';
import { parseGateway } from '../../../../hosts/gateway/index.js';
import { makeKeyFile, openApprovalStore, openFileAudit } from '../../../../hosts/index.js';
import { scratchFolder } from '../stores/scratch.js';
import { appendRun } from '../stores/store-checks.js';

const now = Date.UTC(2026, 2, 4);

/** What is not well, as `level what: message`. */
function ailments(found: readonly Checkup[]): readonly string[] {
  for (const { level, mend } of found) expect(mend === null).toBe(level === 'ok');
  return found.flatMap(({ level, what, message }) =>
    level === 'ok' ? [] : [`${level} ${what}: ${message}`],
  );
}

/** Names, modes and contents of a folder. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const { mode, size, mtimeMs } = statSync(path);
    return `${name} ${mode} ${size} ${mtimeMs}`;
  });
}

test('Node and the packages', () => {
  expect(ailments(checkRuntime())).toEqual([]);
  expect(ailments(checkRuntime('18.20.0'))).toEqual(['fault node: Node 18.20.0 is too old']);
});

async function auditFile(): Promise<string> {
  const path = join(scratchFolder(), 'audit.jsonl');
  const file = openFileAudit(path);
  await appendRun(file, 'r1');
  await file.close();
  return path;
}

describe('an audit file', () => {
  test('that is well, held, or not there yet', async () => {
    const path = await auditFile();
    const before = stateOf(join(path, '..'));
    expect(ailments(checkAudit(path))).toEqual([]);
    expect(stateOf(join(path, '..'))).toEqual(before);
    const file = openFileAudit(path);
    const held = checkAudit(path).map(({ message }) => message);
    expect(held).toContain('a process has the file open and writes to it');
    await file.close();
    const folder = scratchFolder();
    expect(ailments(checkAudit(join(folder, 'audit.jsonl')))).toEqual([]);
    expect(ailments(checkAudit(join(folder, 'new', 'audit.jsonl')))).toEqual([]);
    expect(ailments(checkAudit(join(folder, 'a', 'b', 'audit.jsonl')))).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is broken, exposed, or without its key', async () => {
    const path = await auditFile();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"depth":0', '"depth":1'));
    appendFileSync(path, 'torn');
    expect(ailments(checkAudit(path))[0]).toContain('does not hold');
    const other = await auditFile();
    chmodSync(other, 0o644);
    expect(ailments(checkAudit(other))).toEqual([
      `warn audit: other users may read or write \`${other}\``,
    ]);
    expect(statSync(other).mode & 0o777).toBe(0o644);
    chmodSync(other, 0o600);
    chmodSync(`${other}.key`, 0o644);
    expect(ailments(checkAudit(other))[0]).toContain('fault audit: audit_unavailable: other users');
    rmSync(`${other}.key`);
    expect(ailments(checkAudit(other))[0]).toContain('fault audit: audit_broken');
    chmodSync(join(other, '..'), 0o777);
    expect(ailments(checkAudit(other))[0]).toContain('fault audit: other users may write to');
  });
});

test('a list of approvals', () => {
  const path = join(scratchFolder(), 'approvals.db');
  expect(ailments(checkApprovals(path))).toEqual([]);
  openApprovalStore(path).close();
  const before = stateOf(join(path, '..'));
  expect(ailments(checkApprovals(path))).toEqual([]);
  expect(stateOf(join(path, '..'))).toEqual(before);
  writeFileSync(path, 'something else');
  expect(ailments(checkApprovals(path))[0]).toContain('is no list of approvals');
});

test('private keys of any use, and one that others may read', () => {
  const folder = scratchFolder();
  const mine = makeKeyFile(join(folder, 'a.key'), 'approver', 'alice').file;
  const open = makeKeyFile(join(folder, 'b.key'), 'audit').file;
  chmodSync(open, 0o644);
  expect(ailments(checkKeys([mine, open]))).toEqual([
    `fault key: key_exposed: other users may read or write \`${open}\``,
  ]);
  expect(ailments(checkKeys([join(folder, 'none')]))[0]).toContain('input_unreadable');
});

const settings = (more: string): string => `
${more}
[principal]
id = "user:me@example.com"
[runtime.llm.fast]
provider = "ollama"
model = "m"
[catalogue]
shipped = false
folders = ["executors"]
`;

test('settings, with the policy, the catalogue and the managed rules', () => {
  const folder = scratchFolder();
  const path = join(folder, 'sluice.toml');
  const policy = join(folder, 'policy.yaml');
  writeFileSync(
    policy,
    'version: 1\nrules:\n  - {id: a, scope: workspace, class: gitPush, decision: deny}\n',
  );
  writeFileSync(path, settings('policy = "policy.yaml"'), { mode: 0o600 });
  mkdirSync(join(folder, 'executors', 'odd'), { recursive: true, mode: 0o700 });
  const found = ailments(checkSettings(path, now));
  expect(found.map((line) => line.slice(0, 29))).toEqual(['fault catalogue: not let in: ' + '']);
  expect(ailments(checkPolicy(policy, now))).toEqual([]);
  chmodSync(policy, 0o666);
  expect(ailments(checkPolicy(policy, now))).toEqual([
    `warn policy: other users may write to \`${policy}\``,
  ]);
  writeFileSync(policy, 'rules: [');
  expect(ailments(checkPolicy(policy, now))[0]).toContain('fault policy: policy_malformed');
  expect(ailments(checkManaged({}))).toEqual([]);
  expect(ailments(checkManaged({ SLUICE_MANAGED_POLICY: policy }))[0]).toContain('fault managed');
  writeFileSync(path, 'mode = 1');
  expect(ailments(checkSettings(path, now))[0]).toContain('fault settings: settings_malformed');
  expect(readFileSync(path, 'utf8')).toBe('mode = 1');
});

describe('settings of the gateway', () => {
  const tool = `[servers.files.tools.read]\ndigest = "sha256:${'0'.repeat(64)}"`;
  const well = `[principal]\nid = "user:me@example.com"
[gateway]\nuntrusted = "ask"\napprovals = "approvals.db"\naudit = "audit.jsonl"
[servers.files]\ncommand = "bin/server"\n${tool}\n`;

  function found(text: string): readonly string[] {
    const folder = scratchFolder();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/server'), '');
    const before = readdirSync(folder);
    const settings = parseGateway(text, join(folder, 'sluice.toml'));
    const ailing = ailments(checkGateway(settings, now));
    expect(readdirSync(folder)).toEqual(before);
    return ailing;
  }

  test('that are well', () => {
    expect(found(well)).toEqual([]);
  });

  test.each([
    ['bin/server', 'bin/none', /^fault gateway: server `files`: there is no `.*bin\/none`$/],
    ['approvals = "approvals.db"\n', '', /^warn gateway: .*nobody is there to ask/],
    ['audit = "audit.jsonl"\n', '', /^warn gateway: no record of calls is kept$/],
    [tool, '', /^warn gateway: server `files` has no tools$/],
    [
      'command = "bin/server"',
      'url = "https://a.example"\ntoken_env = "SLUICE_NONE"',
      /is not set/,
    ],
  ])('with %j for %j', (from, to, expected) => {
    expect(well).toContain(from);
    expect(found(well.replace(from, to))).toEqual([expect.stringMatching(expected)]);
  });
});
