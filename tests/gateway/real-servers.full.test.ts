// Real servers of MCP behind the gateway, driven by the official SDK: nothing of ours at the other
// end.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  accept,
  connect,
  decline,
  draftOf,
  edited,
  openRoom,
  textOf,
} from '../fakes/gateway-room.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const serverOf = (name: string): string =>
  join(projectRoot, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** Declares one tool of a draft as a read that sends nothing. */
function asRead(draft: string, tool: string): string {
  const at = draft.indexOf(`tools."${tool}"]`);
  if (at < 0) throw new Error(`the draft has no ${tool}`);
  const rest = draft.slice(at).replace('"write"\negress = true', '"read"\negress = false');
  return draft.slice(0, at) + rest;
}

async function files() {
  const folder = join(scratchFolder(), 'files');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.txt'), 'CANARY-4711');
  const draft = await draftOf('files', [serverOf('filesystem'), folder]);
  return { folder, draft, path: (name: string) => join(folder, name) };
}

describe('the filesystem server', () => {
  test('does nothing that its user did not allow, as it is drafted', async () => {
    const { draft, path } = await files();
    expect(draft).not.toContain('Left out');
    const gateway = await openRoom(edited(draft, {}));
    const { client, call, asked } = await connect(gateway, decline);
    expect((await client.listTools()).tools).toHaveLength(14);
    expect((await call('files__read_text_file', { path: path('a.txt') })).isError).toBe(true);
    const write = { path: path('b.txt'), content: 'x' };
    expect((await call('files__write_file', write)).isError).toBe(true);
    expect(asked).toHaveLength(2);
    expect(() => readFileSync(path('b.txt'))).toThrow();
    const other = await connect(gateway, accept);
    expect((await other.call('files__write_file', write)).isError).toBeUndefined();
    expect(readFileSync(path('b.txt'), 'utf8')).toBe('x');
  });

  test('is read without a question where the settings say so, and nothing more', async () => {
    const { draft, path } = await files();
    const edits = { 'untrusted = "ask"': 'untrusted = "deny"' };
    const gateway = await openRoom(edited(asRead(draft, 'read_text_file'), edits));
    const { call, asked } = await connect(gateway, accept);
    const told = await call('files__read_text_file', { path: path('a.txt') });
    expect([textOf(told), told.structuredContent]).toEqual([
      'CANARY-4711',
      { content: 'CANARY-4711' },
    ]);
    const write = { path: path('b.txt'), content: 'x' };
    expect(textOf(await call('files__write_file', write))).toContain('critical_untrusted');
    expect(asked).toEqual([]);
  });

  test('says by itself what lies outside its folder, and the guard says it first', async () => {
    const { draft } = await files();
    const gateway = await openRoom(edited(asRead(draft, 'read_text_file'), {}));
    const { call } = await connect(gateway, accept);
    const outside = await call('files__read_text_file', { path: '/tmp' });
    expect([outside.isError, textOf(outside)]).toEqual([
      true,
      expect.stringContaining('Access denied'),
    ]);
    const secret = await call('files__read_text_file', { path: '/etc/shadow' });
    expect(textOf(secret)).toContain('guard_forbidden_path');
  });

  test('copies a file by handle, and the client is told none of it', async () => {
    const { draft, path } = await files();
    const edits = {
      'elicitation = true': 'elicitation = false\nresults = "handles"',
      'untrusted = "ask"': 'trust_client_until_tainted = true',
    };
    const own = asRead(draft, 'read_text_file').replace(
      /(tools\."write_file"\][^[]*?)egress = true/,
      '$1egress = true\nsink = "own"\nargs."/content" = { role = "content" }',
    );
    const readable = own.replace(
      /(tools\."read_text_file"\][^[]*?)egress = false/,
      '$1egress = false\nreaders = ["user"]',
    );
    const gateway = await openRoom(edited(readable, edits));
    const { call } = await connect(gateway);
    const read = await call('files__read_text_file', { path: path('a.txt') });
    const content = { $value: 'v1', path: 'content.0.text' };
    const written = await call('files__write_file', { path: path('b.txt'), content });
    expect(textOf(written)).toContain('done: ');
    expect(readFileSync(path('b.txt'), 'utf8')).toBe('CANARY-4711');
    expect(JSON.stringify([read, written])).not.toContain('CANARY');
  });
});

test('the memory server keeps what it was allowed to', async () => {
  const file = join(scratchFolder(), 'memory.jsonl');
  const draft = await draftOf('memory', [serverOf('memory')]);
  const gateway = await openRoom(
    edited(draft, { 'command = ': 'env = ["MEMORY_FILE_PATH"]\ncommand = ' }),
  );
  const before = process.env['MEMORY_FILE_PATH'];
  process.env['MEMORY_FILE_PATH'] = file;
  try {
    const { call, asked } = await connect(gateway, accept);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
    expect((await call('memory__create_entities', { entities })).isError).toBeUndefined();
    const graph = await call('memory__read_graph', {});
    expect(graph.structuredContent).toMatchObject({ entities });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('likes tea');
  } finally {
    if (before === undefined) delete process.env['MEMORY_FILE_PATH'];
    else process.env['MEMORY_FILE_PATH'] = before;
  }
});

test('the everything server is offered whole, with its structured and its other content', async () => {
  const draft = await draftOf('every', [serverOf('everything')]);
  expect(draft).not.toContain('Left out');
  const gateway = await openRoom(edited(draft, {}));
  const { client, call } = await connect(gateway, accept);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('every__echo');
  expect(textOf(await call('every__echo', { message: 'hello' }))).toContain('hello');
  const sum = await call('every__get-sum', { a: 2, b: 3 });
  expect(textOf(sum)).toContain('5');
  const image = await call('every__get-tiny-image', {});
  expect(image.content.some(({ type }) => type === 'image')).toBe(true);
  const weather = await call('every__get-structured-content', { location: 'New York' });
  expect(weather.structuredContent).toMatchObject({ temperature: expect.any(Number) });
});
