/** `sluice conformance`, as a process: its table, its files, its exit codes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../project.js';
import { scratchFolder } from '../stores/scratch.js';
import { runCli } from './cli-process.js';

const RECKLESS = `${process.execPath} ${join(
  projectRoot,
  'tests/unit/hosts/conformance/fixtures/reckless.mjs',
)}`;
const VECTORS = join(projectRoot, 'docs/vectors/core-v1.json');

const run = (...args: readonly string[]) => runCli('conformance', ...args);

test('the kernel passes; what is open and what was left out is said', async () => {
  const { exitCode, stdout, stderr } = await run(
    '--seed',
    '7',
    '--runs',
    '6',
    '--only',
    'CK-1,CK-16',
  );
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('sluice, seed 7, 6 examples a requirement');
  expect(stdout).toMatch(/CK-16 {2}pass +A plan is verified as a whole/);
  expect(stdout).toMatch(/6 runs, \d of them could have shown a fault/);
  expect(stdout).toContain('2 passed, 0 failed, 0 open');
  expect(stdout).toContain('not tested: left out: CK-2, CK-3');
  expect(stdout).not.toContain('opaque');
});

test('a fault is told with its example, which plays again on it and not on the kernel', async () => {
  const out = scratchFolder();
  const common = ['--seed', '3', '--only', 'CK-5', '--out', out];
  const { exitCode, stdout } = await run('--runs', '20', ...common, '--subject', RECKLESS);
  expect(exitCode).toBe(2);
  const file = join(out, 'CK-5-seed-3.json');
  expect(stdout).toMatch(/CK-5 {3}fail/);
  expect(stdout).toContain(`sluice conformance --replay ${file} --subject '${RECKLESS}'`);
  expect(stdout).toContain('opaque: whether a function of the host releases values');
  expect(stdout).toContain('not tested: steps of kind `map`');
  const { kind, requirement, vector } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    object
  >;
  expect([kind, requirement]).toEqual(['sluice-counterexample', 'CK-5']);
  expect(vector).toMatchObject({ id: 'CK-5', exchange: expect.any(Array) });
  const again = await run('--replay', file, '--subject', RECKLESS);
  expect(again.exitCode).toBe(2);
  expect(again.stdout).toMatch(/^fail {2}CK-5 {2}call \d+ is/);
  const kernel = await run('--replay', file);
  expect([kernel.exitCode, kernel.stdout]).toEqual([0, '1 of 1 held\n']);
});

test('the JSON report holds no example, and says which file does', async () => {
  const out = scratchFolder();
  const flags = ['--runs', '20', '--seed', '3', '--only', 'CK-5,CK-17', '--json', '--out', out];
  const { exitCode, stdout } = await run(...flags, '--subject', RECKLESS);
  expect(exitCode).toBe(2);
  const report = JSON.parse(stdout) as Record<string, unknown>;
  const file = join(out, 'CK-5-seed-3.json');
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  expect(report).toMatchObject({ v: 1, subject: 'reckless', seed: 3, runs: 20, passed: false });
  expect(report['findings']).toEqual([
    {
      ...{ id: 'CK-5', result: 'fail', runs: expect.any(Number), example: { file, digest } },
      title: expect.any(String),
    },
    {
      ...{ id: 'CK-17', result: 'inconclusive', isExcused: true },
      ...{ title: expect.any(String), why: 'a plan comes as text, which reads one way' },
    },
  ]);
  expect(stdout).not.toContain('@example');
});

test('a signed report is genuine until a word of it changes', async () => {
  const folder = scratchFolder();
  const [key, file] = [join(folder, 'report.key'), join(folder, 'report.json')];
  expect((await runCli('keygen', '--for', 'report', '--out', key)).exitCode).toBe(0);
  const flags = ['--runs', '3', '--only', 'CK-16', '--json', '--sign', key];
  const { stdout, exitCode } = await run(...flags);
  expect(exitCode).toBe(0);
  writeFileSync(file, stdout);
  const verify = (): ReturnType<typeof run> => run('verify', file, '--key', `${key}.pub`);
  expect((await verify()).exitCode).toBe(0);
  writeFileSync(file, stdout.replace('"runs": 3', '"runs": 3000'));
  expect((await verify()).exitCode).toBe(2);
  writeFileSync(file, '{}');
  const { exitCode: none, stderr } = await verify();
  expect(none).toBe(1);
  expect(stderr).toContain('report_malformed');
});

test('too few examples that came far enough are no pass', async () => {
  // CK-5 bites where the reference refuses something; this seed begins with what it allows.
  const { exitCode, stdout } = await run('--seed', '3', '--runs', '3', '--only', 'CK-5');
  expect(stdout).toContain('only 0 of 3 examples came that far');
  expect(exitCode).toBe(3);
});

test('vectors are written, the same for the same seed, and tried without a generator', async () => {
  const folder = scratchFolder();
  const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')];
  for (const file of [one, two]) {
    const { exitCode, stdout } = await run('vectors', '--out', file, '--seed', '9', '--count', '5');
    expect([exitCode, stdout]).toEqual([0, `5 vectors in ${file}\n`]);
  }
  expect(readFileSync(one, 'utf8')).toBe(readFileSync(two, 'utf8'));
  expect(readdirSync(folder)).toHaveLength(2);
  const held = await run('--vectors', one, '--json');
  expect(held.exitCode).toBe(0);
  expect(JSON.parse(held.stdout)).toMatchObject({ count: 5, failed: [], passed: true });
  const failed = await run('--vectors', VECTORS, '--subject', RECKLESS);
  expect(failed.exitCode).toBe(2);
  expect(failed.stdout).toMatch(/^fail {2}CV-\d+ {2}/);
  expect(failed.stdout).toMatch(/\n\d+ of 200 held\n$/);
});

test.each([
  [['--only', 'CK-999'], 'usage_malformed'],
  [['--runs', '0'], 'usage_malformed'],
  [['--seed', 'x'], 'usage_malformed'],
  [['--sign', 'k'], 'usage_malformed'],
  [['--serve', '--json'], 'usage_malformed'],
  [['--replay', 'a', '--vectors', 'b'], 'usage_malformed'],
  [['--subject', '["node", 7]'], 'usage_malformed'],
  [['--subject', '/nowhere/at/all'], 'subject_unavailable'],
  [['--subject', '/bin/echo hello'], 'protocol_broken'],
  [['--vectors', join(projectRoot, 'package.json')], 'vectors_malformed'],
  [['--replay', '/nowhere.json'], 'input_unreadable'],
  [['vectors', '--out', '/proc/nowhere/x.json', '--count', '1'], 'output_unwritable'],
])('%j ends with exit code 1: %s', async (args, code) => {
  const { exitCode, stderr } = await run(...args);
  expect(stderr).toContain(`error ${code}`);
  expect(exitCode).toBe(1);
});
