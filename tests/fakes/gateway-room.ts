/** A gateway over servers of the tests, and clients of it by the official SDK. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { serveClient } from '../../hosts/gateway/client-server.js';
import {
  draftSettings,
  type Gateway,
  openGateway,
  parseGateway,
} from '../../hosts/gateway/index.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const ODD = join(projectRoot, 'tests/gateway/fixtures/odd-server.mjs');

/** How the server of the tests is started in one of its ways, noting in a file what it is asked. */
export interface OddServer {
  readonly mode: string;
  readonly log: string;
  /** The names and arguments of the calls that reached it. */
  readonly calls: () => readonly { readonly name: string; readonly arguments: unknown }[];
  /** Everything that it was sent. */
  readonly heard: () => readonly Record<string, unknown>[];
}

/** A server that is odd in one way. */
export function oddServer(mode: string): OddServer {
  const log = join(scratchFolder(), 'asked.jsonl');
  const heard = (): readonly Record<string, unknown>[] => {
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const calls = () =>
    heard()
      .filter(({ method }) => method === 'tools/call')
      .map(({ params }) => params as { name: string; arguments: unknown });
  return { mode, log, heard, calls };
}

/** Drafts settings of a server as it stands now. */
export function draftOf(
  name: string,
  args: readonly string[],
  command: string = process.execPath,
): Promise<string> {
  const reach = { command, args, env: [], cwd: projectRoot };
  const server = { name, reach, timeoutMs: 60_000, resultBytes: 1_048_576, tools: {} };
  return draftSettings({ principal: 'user:alice@example.com', server });
}

/** The same of a server of the tests, which is called `odd` unless told. */
export function draftOdd({ mode, log }: OddServer, name = 'odd'): Promise<string> {
  return draftOf(name, [ODD, mode, log]);
}

/** What a draft says by default is changed; each change must meet something. */
export function edited(draft: string, edits: Readonly<Record<string, string>>): string {
  let text = draft.replace('audit = "gateway-audit.jsonl"\n', '');
  for (const [from, to] of Object.entries(edits)) {
    if (!text.includes(from)) throw new Error(`the draft has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Declares every tool of a draft as one that reads and sends nothing. */
export const asReads = { 'effect = "write"\negress = true': 'effect = "read"\negress = false' };

/** Opens a gateway by a text of settings; it is closed with the test. */
export async function openRoom(text: string): Promise<Gateway> {
  const gateway = await openGateway(parseGateway(text, join(projectRoot, 'sluice.toml')));
  onTestFinished(() => gateway.close());
  return gateway;
}

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };

export const accept: Answer = { action: 'accept', content: { allow: true } };
export const decline: Answer = { action: 'decline' };

export interface RoomClient {
  readonly client: Client;
  /** What it was asked by elicitation. */
  readonly asked: string[];
  readonly call: (
    name: string,
    args?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<CallToolResult>;
}

/** Connects a client; without an answer it has no elicitation. */
export async function connect(
  gateway: Gateway,
  answer?: Answer | ((message: string) => Answer | Promise<Answer>),
): Promise<RoomClient> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const capabilities = answer === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'tests', version: '1' }, { capabilities });
  const asked: string[] = [];
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message);
      return typeof answer === 'function' ? answer(params.message) : answer;
    });
  }
  void serveClient(gateway, far);
  await client.connect(near);
  onTestFinished(() => client.close());
  return {
    client,
    asked,
    call: async (name, args = { path: 'a' }, signal) => {
      const params = { name, arguments: args };
      const options = signal === undefined ? {} : { signal };
      return (await client.callTool(params, undefined, options)) as CallToolResult;
    },
  };
}

/** The texts of a result, one after another. */
export function textOf({ content }: CallToolResult): string {
  return content.map((one) => ('text' in one ? one.text : `[${one.type}]`)).join('\n');
}
