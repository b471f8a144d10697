/**
 * Clients over streamable HTTP on this machine's loopback address, each with a session of its own.
 * Whoever knows a token is the principal that it stands for; without one nothing is served.
 */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { sameOrigin } from '../approvals/http-guard.js';
import { HostError } from '../errors.js';
import { LOOPBACK, serveLoopback } from '../node/loopback-server.js';
import { serveClient } from './client-server.js';
import { bearerAmong, isToken, newToken, tokenDigest } from './client-tokens.js';
import type { Gateway } from './gateway.js';
import { failure, MAX_MESSAGE, readMessage } from './strict-message.js';

const MAX_SESSIONS = 256;
const IDLE_MS = 3_600_000;

/** Where clients are served. */
export interface ClientsHttp {
  /** Where clients connect: `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface GatewayHttp extends ClientsHttp {
  /** What a client sends as `Authorization: Bearer …`. */
  readonly token: string;
}

/** Behind a token: a gateway of its own. */
interface Door {
  readonly tokenDigest: string;
  readonly sessions: Sessions;
}

interface Held {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  idle: NodeJS.Timeout;
}

/** The sessions behind one token. */
class Sessions {
  readonly #gateway: Gateway;
  readonly #held = new Map<string, Held>();
  #opening = 0;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    // INV-X15: a session of another token is as unknown as one that there never was.
    const held = id === null ? undefined : this.#held.get(id);
    if (id !== null && held === undefined) return answer(404, 'no such session: begin a new one');
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    if (body instanceof Response) return body;
    if (held !== undefined) {
      held.idle.refresh();
      return held.transport.handleRequest(request, { parsedBody: body });
    }
    if (this.#held.size + this.#opening >= MAX_SESSIONS) return answer(503, 'too many sessions');
    return this.#begin(request, body);
  }

  async #begin(request: Request, body: unknown): Promise<Response> {
    const transport: WebStandardStreamableHTTPServerTransport =
      new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => this.#keep(id, transport),
        onsessionclosed: (id) => this.#forget(id),
      });
    this.#opening += 1;
    try {
      void serveClient(this.#gateway, transport);
      const response = await transport.handleRequest(request, { parsedBody: body });
      // What did not begin a session has none to come back to.
      if (transport.sessionId === undefined) await transport.close();
      return response;
    } finally {
      this.#opening -= 1;
    }
  }

  #keep(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    const idle = setTimeout(() => void transport.close().then(() => this.#forget(id)), IDLE_MS);
    idle.unref();
    this.#held.set(id, { transport, idle });
  }

  #forget(id: string): void {
    clearTimeout(this.#held.get(id)?.idle);
    this.#held.delete(id);
  }

  async close(): Promise<void> {
    for (const [id, { transport }] of this.#held) {
      this.#forget(id);
      await transport.close();
    }
  }
}

/**
 * Serves the clients of one principal until it is closed.
 * @throws HostError `config_malformed` for a token that could be guessed, `face_unavailable` if it
 * cannot listen
 */
export async function serveHttp(
  gateway: Gateway,
  { port = 0, token = newToken() }: { port?: number; token?: string } = {},
): Promise<GatewayHttp> {
  if (!isToken(token))
    throw new HostError('config_malformed', '`token` takes 32 letters, digits, `_` or `-` or more');
  const doors = [{ tokenDigest: tokenDigest(token), sessions: new Sessions(gateway) }];
  return Object.freeze({ ...(await serveDoors(doors, port)), token });
}

/**
 * Serves the clients of a file, each by its token with a gateway of its own, until it is closed.
 * @throws HostError `config_malformed` for the gateway of no client, `face_unavailable` if it
 * cannot listen
 */
export async function serveClients(
  gateways: readonly Gateway[],
  { port = 0 }: { port?: number } = {},
): Promise<ClientsHttp> {
  const doors = gateways.map((gateway) => {
    const { client } = gateway.settings;
    if (client === null)
      throw new HostError('config_malformed', 'a gateway of no client: use `serveHttp`');
    return { tokenDigest: client.tokenDigest, sessions: new Sessions(gateway) };
  });
  return Object.freeze(await serveDoors(doors, port));
}

async function serveDoors(doors: readonly Door[], port: number): Promise<ClientsHttp> {
  const { Hono } = await import('hono');
  const { bodyLimit } = await import('hono/body-limit');
  let own = 0;
  const app = new Hono<{ Variables: { door: Door } }>();
  app.use(
    '*',
    sameOrigin(() => own),
  );
  app.use('*', async (context, next) => {
    const door = bearerAmong(context.req.header('authorization'), doors);
    if (door === null) return answer(401, 'send your token: `Authorization: Bearer …`');
    context.set('door', door);
    return next();
  });
  const limit = bodyLimit({ maxSize: MAX_MESSAGE, onError: () => answer(413, 'send less text') });
  app.post('/mcp', limit, (context) => context.get('door').sessions.handle(context.req.raw));
  app.all('/mcp', (context) => context.get('door').sessions.handle(context.req.raw));
  app.onError(() => answer(500, 'the request could not be served'));
  const server = await serveLoopback(app.fetch, port);
  own = server.port;
  const close = async (): Promise<void> => {
    for (const { sessions } of doors) await sessions.close();
    await server.close();
  };
  return { url: `http://${LOOPBACK}:${own}/mcp`, port: own, close };
}

/** The one message of a request, read strictly. */
async function bodyOf(request: Request): Promise<unknown> {
  const { message, error } = readMessage(await request.text());
  return message ?? Response.json(error, { status: 400 });
}

function answer(status: number, message: string): Response {
  return Response.json(failure(-32000, message), { status });
}
