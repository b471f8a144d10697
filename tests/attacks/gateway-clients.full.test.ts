// Clients of the gateway that mean harm: raw lines and requests, calls by the hundred, answers
// that come late. Nothing runs unadmitted, nothing crashes, nobody gets another one's session.
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type GatewayHttp, serveHttp, serveStdio } from '../../hosts/gateway/index.js';
import { verifies } from '../claims/verifies.js';
import {
  accept,
  asReads,
  connect,
  draftOdd,
  edited,
  type OddServer,
  oddServer,
  openRoom,
  textOf,
} from '../fakes/gateway-room.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'raw', version: '1' },
  },
};
const readNote = (id: unknown, path = 'a'): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'odd__read_note', arguments: { path } },
});

async function rawClient(server: OddServer, edits: Readonly<Record<string, string>> = asReads) {
  const gateway = await openRoom(edited(await draftOdd(server), edits));
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(gateway, { input, output });
  const answers: Record<string, unknown>[] = [];
  let rest = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  onTestFinished(async () => {
    input.end();
    await served;
  });
  const send = (message: object | string): void =>
    void input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const codes = (): unknown[] =>
    answers.map(({ error }) => (error as { code?: number } | undefined)?.code ?? null);
  return { send, answers, codes, served, input };
}

describe('lines', () => {
  test.each([
    ['no JSON', 'GET / HTTP/1.1', -32700],
    ['a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700],
    ['a key that reaches a prototype', '{"__proto__":1}', -32700],
    ['a thousand lists', '['.repeat(1000), -32700],
    ['half a pair', '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', -32700],
    ['no message', '{"hello":1}', -32600],
    ['a list of messages', '[]', -32600],
    ['null', 'null', -32600],
  ])('of %s are answered, and the next one is heard', async (_, line, code) => {
    const { send, answers, codes } = await rawClient(oddServer('plain'));
    send(line);
    send(INITIALIZE);
    await expect.poll(() => answers.length).toBe(2);
    expect(codes()).toEqual([code, null]);
  });

  test('without an end close the connection', async () => {
    const { input, codes, served } = await rawClient(oddServer('plain'));
    input.write('x'.repeat(5_000_000));
    await served;
    expect(codes()).toEqual([-32700]);
  });

  test('that call before anything else, or by the same id twice, are calls of their own', async () => {
    const server = oddServer('plain');
    const { send, answers } = await rawClient(server);
    send(readNote(1));
    send(INITIALIZE);
    send(readNote(1, 'b'));
    send(readNote(1, 'c'));
    await expect.poll(() => answers.length).toBe(4);
    expect(server.calls()).toHaveLength(3);
  });

  test('with an id that is none, or parameters that are none, run nothing', async () => {
    const server = oddServer('plain');
    const { send, answers } = await rawClient(server);
    send(INITIALIZE);
    send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 7 } });
    send({
      jsonrpc: '2.0',
      id: 6,
      method: 'tools/call',
      params: { name: 'odd__read_note', arguments: [] },
    });
    send({ jsonrpc: '2.0', id: {}, method: 'tools/call', params: { name: 'odd__read_note' } });
    send({ jsonrpc: '2.0', id: 7, method: 'resources/list' });
    await expect.poll(() => answers.length).toBe(5);
    expect(server.calls()).toEqual([]);
  });
});

describe('calls', () => {
  test('two hundred at once end, each by itself', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), asReads));
    const { call } = await connect(gateway, accept);
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, i) => call('odd__read_note', { path: `p${i}` })),
    );
    const busy = all.filter((one) => textOf(one).includes('gateway_busy')).length;
    const done = all.flatMap((one, i) => (textOf(one) === `note p${i}` ? [i] : []));
    expect(done.length + busy).toBe(200);
    expect(server.calls()).toHaveLength(done.length);
  });

  test('are as many as the settings allow, and no more', async () => {
    const server = oddServer('plain');
    const few = { ...asReads, '[gateway]': '[gateway]\nsession_calls = 40' };
    const gateway = await openRoom(edited(await draftOdd(server), few));
    const { call } = await connect(gateway);
    for (let i = 0; i < 40; i += 1) await call('odd__read_note');
    expect(textOf(await call('odd__read_note'))).toContain('limit_effects');
    const other = await connect(gateway);
    expect((await other.call('odd__read_note')).isError).toBeUndefined();
    expect(server.calls()).toHaveLength(41);
  });

  test('taken back while somebody is asked do not run', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), {}));
    const controller = new AbortController();
    let answered = (): void => undefined;
    const { call, asked } = await connect(gateway, async () => {
      controller.abort();
      await new Promise<void>((resolve) => {
        answered = resolve;
        setTimeout(resolve, 300);
      });
      return accept;
    });
    await expect(call('odd__read_note', { path: 'a' }, controller.signal)).rejects.toThrow();
    answered();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect([asked.length, server.calls()]).toEqual([1, []]);
  });

  test.each([
    ['junk', { action: 'accept', content: { allow: 'yes' } }],
    ['no content', { action: 'accept' }],
    ['no', { action: 'accept', content: { allow: false } }],
    ['a way out', { action: 'cancel' }],
    ['something else', { action: 'accept', content: { other: true } }],
  ])('answered with %s do not run', async (_, answer) => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), {}));
    const { call } = await connect(gateway, answer as never);
    expect((await call('odd__read_note')).isError).toBe(true);
    expect(server.calls()).toEqual([]);
  });

  test('are asked about one by one: an answer is good for one', async () => {
    const server = oddServer('plain');
    const gateway = await openRoom(edited(await draftOdd(server), {}));
    let left = 1;
    const { call, asked } = await connect(gateway, () => {
      left -= 1;
      return left < 0 ? { action: 'decline' } : accept;
    });
    expect((await call('odd__read_note')).isError).toBeUndefined();
    expect((await call('odd__read_note')).isError).toBe(true);
    expect([asked.length, server.calls().length]).toEqual([2, 1]);
  });
});

