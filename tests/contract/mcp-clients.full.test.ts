// The oldest and the newest client that the gateway is for: each with code of its own, at the other
// end of a real process.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asReads, draftOdd, edited, oddServer } from '../fakes/gateway-room.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const MAIN = join(projectRoot, 'dist/hosts/cli/main.js');

interface Told {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}

/** What this test asks of a client, whichever generation it is of. */
interface AnyClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: object): Promise<unknown>;
  close(): Promise<void>;
}
type Made = new (info: object, options?: object) => AnyClient;
type Transport = new (server: { command: string; args: string[] }) => unknown;

async function settings(): Promise<{ readonly file: string; readonly log: () => string }> {
  const server = oddServer('plain');
  const file = join(scratchFolder(), 'sluice.toml');
  const edits = { ...asReads, 'elicitation = true': 'elicitation = false' };
  writeFileSync(file, edited(await draftOdd(server), edits), { mode: 0o600 });
  return { file, log: () => readFileSync(server.log, 'utf8') };
}

async function generation(
  name: string,
): Promise<{ Client: Made; StdioClientTransport: Transport }> {
  if (name === '@modelcontextprotocol/client') {
    const front = (await import('@modelcontextprotocol/client')) as unknown as { Client: Made };
    const stdio = (await import('@modelcontextprotocol/client/stdio')) as unknown as {
      StdioClientTransport: Transport;
    };
    return { Client: front.Client, StdioClientTransport: stdio.StdioClientTransport };
  }
  const { Client } = (await import(`${name}/client/index.js`)) as { Client: Made };
  const stdio = (await import(`${name}/client/stdio.js`)) as { StdioClientTransport: Transport };
  return { Client, StdioClientTransport: stdio.StdioClientTransport };
}

describe.each(['mcp-sdk-oldest', '@modelcontextprotocol/sdk', '@modelcontextprotocol/client'])(
  'a client of %s',
  (name) => {
    test('lists, calls, and is told of a refusal as a failure that it can act on', async () => {
      const { file } = await settings();
      const { Client, StdioClientTransport } = await generation(name);
      const client = new Client({ name: 'contract', version: '1' });
      const args = [MAIN, 'gateway', '--config', file];
      await client.connect(new StdioClientTransport({ command: process.execPath, args }));
      onTestFinished(() => client.close());
      const { tools } = await client.listTools();
      expect(tools.map((one) => one.name)).toEqual(['odd__read_note']);
      const call = async (given: object) =>
        (await client.callTool({ name: 'odd__read_note', arguments: given })) as Told;
      expect((await call({ path: 'x' })).content[0]?.text).toBe('note x');
      const refused = await call({ path: '/etc/shadow' });
      expect([refused.isError, refused.content[0]?.text]).toEqual([
        true,
        expect.stringContaining('guard_forbidden_path'),
      ]);
    });
  },
);
