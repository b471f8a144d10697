/**
 * Requests for approval over HTTP on this machine's loopback address: lists, shows, rules. Whoever
 * knows the token may rule under any name (LIM-74); without it nothing is shown and nothing is
 * taken (INV-Q10).
 */
import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { HostError } from '../errors.js';
import { LOOPBACK, serveLoopback } from '../node/loopback-server.js';
import { bearerOf, refusal, sameOrigin } from './http-guard.js';
import { addRoutes, maxBody, withAnswerHeaders } from './http-routes.js';
import type { RulingDesk } from './ruling-desk.js';

const TOKEN = /^[A-Za-z0-9_-]{32,256}$/;

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
  let own = 0;
  const app = await application(desk, token, () => own);
  const server = await serveLoopback(app.fetch, port);
  own = server.port;
  return Object.freeze({ url: `http://${LOOPBACK}:${own}`, port: own, token, close: server.close });
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
