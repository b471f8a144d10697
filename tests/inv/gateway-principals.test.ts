// Several principals behind one HTTP gateway: each is who its token says, and nothing of one is
// anything to another.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { type Caller, callerOf, readNote, serveNamed } from '../fakes/gateway-http.js';
import { asReads, oddServer, textOf } from '../fakes/gateway-room.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const name = 'odd__read_note';
const nobody: Caller = callerOf('http://127.0.0.1:1/mcp', 'x'.repeat(43));

async function two(
  edits: Readonly<Record<string, string>>,
  named: Readonly<Record<string, string>> = { alice: '', bob: '' },
) {
  const server = oddServer('plain');
  const faces = await serveNamed(server, edits, named);
  const { alice = nobody, bob = nobody } = faces.callers;
  return { server, alice, bob, ...faces };
}

async function call(client: Client, path = 'a'): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: { path } })) as CallToolResult;
}

async function said(response: Response): Promise<readonly [number, string]> {
  return [response.status, await response.text()];
}

describe('a session', () => {
  verifies('INV-X15', 'of one principal is unknown to the token of another', async () => {
    const { server, alice, bob } = await two(asReads);
    const [hers, his] = [await alice.begin(), await bob.begin()];
    const unknown = await said(await bob.post(readNote(1), { 'mcp-session-id': 'guessed' }));
    expect(unknown[0]).toBe(404);
    expect(await said(await bob.post(readNote(1), { 'mcp-session-id': hers }))).toEqual(unknown);
    expect(await said(await alice.post(readNote(1), { 'mcp-session-id': his }))).toEqual(unknown);
    expect(server.calls()).toEqual([]);
    for (const [caller, id] of [
      [alice, hers],
      [bob, his],
    ] as const)
      expect(await (await caller.post(readNote(2), { 'mcp-session-id': id })).text()).toContain(
        'note a',
      );
  });

  verifies(['INV-X15', 'INV-X5'], 'is not tainted by what another principal read', async () => {
    const { server, alice, bob } = await two({
      'elicitation = true': 'trust_client_until_tainted = true',
      'untrusted = "ask"': 'untrusted = "deny"',
    });
    const [hers, his] = [await alice.connect(), await bob.connect()];
    expect((await call(hers, 'hers')).isError).toBeUndefined();
    expect(textOf(await call(hers))).toContain('critical_untrusted');
    expect((await call(his, 'his')).isError).toBeUndefined();
    expect(server.calls().map((one) => one.arguments)).toEqual([{ path: 'hers' }, { path: 'his' }]);
  });

  verifies('INV-X15', 'keeps no value that another principal could name', async () => {
    const { server, alice, bob } = await two({
      ...asReads,
      'elicitation = true': 'results = "handles"',
    });
    const [hers, his] = [await alice.connect(), await bob.connect()];
    await call(hers, 'CANARY');
    const path = { $value: 'v1', path: 'content.0.text' };
    const told = (await his.callTool({ name, arguments: { path } })) as CallToolResult;
    expect(textOf(told)).toContain('value_unknown');
    expect(server.calls()).toHaveLength(1);
  });
});

describe('a question', () => {
  verifies(
    'INV-X15',
    'waits in the list of its principal, and nobody else rules on it',
    async () => {
      const folder = scratchFolder();
      const stores = (who: string): string =>
        ['approvals', 'audit']
          .map((key) => `${key} = ${JSON.stringify(join(folder, `${who}.${key}`))}`)
          .join('\n');
      const { server, alice, gateways } = await two(
        { 'elicitation = true': '' },
        { alice: stores('alice'), bob: stores('bob') },
      );
      const [hers, his] = [gateways['alice']?.kernel.approvals, gateways['bob']?.kernel.approvals];
      const asked = call(await alice.connect());
      await expect.poll(async () => (await hers?.list())?.length).toBe(1);
      expect(await his?.list()).toEqual([]);
      const [ticket] = (await hers?.list()) ?? [];
      const { approval = '', digest = '' } = ticket?.request ?? {};
      const yes = { approval, digest, decision: 'allow', approver: 'bob' } as const;
      expect(await his?.rule(yes)).toEqual({ accepted: false, code: 'not_found' });
      expect([await his?.show(approval), server.calls()]).toEqual([null, []]);
      await hers?.rule({ ...yes, approver: 'alice' });
      expect(textOf(await asked)).toBe('note a');
      const records = readFileSync(join(folder, 'alice.audit'), 'utf8');
      expect(records).toContain('user:alice@example.com');
      expect(records).not.toContain('user:bob');
      const others = join(folder, 'bob.audit');
      expect(existsSync(others) ? readFileSync(others, 'utf8') : '').not.toContain('admission');
    },
  );

  verifies('INV-X15', 'to a client is not answered with the token of another', async () => {
    const { server, alice, bob } = await two({});
    const [hers, his] = [await alice.begin(), await bob.begin()];
    const response = await alice.post(readNote(7), { 'mcp-session-id': hers });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    const id = Number(/"id":(\d+)/.exec(new TextDecoder().decode(value))?.[1]);
    const result = { action: 'accept', content: { allow: true } };
    const yes = { jsonrpc: '2.0', id, result };
    expect((await bob.post(yes, { 'mcp-session-id': hers })).status).toBe(404);
    await bob.post(yes, { 'mcp-session-id': his });
    expect(server.calls()).toEqual([]);
    await alice.post({ ...yes, result: { action: 'decline' } }, { 'mcp-session-id': hers });
    const told = await reader.read();
    expect(new TextDecoder().decode(told.value)).toContain('approval_denied');
    expect(server.calls()).toEqual([]);
  });
});

test('a principal has the grant that its own table says, or the common one', async () => {
  const { server, alice, bob } = await two(asReads, {
    alice: '',
    bob: '[clients.bob.grant]\ncapabilities = ["odd.other"]',
  });
  const [hers, his] = [await alice.connect(), await bob.connect()];
  expect(textOf(await call(his))).toContain('capability_missing');
  expect(textOf(await call(hers))).toBe('note a');
  expect(server.calls()).toHaveLength(1);
});

verifies('INV-X15', 'a token of nobody is nobody', async () => {
  const { server, alice, http } = await two(asReads);
  const hers = await alice.begin();
  for (const token of ['', 'short', 'x'.repeat(43), `${'x'.repeat(43)}, Bearer`]) {
    const { post } = callerOf(http.url, token);
    expect((await post(readNote(1), { 'mcp-session-id': hers })).status).toBe(401);
    expect((await post({})).status).toBe(401);
  }
  expect(server.calls()).toEqual([]);
});
