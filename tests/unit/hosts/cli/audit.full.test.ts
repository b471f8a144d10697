/** `sluice audit`: a chain that holds, one that was tampered with, one that tore. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFile } from '../stores/scratch.js';
import { textOf } from '../stores/store-checks.js';
import { hostPath, runCli, startCli } from './cli-process.js';
import { planOfCall } from './plan-file.js';

const query = 'Mail "hello" to boss@example.com';

interface Made {
  readonly text: string;
  readonly head: string;
  readonly runs: readonly string[];
}

/** Two runs: a mail that was sent, and one that was not. */
async function makeAudit(): Promise<Made> {
  const path = scratchFile();
  let head = '';
  const runs: string[] = [];
  for (const to of ['boss@example.com', 'x@evil.com']) {
    const plan = planOfCall('send_email', { to, body: 'hello' });
    const args = ['run', hostPath('office'), '--query', query, '--plan', plan, '--audit', path];
    const report = JSON.parse((await runCli(...args, '--json')).stdout);
    head = report.audit.head;
    runs.push(report.run);
  }
  return { text: textOf(path), head, runs };
}

let made: Made;
beforeAll(async () => {
  made = await makeAudit();
});

/** Writes the chain, changed, to a file of its own. */
function auditWith(change: (lines: string[]) => readonly string[]): string {
  const path = scratchFile();
  writeFileSync(path, change(made.text.split('\n')).join('\n'));
  return path;
}

const whole = (): string => auditWith((lines) => lines);

describe('verify', () => {
  test('a file without a record says so', async () => {
    const path = scratchFile();
    writeFileSync(path, '');
    const { exitCode, stderr } = await runCli('audit', 'verify', path);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('no record: nothing was written yet, or all of it was cut off\n');
  });

  test('a chain that holds', async () => {
    const { exitCode, stdout } = await runCli('audit', 'verify', whole());
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`the chain holds\n  9 records, head ${made.head}\n`);
    const json = await runCli('audit', 'verify', whole(), '--expect-head', made.head, '--json');
    expect(json.exitCode).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, records: 9, afterExpected: 0 });
  });

  test.each<readonly [string, (lines: string[]) => readonly string[], string]>([
    ['edited', (lines) => lines.map((l, i) => (i === 2 ? l.replace('mail', 'bail') : l)), 'edit'],
    ['dropped', (lines) => lines.filter((_, i) => i !== 2), 'gap'],
    ['moved', (lines) => [...lines.slice(0, 2), lines[3] ?? '', lines[2] ?? ''], 'gap'],
    ['repeated', (lines) => [...lines.slice(0, 3), ...lines.slice(2)], 'duplicate'],
    ['replaced', (lines) => lines.map((l, i) => (i === 2 ? '{"v":1}' : l)), 'malformed'],
    ['torn off', (lines) => [...lines.slice(0, 2), (lines[2] ?? '').slice(0, 50)], 'torn'],
  ])('one whose third record was %s says where', async (_, change, kind) => {
    const path = auditWith(change);
    const { exitCode, stdout } = await runCli('audit', 'verify', path);
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(new RegExp(`^the chain does not hold\n[^]*  line [34]: ${kind}: `));
    const json = await runCli('audit', 'verify', path, '--json');
    expect(json.exitCode).toBe(2);
    const report = JSON.parse(json.stdout);
    expect(report).toMatchObject({ ok: false, file: path });
    expect(report.problems[0]).toMatchObject({ kind });
  });

  test('one that was cut off at its end is found by a head that was kept', async () => {
    const path = auditWith((lines) => [...lines.slice(0, 5), '']);
    expect((await runCli('audit', 'verify', path)).exitCode).toBe(0);
    const { exitCode, stdout } = await runCli('audit', 'verify', path, '--expect-head', made.head);
    expect(exitCode).toBe(2);
    expect(stdout).toContain('head_mismatch');
  });

  test('a call without an end is named', async () => {
    const path = auditWith((lines) => [...lines.slice(0, 3), '']);
    const { stdout } = await runCli('audit', 'verify', path);
    expect(stdout).toContain(`admitted, but not ended: call ${made.runs[0]}.1`);
  });

  test('a broken chain takes no further run', async () => {
    const path = auditWith((lines) => lines.filter((_, i) => i !== 2));
    const plan = planOfCall('send_email', { to: 'boss@example.com', body: 'hello' });
    const args = ['run', hostPath('office'), '--query', query, '--plan', plan, '--audit', path];
    const { exitCode, stderr } = await runCli(...args);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/error audit_broken: .*line 3: gap/);
    expect(stderr).not.toContain('tool ran:');
  });
});

describe('show', () => {
  test('a table, one record a line', async () => {
    const { exitCode, stdout } = await runCli('audit', 'show', whole());
    expect(exitCode).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[2]).toMatch(
      /^ +2 {2}\d{4}-\d\d-\d\dT[\d:.]+Z {2}admission +[0-9a-f]{8}\.1 +s1 send/,
    );
    expect(lines[7]).toContain('s1 send_email: denied at provenance, critical_untrusted');
    expect(stdout).not.toContain('\u001b');
  });

  test('only one run', async () => {
    const run = made.runs[1] ?? '';
    const { stdout } = await runCli('audit', 'show', whole(), '--run', run.slice(0, 10));
    expect(stdout.match(/run_started|run_ended|denial|admission/g)).toEqual([
      'run_started',
      'denial',
      'run_ended',
    ]);
    const other = await runCli('audit', 'show', whole(), '--run', 'none');
    expect(other).toMatchObject({ exitCode: 1, stdout: '', stderr: 'no record is of that run\n' });
  });

  test('with --json one object', async () => {
    const { stdout } = await runCli('audit', 'show', whole(), '--json');
    const shown = JSON.parse(stdout);
    expect(shown.records.map((record: object) => JSON.stringify(record)).join('\n')).toBe(
      made.text.trimEnd(),
    );
    expect(shown).toMatchObject({ unread: 0, chain: { ok: true } });
    const none = await runCli('audit', 'show', whole(), '--run', 'none', '--json');
    expect(JSON.parse(none.stdout).records).toEqual([]);
  });

  test('a reader that has seen enough is no fault', async () => {
    const path = auditWith((lines) => Array.from({ length: 1000 }, () => lines).flat());
    const cli = startCli(['audit', 'show', path]);
    cli.process.stdout?.once('data', () => cli.process.stdout?.destroy());
    const { exitCode, stdout, stderr } = await cli.ended;
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    expect(stdout.split('\n').length).toBeLessThan(9000);
  });

  test('what is no record is named, and what hides in it is made visible', async () => {
    const path = whole();
    appendFileSync(
      path,
      '{"seq":9,"kind":"\\u001b[31m\u202e","at":1e300}\n{"a":1,"a":2}\nno JSON\n',
    );
    const { exitCode, stdout, stderr } = await runCli('audit', 'show', path);
    expect(exitCode).toBe(2);
    expect(stdout).toContain('[U+202E]');
    expect(stdout).toContain('line 11 holds no record\nline 12 holds no record\n');
    for (const hidden of ['\u001b', '\u202e']) expect(stdout).not.toContain(hidden);
    expect(stderr).toContain('the chain does not hold');
    const json = await runCli('audit', 'show', path, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ unread: 2, chain: { ok: false } });
  });
});
