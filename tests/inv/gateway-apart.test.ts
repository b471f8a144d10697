// The gateway between several clients and servers that say too much: what is told to whom.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation/types.js';
import { describe, expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { readNote, serveFace } from '../fakes/gateway-http.js';
import {
  accept,
  asReads,
  connect,
  decline,
  draftOdd,
  draftOf,
  edited,
  oddServer,
  openRoom,
  textOf,
} from '../fakes/gateway-room.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const handles = {
  ...asReads,
  'elicitation = true': 'elicitation = false\nresults = "handles"',
};

/** A draft whose hidden tools somebody took in all the same. */
function takenIn(draft: string): string {
  return draft.replaceAll(/^# (\[servers|digest|effect|egress|capabilities)/gm, '$1');
}

describe('with handles', () => {
  verifies(['INV-X11', 'INV-X2'], 'no word of a server reaches its client', async () => {
    for (const mode of ['error-text', 'rpc-error']) {
      const server = oddServer(mode);
      const { call, client } = await connect(
        await openRoom(edited(await draftOdd(server), handles)),
      );
      const told = await call('odd__read_note');
      expect(JSON.stringify(told)).not.toContain('IGNORE');
      expect(client.getInstructions()).toBeUndefined();
      expect(server.calls()).toHaveLength(1);
    }
  });

  test('the schema of each argument takes a reference too, and nothing else new', async () => {
    const gateway = await openRoom(edited(await draftOdd(oddServer('plain')), handles));
    const { client } = await connect(gateway);
    const [note] = (await client.listTools()).tools;
    const schema: JsonSchemaType = JSON.parse(JSON.stringify(note?.inputSchema));
    const validate = new AjvJsonSchemaValidator().getValidator(schema);
    const fits = (path: unknown): boolean => validate({ path }).valid;
    expect([fits('a'), fits({ $value: 'v1' }), fits({ $value: 'v1', path: '0.id' })]).toEqual([
      ...[true, true, true],
    ]);
    expect([fits(7), fits({}), fits({ $value: 'v1', more: 1 })]).toEqual([false, false, false]);
  });
});

test('a draft says of a program that fetches what it runs that its code is not pinned', async () => {
  const server = oddServer('plain');
  const said = 'digests pin what tools say, not what they do';
  expect(await draftOdd(server)).not.toContain(said);
  const folder = scratchFolder();
  symlinkSync(process.execPath, join(folder, 'npx'));
  const args = [join(projectRoot, 'tests/gateway/fixtures/odd-server.mjs'), 'plain', server.log];
  expect(await draftOf('odd', args, join(folder, 'npx'))).toContain(said);
});

verifies('INV-X2', 'what a server says of its failure taints who is told of it', async () => {
  const server = oddServer('rpc-error');
  const edits = {
    '[gateway]': '[gateway]\ntrust_client_until_tainted = true',
    'elicitation = true': 'elicitation = false',
    'untrusted = "ask"': 'untrusted = "deny"',
  };
  const { call } = await connect(await openRoom(edited(await draftOdd(server), edits)));
  expect(textOf(await call('odd__read_note'))).toContain('IGNORE ALL RULES');
  expect(textOf(await call('odd__read_note'))).toContain('blocked: critical_untrusted');
  expect(server.calls()).toHaveLength(1);
});

describe('a question', () => {
  verifies('INV-X13', 'goes to the client whose call it is about', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), {}));
    const yes = await connect(gateway, accept);
    const no = await connect(gateway, decline);
    const names = ['a', 'b', 'c', 'd'];
    const ends = await Promise.all(
      names.flatMap((name) => [
        yes.call('odd__read_note', { path: `yes-${name}` }),
        no.call('odd__read_note', { path: `no-${name}` }),
      ]),
    );
    expect(ends.map(({ isError = false }) => isError)).toEqual(names.flatMap(() => [false, true]));
    expect([yes.asked.length, no.asked.length]).toEqual([4, 4]);
    expect(yes.asked.join()).not.toContain('no-');
    expect(no.asked.join()).not.toContain('yes-');
    expect(
      server
        .calls()
        .map((one) => JSON.stringify(one.arguments))
        .join(),
    ).not.toContain('no-');
  });
});