describe('over HTTP', () => {
  async function face(server: OddServer, edits: Readonly<Record<string, string>> = asReads) {
    const gateway = await openRoom(edited(await draftOdd(server), edits));
    const http = await serveHttp(gateway);
    onTestFinished(() => http.close());
    return http;
  }

  function post(
    { url, token }: GatewayHttp,
    body: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async function begin(http: GatewayHttp): Promise<string> {
    const response = await post(http, INITIALIZE);
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  }

  async function client({ url, token }: GatewayHttp): Promise<Client> {
    const made = new Client({ name: 'tests', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
    await made.connect(transport as Parameters<Client['connect']>[0]);
    onTestFinished(() => made.close());
    return made;
  }

  test('a client of the SDK is served like one on stdio', async () => {
    const http = await face(oddServer('plain'));
    const one = await client(http);
    const told = await one.callTool({ name: 'odd__read_note', arguments: { path: 'x' } });
    expect(told.content).toEqual([{ type: 'text', text: 'note x' }]);
  });

  test.each([
    ['no token', { authorization: '' }, 401],
    ['another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['the origin of a page', { origin: 'https://evil.example' }, 403],
    ['a session that there is not', { 'mcp-session-id': 'guessed' }, 404],
  ])('%s is refused', async (_, headers, status) => {
    const server = oddServer('plain');
    const http = await face(server);
    expect((await post(http, readNote(1), headers)).status).toBe(status);
    expect(server.calls()).toEqual([]);
  });

  test('what is no message is refused, and what is too long', async () => {
    const http = await face(oddServer('plain'));
    expect((await post(http, '{"id":1,"id":2}')).status).toBe(400);
    expect((await post(http, '[1]')).status).toBe(400);
    expect((await post(http, ' '.repeat(5_000_000))).status).toBe(413);
    expect((await post(http, INITIALIZE)).status).toBe(200);
  });

  test('a call without a session begins none', async () => {
    const server = oddServer('plain');
    const http = await face(server);
    expect((await post(http, readNote(1))).status).toBe(400);
    expect(server.calls()).toEqual([]);
  });

  test('an ended session is over', async () => {
    const server = oddServer('plain');
    const http = await face(server);
    const id = await begin(http);
    const headers = { 'mcp-session-id': id };
    const ended = await fetch(http.url, {
      method: 'DELETE',
      headers: { ...headers, authorization: `Bearer ${http.token}` },
    });
    expect(ended.status).toBe(200);
    expect((await post(http, readNote(1), headers)).status).toBe(404);
    expect(server.calls()).toEqual([]);
  });

  test('there are so many sessions at most', async () => {
    const http = await face(oddServer('plain'));
    const ids: string[] = [];
    for (let i = 0; i < 256; i += 1) ids.push(await begin(http));
    expect(new Set(ids).size).toBe(256);
    expect((await post(http, INITIALIZE)).status).toBe(503);
  });

  verifies('INV-X5', 'one client’s reading taints no other client, and no later one', async () => {
    const server = oddServer('plain');
    const edits = {
      '[gateway]': '[gateway]\ntrust_client_until_tainted = true',
      'elicitation = true': 'elicitation = false',
      'untrusted = "ask"': 'untrusted = "deny"',
    };
    const http = await face(server, edits);
    const [one, two] = [await client(http), await client(http)];
    const call = (who: Client) =>
      who.callTool({ name: 'odd__read_note', arguments: { path: 'x' } });
    expect((await call(one)).isError).toBeUndefined();
    expect((await call(one)).isError).toBe(true);
    expect((await call(two)).isError).toBeUndefined();
    expect(server.calls()).toHaveLength(2);
  });
});
