/**
 * Requests for approval over HTTP on this machine's loopback address: lists, shows, rules. Whoever
 * knows the token may rule under any name (LIM-74); without it nothing is shown and nothing is
 * taken (INV-Q10).
 */
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import { HostError } from '../errors.js';
import { bearerOf, refusal, sameOrigin } from './http-guard.js';
import { addRoutes, maxBody, withAnswerHeaders } from './http-routes.js';
import type { RulingDesk } from './ruling-desk.js';

const LOOPBACK = '127.0.0.1';
const TOKEN = /^[A-Za-z0-9_-]{32,256}$/;
/** How long a caller may take to send a request. */
const SEND_MS = 30_000;

export interface HttpFaceOptions {
  /** Default: any port that is free. */
  readonly port?: number;
  /** At least 32 letters, digits, `_` or `-`. Default: 32 random bytes. */
  readonly token?: string;
}

export interface HttpFace {
  /** Where it listens: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** What a caller sends as `Authorization: Bearer …`. */
  readonly token: string;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/**
 * Serves the requests of a broker until it is closed.
 * @throws HostError `config_malformed` for a token that could be guessed
 * or a port that is none; `face_unavailable` if it
 * cannot listen
 */
export async function serveApprovals(
  desk: RulingDesk,
  { port = 0, token = randomBytes(32).toString('base64url') }: HttpFaceOptions = {},
): Promise<HttpFace> {
  if (typeof token !== 'string' || !TOKEN.test(token))
    throw new HostError('config_malformed', '`token` takes 32 letters, digits, `_` or `-` or more');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new HostError('config_malformed', '`port` takes a whole number from 0 to 65535');
  const { createAdaptorServer } = await import('@hono/node-server');
  let own = 0;
  const app = await application(desk, token, () => own);
  const server = createAdaptorServer({
    fetch: app.fetch,
    // The classes of the realm belong to the host.
    overrideGlobalObjects: false,
    serverOptions: { headersTimeout: SEND_MS, requestTimeout: SEND_MS },
  }) as Server;
  await listening(server, port);
  own = (server.address() as AddressInfo).port;
  return Object.freeze({
    url: `http://${LOOPBACK}:${own}`,
    port: own,
    token,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function application(desk: RulingDesk, token: string, port: () => number): Promise<Hono> {
  const { Hono } = await import('hono');
  const { bodyLimit } = await import('hono/body-limit');
  const app = new Hono();
  app.use('*', withAnswerHeaders);
  app.use('*', sameOrigin(port));
  // INV-Q10: nothing below this line is reached without the token.
  app.use('*', bearerOf(token));
  const onError = (context: Parameters<typeof refusal>[0]): Response =>
    refusal(context, 'too_long');
  addRoutes(app, desk, bodyLimit({ maxSize: maxBody, onError }));
  app.notFound((context) => refusal(context, 'no_route'));
  app.onError((_error, context) => refusal(context, 'unavailable'));
  return app;
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error): void => {
      const why = 'code' in cause ? String(cause.code) : cause.message;
      const what = `cannot listen on ${LOOPBACK}, port ${port}: ${why}`;
      reject(new HostError('face_unavailable', what, { cause }));
    };
    server.once('error', failed);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off('error', failed);
      resolve();
    });
  });
}
