// A real server with resources, prompts, completions, logging, and questions of its own: behind the
// gateway there are its tools alone, and nothing else reaches it, or comes from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  CreateMessageRequestSchema,
  ListRootsRequestSchema,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { serveClient } from '../../hosts/gateway/client-server.js';
import { asReads, draftOf, edited, openRoom } from '../fakes/gateway-room.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const LOGGED = join(projectRoot, 'tests/gateway/fixtures/logged-server.mjs');
const EVERYTHING = join(
  projectRoot,
  'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

interface Heard {
  readonly method?: string;
  readonly params?: { readonly capabilities?: unknown };
}

/** A client that can do whatever a client may be asked, and what the server was sent. */
async function everything() {
  const log = join(scratchFolder(), 'heard.jsonl');
  const draft = await draftOf('every', [LOGGED, log, EVERYTHING]);
  const gateway = await openRoom(edited(draft, asReads));
  const capabilities = { sampling: {}, roots: { listChanged: true } };
  const client = new Client({ name: 'tests', version: '1' }, { capabilities });
  const asked: string[] = [];
  client.setRequestHandler(CreateMessageRequestSchema, () => {
    asked.push('sampling');
    return { model: 'none', role: 'assistant', content: { type: 'text', text: 'yes' } };
  });
  client.setRequestHandler(ListRootsRequestSchema, () => {
    asked.push('roots');
    return { roots: [] };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  void serveClient(gateway, far);
  await client.connect(near);
  onTestFinished(() => client.close());
  const heard = (): readonly Heard[] =>
    readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Heard);
  return { client, heard, asked };
}

const requests: readonly (readonly [string, Record<string, unknown>])[] = [
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'demo://resource/static/document/architecture.md' }],
  ['resources/subscribe', { uri: 'demo://resource/static/document/architecture.md' }],
  ['resources/unsubscribe', { uri: 'demo://resource/static/document/architecture.md' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'simple-prompt' }],
  [
    'completion/complete',
    {
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'department', value: 'E' },
    },
  ],
  ['logging/setLevel', { level: 'debug' }],
  ['sampling/createMessage', { messages: [], maxTokens: 9 }],
  ['roots/list', {}],
  ['tasks/list', {}],
  ['tools/cancel', {}],
];

test('the server itself has all of that', async () => {
  const client = new Client({ name: 'tests', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [EVERYTHING], stderr: 'ignore' }),
  );
  onTestFinished(() => client.close());
  expect(Object.keys(client.getServerCapabilities() ?? {})).toEqual(
    expect.arrayContaining(['tools', 'resources', 'prompts', 'completions', 'logging']),
  );
  expect(await client.listResources()).toMatchObject({ resources: expect.any(Array) });
});

test('a client is told of tools and of nothing else', async () => {
  const { client } = await everything();
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  expect(client.getInstructions()).toBeUndefined();
});

test('any other request is answered as one that there is not, and goes nowhere', async () => {
  const { client, heard } = await everything();
  const before = heard().length;
  for (const [method, params] of requests)
    await expect(client.request({ method, params }, ResultSchema), method).rejects.toMatchObject({
      code: -32601,
    });
  await client.notification({ method: 'notifications/roots/list_changed' });
  await client.ping();
  expect(heard()).toHaveLength(before);
  const called = await client.callTool({ name: 'every__echo', arguments: { message: 'hello' } });
  expect(called.isError).toBeUndefined();
  expect(heard().slice(before)).toMatchObject([{ method: 'tools/call' }]);
});

test('a server is told that it may ask for nothing, and asks for nothing', async () => {
  const { client, heard, asked } = await everything();
  const begun = heard().filter(({ method }) => method === 'initialize');
  expect(begun.map(({ params }) => params?.capabilities)).toEqual([{}, {}]);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('every__echo');
  // The server offers these to whoever says that it has sampling, elicitation or roots.
  for (const tool of ['trigger-sampling-request', 'trigger-elicitation-request', 'get-roots-list'])
    expect(names).not.toContain(`every__${tool}`);
  await client.callTool({ name: 'every__echo', arguments: { message: 'hello' } });
  expect(asked).toEqual([]);
});
