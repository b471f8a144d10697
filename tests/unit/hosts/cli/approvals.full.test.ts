/** `sluice approvals` beside a run that waits, each in a process of its own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { makeKeyFile, openApprovalStore } from '../../../../hosts/index.js';
import type { Ticket } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { hasPseudoTerminal, startOnTerminal } from '../../../fakes/pseudo-terminal.js';
import { projectRoot } from '../../../project.js';
import { scratchFolder } from '../stores/scratch.js';
import { type CliProcess, hostPath, runCli, startCli } from './cli-process.js';
import { planOfCall } from './plan-file.js';

const MAIN = join(projectRoot, 'dist/hosts/cli/main.js');

function runArgs(path: string): readonly string[] {
  const plan = planOfCall('publish', { text: 'hello' });
  const query = 'Publish "hello"';
  return ['run', hostPath('asks'), '--query', query, '--plan', plan, '--approvals', path];
}

/** What a run with a store says before anything else. */
function waits(path: string): string {
  return `\`sluice approvals list ${path}\` shows what waits for a ruling\n`;
}

interface Waiting {
  readonly path: string;
  readonly run: CliProcess;
  readonly ticket: Ticket;
}

/** The one request of a store, once it is there. */
async function openTicket(path: string): Promise<Ticket> {
  for (;;) {
    const { stdout } = await runCli('approvals', 'list', path, '--json');
    const ticket = JSON.parse(stdout).approvals?.[0]?.ticket;
    if (ticket !== undefined) return ticket;
  }
}

async function startRun(): Promise<Waiting> {
  const path = join(scratchFolder(), 'approvals.db');
  const run = startCli(runArgs(path));
  return { path, run, ticket: await openTicket(path) };
}

describe('beside a run', () => {
  verifies(
    ['A-21', 'A-37'],
    'a request is listed, shown and allowed by its digest; the next ruling conflicts',
    async () => {
      const { path, run, ticket } = await startRun();
      const { approval, digest } = ticket.request;
      const listed = await runCli('approvals', 'list', path);
      expect(listed.stdout).toMatch(new RegExp(`^${approval} +\\d+ s  publish  user:alice@`));
      const shown = await runCli('approvals', 'show', path, approval);
      expect(shown.stdout).toContain('"/text" = "hello"');
      expect(shown.stdout).toContain(digest);
      expect(shown.stdout).toContain('State      pending');

      const blind = await runCli('approvals', 'approve', path, approval);
      expect([blind.exitCode, blind.stderr]).toEqual([
        1,
        expect.stringContaining('terminal_required: no terminal to show the request on'),
      ]);
      const other = await runCli(
        'approvals',
        'approve',
        path,
        approval,
        '--digest',
        'a'.repeat(64),
      );
      expect([other.exitCode, other.stderr]).toEqual([
        2,
        expect.stringContaining('digest_mismatch'),
      ]);
      const as = ['--as', 'bob', '--reason', 'seen', '--digest', digest];
      const right = await runCli('approvals', 'approve', path, approval, ...as);
      expect([right.exitCode, right.stdout]).toEqual([0, 'accepted allow by bob\n']);
      const outcome = await run.ended;
      expect([outcome.exitCode, outcome.stderr]).toEqual([0, `${waits(path)}tool ran: hello\n`]);
      const late = await runCli('approvals', 'deny', path, approval, '--json');
      expect([late.exitCode, JSON.parse(late.stdout).code]).toEqual([2, 'conflict']);
      const after = await runCli('approvals', 'show', path, approval);
      expect(after.stdout).toContain('Ruling     allow by bob, over cli: seen');
    },
  );

  test('a request is refused by its id alone', async () => {
    const { path, run, ticket } = await startRun();
    const denied = await runCli('approvals', 'deny', path, ticket.request.approval, '--as', 'bob');
    expect([denied.exitCode, denied.stdout]).toEqual([0, 'accepted deny by bob\n']);
    const outcome = await run.ended;
    expect([outcome.exitCode, outcome.stderr]).toEqual([2, waits(path)]);
  });

  test('a request that needs a signature takes it from a key file, and nothing else', async () => {
    const folder = scratchFolder();
    const ann = makeKeyFile(join(folder, 'ann.key'), 'approver', 'ann');
    const eve = makeKeyFile(join(folder, 'eve.key'), 'approver', 'ann');
    vi.stubEnv('SLUICE_TEST_APPROVER', ann.publicFile);
    const { path, run, ticket } = await startRun();
    const { approval, digest } = ticket.request;
    const approve = (...more: string[]): ReturnType<typeof runCli> =>
      runCli('approvals', 'approve', path, approval, '--digest', digest, ...more);
    const unsigned = await approve('--as', 'ann');
    expect([unsigned.exitCode, unsigned.stderr]).toEqual([2, expect.stringContaining('unsigned')]);
    const forged = await approve('--key', eve.file);
    expect([forged.exitCode, forged.stderr]).toEqual([2, expect.stringContaining('not_accepted')]);
    const right = await approve('--key', ann.file);
    expect([right.exitCode, right.stdout]).toEqual([0, 'accepted allow by ann\n']);
    expect((await run.ended).stderr).toContain('tool ran: hello\n');
  });

  test('watch prints a request as it comes, and Ctrl-C leaves it', async () => {
    const path = join(scratchFolder(), 'approvals.db');
    const watcher = startCli(['approvals', 'watch', path, '--json']);
    let text = '';
    const seen = new Promise<void>((resolve) => {
      watcher.process.stdout?.on('data', (part: string) => {
        text += part;
        if (text.includes('\n')) resolve();
      });
    });
    const run = startCli(runArgs(path));
    await seen;
    const { approval } = JSON.parse(text).ticket.request;
    watcher.process.kill('SIGINT');
    expect((await watcher.ended).exitCode).toBe(0);
    await runCli('approvals', 'deny', path, approval);
    expect((await run.ended).exitCode).toBe(2);
  });
});

