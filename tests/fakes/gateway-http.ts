/** The gateway's HTTP face over a server of the tests, and requests to it written by hand. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { type GatewayHttp, serveHttp } from '../../hosts/gateway/index.js';
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

export interface Face {
  readonly http: GatewayHttp;
  readonly post: (body: object | string, headers?: Headers) => Promise<Response>;
  /** Begins a session; the answer is its id. */
  readonly begin: () => Promise<string>;
  /** Connects a client of the official SDK. */
  readonly connect: () => Promise<Client>;
}

/** Opens a gateway over a server and serves it; both are closed with the test. */
export async function serveFace(
  server: OddServer,
  edits: Readonly<Record<string, string>>,
): Promise<Face> {
  const gateway = await openRoom(edited(await draftOdd(server), edits));
  const http = await serveHttp(gateway);
  onTestFinished(() => http.close());
  const { url, token } = http;
  const authorization = `Bearer ${token}`;
  const post: Face['post'] = (body, headers = {}) =>
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
  return { http, post, begin, connect };
}
