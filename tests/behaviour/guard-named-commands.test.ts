// Family V, items 16, 17 and 20: commands of tools that are neither `shell_exec` nor declared to
// run code. Inert text: nothing here is run.
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { classed } from '../../hosts/conformance/classed.js';
import { createKernel } from '../../hosts/index.js';
import { codedFinding } from '../../kernel/vaglio/coded-core.js';
import type { Code } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, planOf, record } from '../fakes/plan-steps.js';

interface Use {
  readonly args: NonNullable<Parameters<typeof call>[2]>;
  readonly effect?: 'pure' | 'read' | 'write';
}

/** The code that stops a call of a tool `bash`, with nobody to ask; null if it runs. */
async function stopped({ args, effect = 'write' }: Use): Promise<Code | null> {
  const canaries = makeCanaries();
  const shape = Object.fromEntries(Object.keys(args).map((key) => [key, z.json()]));
  const spec = { name: 'bash', description: 'x', effect, capabilities: ['shell.run'] };
  const classes = ['processSpawn'] as const;
  const roles = Object.fromEntries(
    Object.keys(args).map((key) => [`/${key}`, { role: 'content' } as const]),
  );
  const io = { input: z.strictObject(shape), output: z.null() };
  const kernel = createKernel({
    tools: [canaries.tool(classed({ ...spec, classes, args: roles, sink: 'own', ...io }), null)],
    grant: ['shell.run'],
    principal: alice,
    home: '/home/alice',
    cwd: '/workspace',
  });
  const result = await kernel.run('Do it', { plan: planOf(call('a', 'bash', args)) });
  expect(canaries.of('bash').length).toBe(result.status === 'committed' ? 1 : 0);
  return result.problem?.code ?? null;
}

async function outcomes(key: string, texts: readonly string[]): Promise<readonly unknown[]> {
  return Promise.all(texts.map(async (text) => [text, await stopped({ args: { [key]: text } })]));
}

const passes = (texts: readonly string[]) => texts.map((text) => [text, null]);
const ERASE = 'rm -rf /';
const keys = ['command', 'cmd', 'script', 'shell_command', 'shellCommand', 'Command', 'CMD'];

describe('an argument that is named for a command', () => {
  verifies('V-20', 'is read whatever the tool is called, and the core stays literal', async () => {
    for (const key of keys) {
      const args = { [key]: ERASE };
      expect([key, await stopped({ args })]).toEqual([key, 'guard_dangerous_command']);
      expect(await stopped({ args, effect: 'read' })).toBe('guard_dangerous_command');
      expect(
        codedFinding({ tool: 'bash', capabilities: ['shell.run'], args, home: null }),
      ).toBeNull();
    }
    expect(await stopped({ args: { command: ['rm', '-fr', '/'] } })).toBe(
      'guard_dangerous_command',
    );
    expect(await stopped({ args: { cmd: 'cat < ~/.ssh/id_rsa' } })).toBe('guard_forbidden_path');
    expect(await stopped({ args: { command: 'ls', cmd: ERASE } })).toBe('guard_dangerous_command');
  });

  verifies(['V-20', 'INV-F11'], 'is asked about where it cannot be told', async () => {
    for (const text of ['rm -rf "$DIR"', 'echo "abc']) {
      expect(await stopped({ args: { command: text } })).toBe('approval_unavailable');
    }
  });

  verifies('V-20', 'of a pure tool is not read: it acts on nothing', async () => {
    expect(await stopped({ args: { command: ERASE }, effect: 'pure' })).toBeNull();
  });

  verifies('V-20', 'lets pass what is no dangerous command', async () => {
    const said = [
      'turn on the light in the kitchen',
      'play jazz',
      'git log --oneline -5',
      'ls /tmp',
    ];
    expect(await outcomes('command', said)).toEqual(passes(said));
    const scripts = [
      'import os\nfor name in os.listdir("."):\n    print(name)\n',
      "const x = () => { return (1 + 2); };\nconsole.log(x(), 'it''s');",
      "SELECT name FROM users WHERE note = 'don''t' AND id IN (1, 2);",
    ];
    expect(await outcomes('script', scripts)).toEqual(passes(scripts));
  });

  verifies('V-20', 'under another name, or further down, is not read (LIM-40)', async () => {
    expect(await stopped({ args: { line: ERASE } })).toBeNull();
    expect(await stopped({ args: { job: record({ command: ERASE }) } })).toBeNull();
  });
});