describe('over HTTP', () => {
  test('a client reaches its own session by its id, and no other', async () => {
    const server = oddServer('plain');
    const { begin, post } = await serveFace(server, asReads);
    const [one, two] = [await begin(), await begin()];
    expect(one).not.toBe(two);
    for (const id of ['guessed', one.slice(0, -1), `${one}0`, one.toUpperCase(), `${one},${two}`])
      expect((await post(readNote(1), { 'mcp-session-id': id })).status).toBe(404);
    expect(server.calls()).toEqual([]);
    const told = await post(readNote(1), { 'mcp-session-id': one });
    expect(await told.text()).toContain('note a');
  });

  verifies('INV-X12', 'a value of one client is nothing to another', async () => {
    const server = oddServer('plain');
    const { connect: connectHttp } = await serveFace(server, handles);
    const [one, two] = [await connectHttp(), await connectHttp()];
    const name = 'odd__read_note';
    await one.callTool({ name, arguments: { path: 'CANARY' } });
    const path = { $value: 'v1', path: 'content.0.text' };
    const other = await two.callTool({ name, arguments: { path } });
    expect(JSON.stringify(other)).toContain('value_unknown');
    expect((await one.callTool({ name, arguments: { path } })).isError).toBeUndefined();
    expect(server.calls()).toHaveLength(2);
  });

  test('a question comes with the call, to a client that listens nowhere else', async () => {
    const server = oddServer('plain');
    const { begin, post } = await serveFace(server, {});
    const [asker, other] = [await begin(), await begin()];
    const response = await post(readNote(7), { 'mcp-session-id': asker });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    const question = /"id":(\d+)/.exec(new TextDecoder().decode(value))?.[1];
    const yes = {
      jsonrpc: '2.0',
      id: Number(question),
      result: { action: 'accept', content: { allow: true } },
    };
    // What another session answers is not heard.
    await post(yes, { 'mcp-session-id': other });
    await post({ ...yes, id: Number(question) + 1 }, { 'mcp-session-id': asker });
    expect(server.calls()).toEqual([]);
    await post(yes, { 'mcp-session-id': asker });
    await post(yes, { 'mcp-session-id': asker });
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += new TextDecoder().decode(part.value);
    expect(text).toContain('note a');
    expect(server.calls()).toHaveLength(1);
  });
});

describe('a server', () => {
  verifies('INV-X14', 'that sends what nobody asked for is cut off', async () => {
    const much = oddServer('says-much');
    const { call } = await connect(await openRoom(edited(await draftOdd(much), asReads)));
    const cut = await call('odd__read_note');
    expect([cut.isError, textOf(cut)]).toEqual([true, expect.stringContaining('tool_failed')]);
  });

  test('that says something now and then is heard', async () => {
    const some = oddServer('says-some');
    const { call } = await connect(await openRoom(edited(await draftOdd(some), asReads)));
    expect(textOf(await call('odd__read_note'))).toBe('fine');
  });

  test('whose hidden words somebody took in has them shown', async () => {
    const draft = await draftOdd(oddServer('hidden-in-schema'));
    expect(draft).not.toMatch(/[\u200b\u202e\u{e0000}-\u{e007f}]/u);
    const text = takenIn(draft).replace(/^\[servers\.odd\.tools\."bad[^[]*$/gm, '');
    const { client } = await connect(await openRoom(edited(text.split('# Does bad')[0] ?? '', {})));
    const listed = JSON.stringify((await client.listTools()).tools);
    expect(listed).toContain('Up [U+E0067][U+202E] down');
    expect(listed).toContain('Pa[U+200B]th');
    expect(listed).not.toMatch(/[\u200b\u202e\u{e0000}-\u{e007f}]/u);
  });

  test('cannot hold up the process with a pattern of its own', async () => {
    const { call } = await connect(
      await openRoom(edited(await draftOdd(oddServer('slow-pattern')), asReads)),
    );
    expect((await call('odd__read_note')).isError).toBeUndefined();
  });

  test('of many words is shown whole letters', async () => {
    const gateway = await openRoom(edited(await draftOdd(oddServer('long-words')), asReads));
    const { client } = await connect(gateway);
    const [tool] = (await client.listTools()).tools;
    expect(tool?.description).toBe('x'.repeat(4095));
  });
});
