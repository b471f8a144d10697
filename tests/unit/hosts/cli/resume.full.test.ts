// `sluice run --suspend` and `sluice resume`, as a user starts them, in processes of their own.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, planOf } from '../../../fakes/plan-steps.js';
import { scratchFile } from '../stores/scratch.js';
import { hostPath, runCli } from './cli-process.js';
import { fileWith } from './plan-file.js';

const host = hostPath('yes');
const publish = (id: string, text: string) => call(id, 'publish', { text });
const oneStep = (): string => fileWith(JSON.stringify(planOf(publish('one', 'milk'))));
const twoSteps = (): string =>
  fileWith(JSON.stringify(planOf(publish('one', 'milk'), publish('two', 'bread'))));

interface Report {
  readonly status: string;
  readonly suspended: { readonly file: string | null; readonly obstacle: string | null } | null;
  readonly effects: readonly { readonly step: string }[];
  readonly error?: { readonly code: string };
}

async function report(
  ...args: readonly string[]
): Promise<{ readonly exitCode: number | null; readonly data: Report; readonly ran: string }> {
  const { stdout, stderr, exitCode } = await runCli(...args, '--json');
  return { exitCode, data: JSON.parse(stdout) as Report, ran: stderr };
}

describe('a run that asks', () => {
  test('is stored, taken up question by question, and taken up once', async () => {
    const audit = scratchFile();
    const waiting = join(dirname(audit), 'waiting');
    const query = 'Publish "milk" and "bread"';
    const asked = ['run', host, '--query', query, '--plan', twoSteps()];
    const first = await report(...asked, '--audit', audit, '--suspend', waiting);
    expect([first.exitCode, first.data.status]).toEqual([3, 'needs_approval']);
    const file = first.data.suspended?.file ?? '';
    expect(existsSync(file)).toBe(true);
    const second = await report('resume', file, host, '--audit', audit);
    expect([second.exitCode, second.data.status]).toEqual([3, 'needs_approval']);
    expect(second.ran).toContain('tool ran: milk');
    const next = second.data.suspended?.file ?? '';
    const text = await runCli('resume', next, host, '--audit', audit);
    expect([text.exitCode, text.stderr]).toEqual([0, 'tool ran: bread\n']);
    expect(text.stdout).toContain('one  publish  committed\n  two  publish  committed\n');
    for (const taken of [file, next]) {
      const again = await report('resume', taken, host, '--audit', audit);
      expect([again.exitCode, again.data.error?.code]).toEqual([1, 'suspension_claimed']);
    }
    const shown = await runCli('audit', 'show', audit);
    expect(shown.stdout.match(/run_suspended .*at step one/g)).toHaveLength(1);
    expect(shown.stdout.match(/run_resumed/g)).toHaveLength(2);
  });

  test('is not stored without an audit, or where it asks inside a map', async () => {
    const audit = scratchFile();
    const waiting = join(dirname(audit), 'waiting');
    const bare = ['run', host, '--query', 'Publish "milk"', '--suspend', waiting, '--plan'];
    const without = await report(...bare, twoSteps());
    expect([without.exitCode, without.data.error?.code]).toEqual([1, 'usage_malformed']);
    const list = { kind: 'fact' as const, name: 'names' };
    const loop = { kind: 'map', id: 'all', over: list, atMost: 3, final: 'm' };
    const plan = fileWith(
      JSON.stringify({ steps: [{ ...loop, steps: [publish('m', 'milk')] }], final: 'all' }),
    );
    const facts = '{"names": {"value": ["a"]}}';
    const { stdout, exitCode } = await runCli(...bare, plan, '--audit', audit, '--facts', facts);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('suspended not stored: the question came from inside step `all`');
  });

  test('is not taken up to ask on a terminal that is none', async () => {
    const audit = scratchFile();
    const waiting = join(dirname(audit), 'waiting');
    const asked = ['run', host, '--query', 'Publish "milk"', '--plan', oneStep()];
    const first = await report(...asked, '--audit', audit, '--suspend', waiting);
    const file = first.data.suspended?.file ?? '';
    const blind = await report('resume', file, host, '--audit', audit, '--ask');
    expect([blind.exitCode, blind.data.error?.code]).toEqual([1, 'terminal_required']);
    const taken = await report('resume', file, host, '--audit', audit);
    expect([taken.exitCode, taken.data.status]).toEqual([0, 'committed']);
  });

  test('is refused with what was meant where there is nothing to take up', async () => {
    const audit = scratchFile();
    for (const file of ['nowhere/x.suspended', 'x.txt', join(dirname(audit), 'y.suspended')]) {
      const none = await report('resume', file, host, '--audit', audit);
      expect([none.exitCode, none.data.error?.code]).toEqual([1, 'suspension_unknown']);
    }
    expect(existsSync('nowhere')).toBe(false);
  });
});
