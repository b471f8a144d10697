// Reported cases on consent: real kernels, a tool that runs nothing, brokers over a shared list.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, type KernelPorts, type RunResult } from '../../hosts/index.js';
import { requestLines } from '../../kernel/index.js';
import type { ApprovalRequest, Approver, Arg, Code, Ruling } from '../../schemas/index.js';
import { approverThat } from '../fakes/approvers.js';
import { makeCanaries } from '../fakes/canary.js';
import { asking } from '../fakes/layer-that.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { makeSharedList, onlyOpen, rulingOn } from '../fakes/request-list.js';
import { decides } from './decides.js';

type CommandArgs = Readonly<Record<string, Arg>>;

interface Commands {
  readonly run: (args: CommandArgs) => Promise<RunResult>;
  readonly ran: () => number;
}

/** A kernel with one tool that is handed commands, in a directory. */
function commandsIn(cwd: string, ports: KernelPorts): Commands {
  const canaries = makeCanaries();
  const text = z.string();
  const tool = canaries.tool(
    {
      name: 'run',
      description: 'Takes a command.',
      effect: 'write',
      capabilities: ['process.run'],
      classes: ['processSpawn'],
      sink: 'own',
      args: {
        '/cmd': { role: 'content' },
        '/env': { role: 'content' },
        '/description': { role: 'content' },
      },
      input: z.strictObject({
        cmd: text,
        env: z.array(text).optional(),
        description: text.optional(),
      }),
      output: z.strictObject({ ok: z.boolean() }),
    },
    { ok: true },
  );
  const kernel = createKernel({
    tools: [tool],
    grant: ['process.run'],
    principal: 'user:alice@example.com',
    home: '/home/alice',
    cwd,
    layers: asking,
    ports,
  });
  return {
    run: (args) => kernel.run('Run it: "list files"', { plan: planOf(call('s', 'run', args)) }),
    ran: () => canaries.of('run').length,
  };
}

const codeOf = ({ problem }: RunResult): Code | null => problem?.code ?? null;

/** Rules on the first request; hands the same ruling in for every later one. */
function replaying(): Approver {
  let kept: Ruling | null = null;
  return approverThat('allow', (ruling) => {
    kept ??= ruling;
    return kept;
  });
}

decides('approval-01', async () => {
  const commands = commandsIn('/workspace', { approver: replaying() });
  expect(codeOf(await commands.run({ cmd: 'ls' }))).toBeNull();
  const code = codeOf(await commands.run({ cmd: 'ls', env: ['LD_PRELOAD=./x.so'] }));
  expect(commands.ran()).toBe(1);
  return code;
});

decides('approval-02', async () => {
  const approver = replaying();
  const args = { cmd: 'rm -rf ./build' };
  const shown: ApprovalRequest[] = [];
  const ports = {
    approver: {
      ask: (request: ApprovalRequest, port: Parameters<Approver['ask']>[1]) => {
        shown.push(request);
        return approver.ask(request, port);
      },
    },
  };
  const here = commandsIn('/workspace/app', ports);
  const there = commandsIn('/workspace', ports);
  expect(codeOf(await here.run(args))).toBeNull();
  const code = codeOf(await there.run(args));
  expect(shown.map(({ cwd }) => cwd)).toEqual(['/workspace/app', '/workspace']);
  expect([here.ran(), there.ran()]).toEqual([1, 0]);
  return code;
});

decides('approval-11', async () => {
  const list = makeSharedList();
  const broker = list.broker();
  const commands = commandsIn('/workspace', { ...list.ports, approvals: broker });
  const run = commands.run({ cmd: 'ls' });
  await onlyOpen(broker);
  list.time.pass(120_000);
  const code = codeOf(await run);
  expect(commands.ran()).toBe(0);
  return code;
});

decides('approval-13', async () => {
  const list = makeSharedList();
  const broker = list.broker();
  const commands = commandsIn('/workspace', { ...list.ports, approvals: broker });
  const run = commands.run({ cmd: 'ls' });
  const ticket = await onlyOpen(broker);
  list.time.pass(121_000);
  const code = codeOf(await run);
  expect(await broker.rule(rulingOn(ticket))).toEqual({ accepted: false, code: 'expired' });
  expect(commands.ran()).toBe(0);
  return code;
});

decides('approval-14', async () => {
  const approver = replaying();
  const commands = commandsIn('/workspace', { approver });
  const both = await Promise.all([commands.run({ cmd: 'ls' }), commands.run({ cmd: 'ls' })]);
  const codes = both.map(codeOf);
  expect([commands.ran(), codes.filter((code) => code === null).length]).toEqual([1, 1]);
  return codes.find((code) => code !== null) ?? null;
});

decides('approval-20', async () => {
  const list = makeSharedList();
  const before = list.broker();
  const first = commandsIn('/workspace', { ...list.ports, approvals: before });
  void first.run({ cmd: 'ls' });
  const ticket = await onlyOpen(before);
  await before.close();
  const after = list.broker();
  expect(await after.rule(rulingOn(ticket))).toMatchObject({ accepted: false, code: 'conflict' });
  const old = approverThat('allow', () => rulingOn(ticket));
  const second = commandsIn('/workspace', { approver: old });
  const code = codeOf(await second.run({ cmd: 'ls' }));
  expect([first.ran(), second.ran()]).toEqual([0, 0]);
  return code;
});

decides('approval-21', async () => {
  const list = makeSharedList();
  const broker = list.broker();
  const right = commandsIn('/workspace', { ...list.ports, approvals: broker });
  const run = right.run({ cmd: 'ls' });
  const ticket = await onlyOpen(broker);
  const changed = commandsIn('/workspace', {
    approver: approverThat('allow', () => rulingOn(ticket)),
  });
  const code = codeOf(await changed.run({ cmd: 'ls -a' }));
  expect([changed.ran(), right.ran()]).toEqual([0, 0]);
  expect(await broker.rule(rulingOn(ticket))).toMatchObject({ accepted: true });
  expect([codeOf(await run), right.ran()]).toEqual([null, 1]);
  return code;
});

/** What an approver is shown of a call, and what becomes of it where nobody is there. */
async function shownAndAlone(args: CommandArgs): Promise<{ lines: string; code: Code | null }> {
  const approver = approverThat('deny');
  await commandsIn('/workspace', { approver }).run(args);
  const [request] = approver.asked;
  const lines = request === undefined ? '' : requestLines(request).join('\n');
  return { lines, code: codeOf(await commandsIn('/workspace', {}).run(args)) };
}

decides('approval-22', async () => {
  const { lines, code } = await shownAndAlone({
    cmd: 'rm -rf ../data',
    description: 'list files',
  });
  expect(lines).toContain('"/cmd" = "rm -rf ../data"');
  expect(lines).toContain('"/description" = "list files"');
  return code;
});

decides('approval-24', async () => {
  const { lines, code } = await shownAndAlone({ cmd: 'rm -rf x\u001b[2K\rls' });
  expect(lines).toContain('"/cmd" = "rm -rf x\\u001b[2K\\rls"');
  expect(/[\p{Cc}]/u.test(lines.replaceAll('\n', ''))).toBe(false);
  return code;
});
