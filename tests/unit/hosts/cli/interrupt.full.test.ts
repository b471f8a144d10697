/** Ctrl-C: before a run, during one, and twice. */
import { describe, expect, test } from 'vitest';
import { scratchFile } from '../stores/scratch.js';
import { textOf, verifyFile } from '../stores/store-checks.js';
import { hostPath, startCli } from './cli-process.js';
import { planOfCall } from './plan-file.js';

function startOffice(tool: string, ...more: readonly string[]) {
  const args = ['run', hostPath('office'), '--query', 'Wait', '--plan', planOfCall(tool)];
  return startCli([...args, '--json', ...more]);
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('reaches the tool, and the run ends as aborted', async () => {
    const path = scratchFile();
    const cli = startOffice('wait_long', '--audit', path);
    await cli.hears('tool ran: waiting');
    cli.process.kill(signal);
    const { exitCode, stdout, stderr } = await cli.ended;
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'aborted',
      answer: null,
      problem: { code: 'cancelled' },
    });
    expect(stderr).toContain('cancelling: no further effect starts');
    expect(stderr).toContain('tool ran: told to stop');
    expect(verifyFile(path)).toMatchObject({ ok: true, open: [] });
    expect(textOf(path)).toContain('"status":"aborted"');
  });
});

test('a write that does not listen ends as uncertain', async () => {
  const cli = startOffice('change_long');
  await cli.hears('tool ran: waiting');
  cli.process.kill('SIGINT');
  const { exitCode, stdout } = await cli.ended;
  expect(exitCode).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'uncertain',
    effects: [{ tool: 'change_long', outcome: 'uncertain' }],
  });
});

test('before the run began, nothing ran', async () => {
  const cli = startCli(['run', hostPath('slow'), '--query', 'Wait', '--json']);
  await cli.hears('still loading');
  cli.process.kill('SIGINT');
  const { exitCode, stdout } = await cli.ended;
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'cancelled' } });
});

test('a second one leaves at once, and says what is not known', async () => {
  const cli = startCli([
    ...['run', hostPath('stuck'), '--query', 'Wait', '--plan', planOfCall('change')],
    '--json',
  ]);
  await cli.hears('tool ran: changing');
  cli.process.kill('SIGINT');
  await cli.hears('cancelling');
  cli.process.kill('SIGINT');
  const { exitCode, stdout, stderr } = await cli.ended;
  expect(exitCode).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'cancelled' } });
  expect(stderr).toContain('may have had its effect');
});
