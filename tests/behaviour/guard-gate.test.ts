// Family V, items 14, 19, 20 and C30: the guard's questions at the Gate. Inert text: nothing here
// is
// run.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, type KernelConfig, type KernelPorts } from '../../hosts/index.js';
import type { Approver, ShellParser } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked } from '../fakes/refusal.js';

const RISKY = 'rm -rf "$DIR"';

interface Run {
  readonly command?: string;
  readonly approver?: Approver;
  readonly ports?: KernelPorts;
  readonly config?: Partial<KernelConfig>;
  readonly input?: z.ZodType;
}

async function run({ command = RISKY, approver, ports, config, input }: Run) {
  const canaries = makeCanaries();
  const tool = canaries.tool(
    {
      name: 'shell_exec',
      description: 'Runs a command.',
      effect: 'pure',
      capabilities: ['code:exec'],
      input: input ?? z.strictObject({ command: z.string() }),
      output: z.string(),
    },
    'done',
  );
  const kernel = createKernel({
    tools: [tool],
    grant: ['code:exec'],
    principal: alice,
    home: '/home/alice',
    cwd: '/workspace',
    // The rules ask about deletions too; here only the guard does.
    guardrails: {
      version: 1,
      rules: [{ id: 'deletes', scope: 'workspace', class: 'fileDelete', decision: 'allow' }],
    },
    ...config,
    ports: { ...(approver === undefined ? {} : { approver }), ...ports },
  });
  const plan = planOf(call('run', 'shell_exec', { command }));
  return { result: await kernel.run('Clean up', { plan }), ran: canaries.of('shell_exec') };
}

verifies(
  'V-20',
  'what the guard asks about runs if the user says so, and not otherwise',
  async () => {
    const approver = approverThat('allow');
    const { result, ran } = await run({ approver });
    expect(result.status).toBe('committed');
    expect(ran).toEqual([{ command: RISKY }]);
    expect(approver.asked.map(({ obligations }) => obligations)).toEqual([
      [
        {
          source: 'guard',
          rule: 'target_unknown',
          reason: 'guard: what it deletes or changes is not known before it runs',
        },
      ],
    ]);
    const refused = await run({ approver: approverThat('deny') });
    expectBlocked(refused.result, 'approval_denied', 'approval');
    expect(refused.ran).toEqual([]);
  },
);

verifies('V-20', 'where nobody can be asked, what the guard asks about is denied', async () => {
  const { result, ran } = await run({});
  expectBlocked(result, 'approval_unavailable', 'approval');
  expect(ran).toEqual([]);
});

verifies('V-20', 'no grant, rule or layer discharges what the guard asks about', async () => {
  const { result, ran } = await run({
    config: {
      declassify: () => 'release',
      layers: [{ stage: 'rules', answer: () => ({ stage: 'rules', outcome: 'allow' }) }],
    },
  });
  expectBlocked(result, 'approval_unavailable', 'approval');
  expect(ran).toEqual([]);
});

verifies(['V-19', 'V-20'], 'what the layer denies is never asked about', async () => {
  const approver = approverThat('allow');
  const { result, ran } = await run({ command: 'rm -fr /', approver });
  const denial = expectBlocked(result, 'guard_dangerous_command', 'guard');
  expect(denial?.reason).toBe(
    'guard: shell command that is hard to undo: it deletes the root, a home or a system ' +
      'directory with all below it',
  );
  expect(denial?.remedies).toEqual([]);
  expect([approver.asked, ran]).toEqual([[], []]);
});

verifies('INV-F11', 'without a parser each command is asked about, whatever it says', async () => {
  const { result } = await run({ command: 'ls', ports: { shell: null } });
  expectBlocked(result, 'approval_unavailable', 'approval');
  const approver = approverThat('allow');
  await run({ command: 'ls', approver, ports: { shell: null } });
  expect(approver.asked[0]?.obligations.map(({ rule }) => rule)).toEqual(['shell_unread']);
  const denied = await run({ command: 'rm -rf /', approver, ports: { shell: null } });
  expectBlocked(denied.result, 'guard_dangerous_command', 'guard');
});

verifies('INV-F11', 'a parse with an error is asked about, whatever was read of it', async () => {
  const half: ShellParser = {
    parse: () => ({ script: { kind: 'list', items: [] }, hasError: true }),
  };
  const { result } = await run({ command: 'ls', ports: { shell: half } });
  expectBlocked(result, 'approval_unavailable', 'approval');
});

verifies('C30', 'a parser that throws denies, and nobody is asked', async () => {
  const approver = approverThat('allow');
  const broken: ShellParser = {
    parse() {
      throw new Error('no grammar');
    },
  };
  const { result, ran } = await run({ command: 'ls', approver, ports: { shell: broken } });
  expectBlocked(result, 'layer_failed', 'guard');
  expect([approver.asked, ran]).toEqual([[], []]);
});

verifies('V-14', 'a harmless command runs with nothing set up', async () => {
  const { result, ran } = await run({ command: 'ls -la /tmp' });
  expect(result.status).toBe('committed');
  expect(ran).toHaveLength(1);
});

verifies('V-14', 'the layer looks at what the input schema made of the arguments too', async () => {
  const input = z.strictObject({ command: z.string(), path: z.string().default('//etc/shadow') });
  const { result, ran } = await run({ command: 'ls', input });
  expectBlocked(result, 'guard_forbidden_path', 'guard');
  expect(ran).toEqual([]);
});

verifies(
  'V-20',
  'what is asked of the raw and of the normalised arguments is one question',
  async () => {
    const approver = approverThat('allow');
    const input = z.strictObject({ command: z.string(), note: z.string().default('none') });
    const { result } = await run({ approver, input });
    expect(result.status).toBe('committed');
    expect(approver.asked.map(({ obligations }) => obligations.length)).toEqual([1]);
  },
);
