/**
 * Who may talk to the HTTP face: a caller of this machine that knows the token. A page of another
 * origin is refused three times: by the host that it names, by its origin, and because it has no
 * token. Upholds INV-Q10.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';

/** What the face answers where it neither shows nor rules. */
export const httpRefusals = Object.freeze({
  host: { status: 403, message: 'name this face by the address that it printed' },
  origin: { status: 403, message: 'a page of another origin may not ask this face' },
  token: {
    status: 401,
    message: 'send the token that the face printed: `Authorization: Bearer …`',
  },
  not_json: { status: 415, message: 'send `Content-Type: application/json`' },
  too_long: { status: 413, message: 'send less than 64 kB' },
  no_route: { status: 404, message: 'there is /approvals and /approvals/ID' },
  unavailable: { status: 503, message: 'the approval store cannot be read or written' },
} as const);
export type HttpRefusal = keyof typeof httpRefusals;

/** The answer to a request that is not served. */
export function refusal(context: Context, code: HttpRefusal): Response {
  const { status, message } = httpRefusals[code];
  return context.json({ code, message }, status);
}

/** Refuses whatever was not sent to this face by name, or was sent by a page of another origin. */
export function sameOrigin(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    const own = ['127.0.0.1', 'localhost'].map((name) => `${name}:${port()}`);
    // INV-Q10: a name that was made to lead here (DNS rebinding) is not ours.
    if (!own.includes(host)) return refusal(context, 'host');
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`) return refusal(context, 'origin');
    const site = context.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'none' && site !== 'same-origin')
      return refusal(context, 'origin');
    return next();
  };
}

/** Refuses whoever does not send the token. */
export function bearerOf(token: string): MiddlewareHandler {
  const wanted = digestOf(token);
  return async (context, next) => {
    const given = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(context.req.header('authorization') ?? '');
    // Digests are of one length, and compared in one time.
    const isKnown = timingSafeEqual(digestOf(given?.[1] ?? ''), wanted);
    if (!isKnown) return refusal(context, 'token');
    return next();
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
