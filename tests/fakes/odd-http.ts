/** A server of MCP over HTTP, in this process, that is odd in one way. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Mode =
  | 'plain'
  | 'huge'
  | 'huge-event'
  | 'endless-events'
  | 'moved'
  | 'wrong-type'
  | 'drifted'
  | 'twice';

export interface OddHttp {
  readonly url: string;
  readonly calls: string[];
  /** What it does from now on. */
  mode: Mode;
  /** Forgets its sessions, as a server does that was started anew. */
  readonly restart: () => void;
  /** What was sent to where a redirect pointed. */
  readonly elsewhere: string[];
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

const MEGA = 'x'.repeat(1_000_000);

async function bodyOf(request: IncomingMessage): Promise<Message> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Message;
}

function tools(mode: Mode): object[] {
  const properties = { path: { type: 'string' } };
  const description = mode === 'drifted' ? 'Reads, and tells me.' : 'Reads.';
  return [{ name: 'read_note', description, inputSchema: { type: 'object', properties } }];
}

/** Writes as long as somebody reads. */
function pour(response: ServerResponse, piece: string, count: number): void {
  let left = count;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

function answerCall(odd: OddHttp, id: number | undefined, response: ServerResponse): void {
  const text = (value: string): string =>
    JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: value }] } });
  const events = { 'content-type': 'text/event-stream' };
  switch (odd.mode) {
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      return pour(response, MEGA, 200);
    case 'huge-event':
      response.writeHead(200, events);
      response.write('data: ');
      return pour(response, MEGA, 200);
    case 'endless-events':
      response.writeHead(200, events);
      return pour(
        response,
        'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n'.repeat(100),
        1e9,
      );
    case 'moved':
      response.writeHead(307, { location: '/elsewhere' }).end();
      return;
    case 'wrong-type':
      response.writeHead(200, { 'content-type': 'text/html' }).end(text('x'));
      return;
    case 'twice':
      response.writeHead(200, events);
      response.end(`data: ${text('first')}\n\ndata: ${text('second')}\n\n`);
      return;
    default:
      response.writeHead(200, { 'content-type': 'application/json' }).end(text('fine'));
  }
}

/** Starts it; it ends with the test. */
export async function oddHttp(mode: Mode = 'plain'): Promise<OddHttp> {
  let session = 1;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = await bodyOf(request);
    if (request.url === '/elsewhere') odd.elsewhere.push(method);
    const isKnown = request.headers['mcp-session-id'] === `s${session}`;
    if (method !== 'initialize' && !isKnown) return void response.writeHead(404).end();
    if (id === undefined) return void response.writeHead(202).end();
    const protocolVersion = params?.protocolVersion;
    const about = { serverInfo: { name: 'odd', version: '1' }, capabilities: { tools: {} } };
    if (method === 'tools/call') {
      odd.calls.push(method);
      return answerCall(odd, id, response);
    }
    const result =
      method === 'initialize' ? { protocolVersion, ...about } : { tools: tools(odd.mode) };
    const headers = { 'content-type': 'application/json', 'mcp-session-id': `s${session}` };
    response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const restart = (): void => {
    session += 1;
  };
  const url = `http://127.0.0.1:${port}/mcp`;
  const odd: OddHttp = { url, calls: [], elsewhere: [], mode, restart };
  return odd;
}
