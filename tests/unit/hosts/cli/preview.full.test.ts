/** `sluice preview` in a real process: the table, the JSON, the exit codes, no tool that ran. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanPreview } from '../../../../hosts/index.js';
import type { Step } from '../../../../schemas/index.js';
import { call, planOf, ref } from '../../../fakes/plan-steps.js';
import { hasPseudoTerminal, startOnTerminal } from '../../../fakes/pseudo-terminal.js';
import { projectRoot } from '../../../project.js';
import { hostPath, runCli } from './cli-process.js';
import { fileWith } from './plan-file.js';

const MAIN = join(projectRoot, 'dist/hosts/cli/main.js');
const office = hostPath('office');
const query = 'Mail "hello" to boss@example.com';
const send = (body: Parameters<typeof call>[2] = {}) =>
  call('out', 'send_email', { to: 'boss@example.com', body: 'hello', ...body });

function preview(steps: readonly Step[], ...more: readonly string[]) {
  const plan = fileWith(JSON.stringify(planOf(...steps)));
  return runCli('preview', office, '--query', query, '--plan', plan, ...more);
}

describe('sluice preview', () => {
  test('shows what is known, where the rest comes from, and what would be said of it', async () => {
    const steps = [call('page', 'read_page'), send({ body: ref('page') })];
    const { stdout, stderr, exitCode } = await preview(steps);
    expect([stderr, exitCode]).toEqual(['', 0]);
    for (const part of [
      'page  read_page  allow  read',
      'out  send_email  depends  write, networkEgress',
      '/to = "boss@example.com"  from user',
      '/body not known: from page (tool); may carry host planner tool:read_page user',
      'open: guard, schema, provenance, rules, judge, review',
      'a ruling on the plan would answer no call',
    ])
      expect(stdout).toContain(part);
    expect(stdout).not.toContain('\u001b');
  });

  test('says what is asked, and answers 2 where something is denied for certain', async () => {
    const asks = await preview([send({ body: 'more' })]);
    expect([asks.stderr, asks.exitCode]).toEqual(['', 0]);
    expect(asks.stdout).toMatch(/out {2}send_email {2}asks/);
    expect(asks.stdout).toContain('one ruling on the plan would answer 1 call');
    const denied = await preview([send({ to: 'x@evil.com' })]);
    expect([denied.stderr, denied.exitCode]).toEqual(['', 2]);
    expect(denied.stdout).toContain('critical_untrusted at provenance');
  });

  test('prints one JSON object', async () => {
    const { stdout, exitCode } = await preview([send()], '--json');
    const { effects, asks } = JSON.parse(stdout) as PlanPreview;
    expect(effects).toMatchObject([
      { kind: 'call', step: 'out', isFixed: true, prediction: { outcome: 'allow' } },
    ]);
    expect([asks, exitCode]).toEqual([0, 0]);
  });

  test('refuses what is no plan with its code', async () => {
    const { stderr, exitCode } = await preview([call('s', 'no_such_tool')]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('plan_unknown_tool')]);
  });
});

describe('sluice run --confirm-plan', () => {
  const two = [
    send({ body: 'one' }),
    call('again', 'send_email', { to: 'boss@example.com', body: 'two' }),
  ];
  const args = () => {
    const plan = fileWith(JSON.stringify(planOf(...two)));
    return ['run', office, '--query', query, '--plan', plan, '--confirm-plan'];
  };

  test.skipIf(!hasPseudoTerminal).each([
    ['allow\r', 0, 2],
    ['\r', 1, 0],
  ])('shows the plan, asks once, and takes %j', async (keys, exitCode, runs) => {
    const run = startOnTerminal([process.execPath, MAIN, ...args()]);
    await run.shows(/Type `allow`/);
    expect(run.shown()).toContain('one ruling on the plan would answer 2 calls');
    run.type(keys);
    const { exitCode: ended, shown } = await run.ended;
    expect([ended, shown.split('tool ran').length - 1]).toEqual([exitCode, runs]);
    // Asked once, whatever the answer: the prompt may be drawn more often.
    expect(shown.split('Tool       "plan"').length - 1).toBe(1);
    expect(shown).not.toContain('Tool       "send_email"');
  });

  test('runs nothing where nobody can be asked', async () => {
    const { exitCode, stderr } = await runCli(...args());
    expect([exitCode, stderr.includes('tool ran')]).toEqual([1, false]);
    expect(stderr).toContain('approval_failed');
  });
});
