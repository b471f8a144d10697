// Servers of MCP over HTTP that mean harm, or are started anew, behind the gateway.
import { expect, test } from 'vitest';
import { draftSettings } from '../../hosts/gateway/index.js';
import {
  asReads,
  connect,
  edited,
  openRoom,
  type RoomClient,
  textOf,
} from '../fakes/gateway-room.js';
import { type OddHttp, oddHttp } from '../fakes/odd-http.js';

async function remote(
  edits: Readonly<Record<string, string>> = asReads,
): Promise<{ odd: OddHttp } & RoomClient> {
  const odd = await oddHttp();
  const reach = { url: odd.url, tokenEnv: null };
  const server = { name: 'odd', reach, timeoutMs: 60_000, resultBytes: 1_048_576, tools: {} };
  const draft = await draftSettings({ principal: 'user:alice@example.com', server });
  const gateway = await openRoom(edited(draft, edits));
  return { odd, ...(await connect(gateway)) };
}

test('a server is called, and its first answer counts', async () => {
  const { odd, call } = await remote();
  expect(textOf(await call('odd__read_note'))).toBe('fine');
  odd.mode = 'twice';
  expect(textOf(await call('odd__read_note'))).toBe('first');
  odd.mode = 'plain';
  expect(textOf(await call('odd__read_note'))).toBe('fine');
});

test.each(['huge', 'huge-event'] as const)(
  'an answer that is %s takes no such memory',
  async (mode) => {
    const { odd, call } = await remote();
    odd.mode = mode;
    const before = process.memoryUsage().rss;
    expect((await call('odd__read_note')).isError).toBe(true);
    // Server and client are one process here.
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    odd.mode = 'plain';
    expect(textOf(await call('odd__read_note'))).toBe('fine');
  },
);

test('events without end, of which none is an answer, end the call', async () => {
  const { odd, call } = await remote({ ...asReads, 'url = ': 'timeout_ms = 20000\nurl = ' });
  odd.mode = 'endless-events';
  const before = process.memoryUsage().rss;
  const told = await call('odd__read_note');
  expect([told.isError, textOf(told)]).toEqual([true, expect.stringContaining('tool_failed')]);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  odd.mode = 'plain';
  expect(textOf(await call('odd__read_note'))).toBe('fine');
});

test('an answer that points elsewhere is followed nowhere', async () => {
  const { odd, call } = await remote();
  odd.mode = 'moved';
  expect((await call('odd__read_note')).isError).toBe(true);
  expect(odd.elsewhere).toEqual([]);
});

test('an answer of another kind is none', async () => {
  const { odd, call } = await remote();
  odd.mode = 'wrong-type';
  expect((await call('odd__read_note')).isError).toBe(true);
});

test('a server that was started anew is found again', async () => {
  const { odd, call } = await remote();
  expect(textOf(await call('odd__read_note'))).toBe('fine');
  odd.restart();
  expect((await call('odd__read_note')).isError).toBe(true);
  expect(textOf(await call('odd__read_note'))).toBe('fine');
  expect(odd.calls).toHaveLength(2);
});

test('a server that was started anew with other words is not called', async () => {
  const { odd, call } = await remote();
  odd.restart();
  odd.mode = 'drifted';
  expect((await call('odd__read_note')).isError).toBe(true);
  expect(textOf(await call('odd__read_note'))).toContain('tool_unpinned');
  expect(odd.calls).toEqual([]);
});
