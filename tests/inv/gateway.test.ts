// The gateway: what is offered, what reaches a server, what a client is told.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import {
  accept,
  asReads,
  connect,
  decline,
  draftOdd,
  edited,
  oddServer,
  openRoom,
  textOf,
} from '../fakes/gateway-room.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const denying = { 'untrusted = "ask"': 'untrusted = "deny"' };
const trusting = {
  '[gateway]': '[gateway]\ntrust_client_until_tainted = true',
  'elicitation = true': 'elicitation = false',
};

describe('a call of a client', () => {
  verifies(['INV-X6', 'G-1'], 'reaches no server before somebody allowed it', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), {}));
    const { call, asked } = await connect(gateway, decline);
    const refused = await call('odd__read_note');
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('approval_denied');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('critical_untrusted');
    expect(server.calls()).toEqual([]);
    const other = await connect(gateway, accept);
    expect(textOf(await other.call('odd__read_note'))).toBe('note a');
    expect(server.calls()).toEqual([{ name: 'read_note', arguments: { path: 'a' } }]);
  });

  verifies('INV-X6', 'that nobody can be asked about is refused', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), {}));
    const { call } = await connect(gateway);
    const refused = await call('odd__read_note');
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining(
        'approval_unavailable: the client has no elicitation; name `approvals`',
      ),
    ]);
    expect(server.calls()).toEqual([]);
  });

  test('is refused as the settings say where labels refuse it', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), denying));
    const { call, asked } = await connect(gateway, accept);
    const told = textOf(await call('odd__read_note'));
    expect(told).toContain('blocked: critical_untrusted');
    expect(told).toContain('mend: have it asked about, by `untrusted = "ask"`');
    expect([asked, server.calls()]).toEqual([[], []]);
  });

  test('of what the settings call a read asks nobody', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), { ...denying, ...asReads }));
    const { call, asked } = await connect(gateway, accept);
    expect(textOf(await call('odd__read_note', { path: 'b' }))).toBe('note b');
    expect(asked).toEqual([]);
  });

  test.each([
    [{ path: 'a', treshold: 5 }, 'schema_unknown_key'],
    [{ path: 7 }, 'schema_invalid'],
    [{}, 'schema_invalid'],
    [{ path: '/etc/shadow' }, 'guard_forbidden_path'],
  ])('with %j is %s', async (args, code) => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), asReads));
    const { call } = await connect(gateway, accept);
    const refused = await call('odd__read_note', args);
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining(code)]);
    expect(server.calls()).toEqual([]);
  });

  test('may do no more than the grant', async () => {
    const server = oddServer('plain');
    const narrow = { ...asReads, '  "odd.read_note",\n': '' };
    const gateway = await openRoom(edited(await draftOdd(server), narrow));
    const { call } = await connect(gateway, accept);
    expect(textOf(await call('odd__read_note'))).toContain('capability_missing');
    expect(server.calls()).toEqual([]);
  });
});

describe('a question', () => {
  test('may be ruled on in another place, by whoever has the list', async () => {
    const server = oddServer('plain');
    const list = join(scratchFolder(), 'approvals.db');
    const file = join(scratchFolder(), 'audit.jsonl');
    const listed = {
      'elicitation = true': `approvals = ${JSON.stringify(list)}\naudit = ${JSON.stringify(file)}`,
    };
    const gateway = await openRoom(edited(await draftOdd(server), listed));
    const { call } = await connect(gateway);
    const { approvals } = gateway.kernel;
    const rule = async (decision: 'allow' | 'deny'): Promise<CallToolResult> => {
      const asked = call('odd__read_note');
      await expect.poll(async () => (await approvals?.list())?.length).toBe(1);
      const [ticket] = (await approvals?.list()) ?? [];
      const { approval, digest } = ticket?.request ?? {};
      await approvals?.rule({ approval, digest, decision, approver: 'alice' });
      return asked;
    };
    expect(textOf(await rule('deny'))).toContain('approval_denied');
    expect(server.calls()).toEqual([]);
    expect(textOf(await rule('allow'))).toBe('note a');
    expect(server.calls()).toHaveLength(1);
    const records = readFileSync(file, 'utf8');
    expect(records.match(/"kind":"admission"/g)).toHaveLength(1);
    expect(records).toContain('"approver":"alice"');
  });
});

describe('a policy', () => {
  test('decides in place of the grant of the settings', async () => {
    const server = oddServer('plain');
    const policy = join(scratchFolder(), 'policy.json');
    writeFileSync(policy, JSON.stringify({ version: 1, grant: ['odd.read_note'] }));
    const draft = edited(await draftOdd(server), { ...asReads, 'untrusted = "ask"\n': '' });
    const text = draft.replace(/\[grant\][^[]*\[[^\]]*\]\n/, '');
    const gateway = await openRoom(`policy = ${JSON.stringify(policy)}\n${text}`);
    const { call } = await connect(gateway);
    expect(textOf(await call('odd__read_note'))).toBe('note a');
    writeFileSync(policy, JSON.stringify({ version: 1, grant: [] }));
    expect(textOf(await call('odd__read_note'))).toContain('capability_missing');
    writeFileSync(policy, 'no policy');
    expect((await call('odd__read_note')).isError).toBe(true);
    expect(server.calls()).toHaveLength(1);
  });
});