describe.skipIf(!hasPseudoTerminal)('on a terminal', () => {
  test('approve shows the request and takes the word', async () => {
    const { path, run, ticket } = await startRun();
    const { approval } = ticket.request;
    const first = startOnTerminal([process.execPath, MAIN, 'approvals', 'approve', path, approval]);
    await first.shows(/Type `allow`/);
    expect(first.shown()).toContain('"/text" = "hello"');
    first.type('\r');
    const no = await first.ended;
    expect([no.exitCode, no.shown]).toEqual([2, expect.stringContaining('nothing was ruled')]);
    const again = startOnTerminal([process.execPath, MAIN, 'approvals', 'approve', path, approval]);
    await again.shows(/Type `allow`/);
    again.type('allow\r');
    expect((await again.ended).exitCode).toBe(0);
    expect((await run.ended).stderr).toBe(`${waits(path)}tool ran: hello\n`);
  });

  test.each([
    ['allow\r', 0, true],
    ['\r', 2, false],
  ])('run --ask takes %j on the terminal', async (keys, exitCode, isRun) => {
    const path = join(scratchFolder(), 'approvals.db');
    const run = startOnTerminal([process.execPath, MAIN, ...runArgs(path), '--ask']);
    await run.shows(/Type `allow`/);
    run.type(keys);
    const ended = await run.ended;
    expect([ended.exitCode, ended.shown.includes('tool ran: hello')]).toEqual([exitCode, isRun]);
  });

  verifies(['A-26', 'A-39'], 'the prompt of a run goes away when another face rules', async () => {
    const path = join(scratchFolder(), 'approvals.db');
    const run = startOnTerminal([process.execPath, MAIN, ...runArgs(path), '--ask']);
    await run.shows(/Type `allow`/);
    const { approval, digest } = (await openTicket(path)).request;
    await runCli('approvals', 'approve', path, approval, '--digest', digest, '--as', 'bob');
    const { exitCode, shown } = await run.ended;
    expect([exitCode, shown.includes('tool ran: hello')]).toEqual([0, true]);
    const store = openApprovalStore(path);
    expect(store.list().some(({ text }) => text.includes('"bob"'))).toBe(true);
    store.close();
  });
});

describe('what cannot be asked', () => {
  test('a store that is not there is not made by looking or ruling', async () => {
    const path = join(scratchFolder(), 'none.db');
    for (const args of [['list'], ['approve', 'x']]) {
      const [verb = '', ...rest] = args;
      const { exitCode, stderr } = await runCli('approvals', verb, path, ...rest);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('input_unreadable')]);
    }
    expect(existsSync(path)).toBe(false);
  });

  test('a request that is not there, a digest and a name that are none', async () => {
    const path = join(scratchFolder(), 'approvals.db');
    openApprovalStore(path).close();
    const none = await runCli('approvals', 'show', path, 'nobody');
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('not found')]);
    const bad = await runCli('approvals', 'approve', path, 'x', '--digest', 'abc');
    expect([bad.exitCode, bad.stderr]).toEqual([1, expect.stringContaining('usage_malformed')]);
    const name = await runCli('approvals', 'deny', path, 'x', '--as', 'a b');
    expect([name.exitCode, name.stderr]).toEqual([1, expect.stringContaining('config_malformed')]);
    const empty = await runCli('approvals', 'list', path);
    expect([empty.exitCode, empty.stdout, empty.stderr]).toEqual([0, '', 'no request is open\n']);
  });

  test('run --ask without a terminal refuses the call', async () => {
    const path = join(scratchFolder(), 'approvals.db');
    const args = runArgs(path).filter((word) => word !== '--approvals' && word !== path);
    const { exitCode, stderr } = await runCli(...args, '--ask');
    expect([exitCode, stderr.includes('tool ran')]).toEqual([2, false]);
  });
});
