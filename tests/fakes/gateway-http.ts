/** The gateway's HTTP face over a server of the tests, and requests to it written by hand. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import {
  type ClientsHttp,
  type Gateway,
  type GatewayHttp,
  newToken,
  openGateways,
  parseGateways,
  serveClients,
  serveHttp,
  tokenDigest,
} from '../../hosts/gateway/index.js';
import { projectRoot } from '../project.js';
import { draftOdd, edited, type OddServer, openRoom } from './gateway-room.js';

type Headers = Readonly<Record<string, string>>;

/** The request that begins a session, of a client that can ask its user. */
export const initialize = Object.freeze({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'raw', version: '1' },
  },
});

/** A call of the one tool that the server of the tests has. */
export function readNote(id: unknown, path = 'a'): object {
  const params = { name: 'odd__read_note', arguments: { path } };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

/** Requests with one token. */
export interface Caller {
  readonly post: (body: object | string, headers?: Headers) => Promise<Response>;
  /** Begins a session; the answer is its id. */
  readonly begin: () => Promise<string>;
  /** Connects a client of the official SDK. */
  readonly connect: () => Promise<Client>;
}

export interface Face extends Caller {
  readonly http: GatewayHttp;
}

/** Opens a gateway over a server and serves it; both are closed with the test. */
export async function serveFace(
  server: OddServer,
  edits: Readonly<Record<string, string>>,
): Promise<Face> {
  const gateway = await openRoom(edited(await draftOdd(server), edits));
  const http = await serveHttp(gateway);
  onTestFinished(() => http.close());
  return { http, ...callerOf(http.url, http.token) };
}

/** Clients of a file, by their names, each with a token of its own. */
export interface NamedFaces {
  readonly http: ClientsHttp;
  readonly callers: Readonly<Record<string, Caller>>;
  readonly gateways: Readonly<Record<string, Gateway>>;
}

/** Serves a client for each name, which has these further lines in the settings. */
export async function serveNamed(
  server: OddServer,
  edits: Readonly<Record<string, string>>,
  named: Readonly<Record<string, string>>,
): Promise<NamedFaces> {
  const names = Object.keys(named);
  const tokens = names.map(() => newToken());
  const tables = names.map((name, i) => {
    const digest = tokenDigest(tokens[i] ?? '');
    const whose = `principal = "user:${name}@example.com"\ntoken_sha256 = "${digest}"`;
    return `[clients.${name}]\n${whose}\n${named[name]}\n`;
  });
  const principal = '[principal]\nid = "user:alice@example.com"\n';
  const text = edited(await draftOdd(server), { ...edits, [principal]: tables.join('\n') });
  const gateways = await openGateways(parseGateways(text, join(projectRoot, 'sluice.toml')));
  const http = await serveClients(gateways);
  onTestFinished(async () => {
    await http.close();
    for (const gateway of gateways) await gateway.close();
  });
  return {
    http,
    callers: Object.fromEntries(
      names.map((name, i) => [name, callerOf(http.url, tokens[i] ?? '')]),
    ),
    gateways: Object.fromEntries(
      gateways.map((gateway) => [gateway.settings.client?.name ?? '', gateway]),
    ),
  };
}

/** Requests with a token, good or not. */
export function callerOf(url: string, token: string): Caller {
  const authorization = `Bearer ${token}`;
  const post: Caller['post'] = (body, headers = {}) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const begin = async (): Promise<string> => {
    const response = await post(initialize);
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'tests', version: '1' });
    const requestInit = { headers: { authorization } };
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    onTestFinished(() => client.close());
    return client;
  };
  return { post, begin, connect };
}