describe('a session', () => {
  async function twoTools() {
    const [reader, writer] = [oddServer('plain'), oddServer('plain')];
    const draft = edited(await draftOdd(reader, 'notes'), { ...asReads, ...trusting, ...denying });
    const other = await draftOdd(writer, 'mails');
    const servers = other.slice(other.indexOf('[servers.mails]'));
    const text = `${draft}\n${servers}`.replace(
      'capabilities = [\n',
      'capabilities = [\n  "mails.read_note",\n',
    );
    return { gateway: await openRoom(text), writer };
  }

  verifies('INV-X1', 'that is trusted may write until it has read', async () => {
    const { gateway, writer } = await twoTools();
    const { call } = await connect(gateway);
    expect((await call('mails__read_note')).isError).toBeUndefined();
    expect((await call('notes__read_note')).isError).toBeUndefined();
    const refused = await call('mails__read_note');
    expect(textOf(refused)).toContain('critical_untrusted');
    expect(textOf(refused)).toContain('tool:mails__read_note');
    expect(writer.calls()).toHaveLength(1);
  });

  verifies('INV-X5', 'is not tainted by what another one has read', async () => {
    const { gateway, writer } = await twoTools();
    const [one, two] = [await connect(gateway), await connect(gateway)];
    await one.call('notes__read_note');
    expect((await one.call('mails__read_note')).isError).toBe(true);
    expect((await two.call('mails__read_note')).isError).toBeUndefined();
    expect(writer.calls()).toHaveLength(1);
  });

  verifies('INV-X2', 'with handles is told no content, and may pass it on', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(
      edited(await draftOdd(server), {
        ...asReads,
        'elicitation = true': 'elicitation = false\nresults = "handles"',
      }),
    );
    const { call } = await connect(gateway);
    const told = textOf(await call('odd__read_note', { path: 'CANARY' }));
    expect(told).toContain('{"$value": "v1"}');
    expect(told).not.toContain('CANARY');
    const path = { $value: 'v1', path: 'content.0.text' };
    expect((await call('odd__read_note', { path })).isError).toBeUndefined();
    expect(server.calls().map((one) => one.arguments)).toEqual([
      { path: 'CANARY' },
      { path: 'note CANARY' },
    ]);
  });
});

describe('a definition', () => {
  verifies(
    'INV-X7',
    'that changed after it was looked at is neither offered nor called',
    async () => {
      const server = oddServer('rug-after-call');
      const gateway = await openRoom(edited(await draftOdd(server), asReads));
      const { client, call } = await connect(gateway);
      expect((await client.listTools()).tools).toHaveLength(1);
      expect(textOf(await call('odd__read_note'))).toBe('fine');
      await expect.poll(async () => (await client.listTools()).tools).toEqual([]);
      expect(textOf(await call('odd__read_note'))).toContain('tool_unpinned');
      expect(server.calls()).toHaveLength(1);
    },
  );

  verifies('INV-X7', 'that is another one after a restart is not called', async () => {
    const server = oddServer('rug-after-restart');
    const gateway = await openRoom(edited(await draftOdd(server), asReads));
    const { call } = await connect(gateway);
    expect(textOf(await call('odd__read_note'))).toBe('fine');
    await expect.poll(async () => textOf(await call('odd__read_note'))).toContain('tool_unpinned');
    expect(server.calls().length).toBeLessThan(4);
    const { length } = server.calls();
    expect(textOf(await call('odd__read_note'))).toContain('tool_unpinned');
    expect(server.calls()).toHaveLength(length);
  });

  test('under a new name is nobody’s', async () => {
    const server = oddServer('renamed');
    const gateway = await openRoom(edited(await draftOdd(server), asReads));
    const { call } = await connect(gateway);
    await call('odd__read_note');
    expect(textOf(await call('odd__read_note2'))).toContain('plan_unknown_tool');
    await expect.poll(async () => textOf(await call('odd__read_note'))).toContain('tool_unpinned');
    expect(server.calls().map(({ name }) => name)).not.toContain('read_note2');
    const { length } = server.calls();
    expect(textOf(await call('odd__read_note'))).toContain('tool_unpinned');
    expect(server.calls()).toHaveLength(length);
  });

  verifies('INV-X7', 'of another digest is left out, and said to be', async () => {
    const server = oddServer('plain');
    const draft = await draftOdd(server);
    const digest = /sha256:[0-9a-f]{64}/.exec(draft)?.[0] ?? '';
    const gateway = await openRoom(edited(draft, { [digest]: `sha256:${'0'.repeat(64)}` }));
    expect([...gateway.tools.keys()]).toEqual([]);
    expect(gateway.leftOut).toMatchObject([{ server: 'odd', tool: 'read_note', why: 'drifted' }]);
  });

  verifies(
    'INV-X8',
    'that calls itself harmless is drafted as what nothing is known of',
    async () => {
      for (const mode of ['lying', 'hint-as-text']) {
        const server = oddServer(mode);
        const draft = await draftOdd(server);
        expect(draft).toContain('# The server says: readOnlyHint');
        expect(draft).toContain('effect = "write"\negress = true');
        const gateway = await openRoom(edited(draft, {}));
        const { client, call, asked } = await connect(gateway, decline);
        const { tools } = await client.listTools();
        expect(tools[0]?.annotations).toEqual({ readOnlyHint: false, destructiveHint: false });
        expect((await call('odd__read_note')).isError).toBe(true);
        expect([asked.length, server.calls()]).toEqual([1, []]);
      }
    },
  );
});
