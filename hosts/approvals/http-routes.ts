/** What the HTTP face lists, shows and takes; every answer is JSON that no cache keeps. */
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { requestLines } from '../../kernel/index.js';
import {
  isJsonObject,
  type Json,
  type RulingAnswer,
  type RulingRefusal,
  rulingRefusals,
  type Ticket,
} from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { refusal } from './http-guard.js';
import type { RulingDesk } from './ruling-desk.js';

const MAX_BODY = 65_536;
const JSON_TYPE = /^application\/json(?:; *charset=utf-8)?$/i;
const BODY_KEYS = ['digest', 'decision', 'approver', 'reason', 'signature'];

/** The status of a ruling that was not accepted. */
const statuses: Readonly<Record<RulingRefusal, 400 | 403 | 404 | 409 | 410 | 503>> = Object.freeze({
  not_found: 404,
  expired: 410,
  not_owned: 410,
  conflict: 409,
  digest_mismatch: 409,
  not_accepted: 503,
  malformed: 400,
  unsigned: 403,
});

/** Headers of every answer; what is shown is for this page alone, and stays nowhere. */
export const answerHeaders: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'no-store',
  // A connection that is kept may end just as the next ruling is sent on it.
  Connection: 'close',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** Sets the headers of every answer. */
export const withAnswerHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(answerHeaders)) context.header(name, value);
};

/** Adds the routes to an application whose guards have been added before. */
export function addRoutes(app: Hono, desk: RulingDesk, limit: MiddlewareHandler): void {
  app.get('/approvals', async (context) => {
    const tickets = await desk.list();
    return context.json({ approvals: tickets.map(shown) });
  });
  app.get('/approvals/:id', async (context) => {
    const ticket = await desk.show(context.req.param('id'));
    return ticket === null ? ruled(context, refused('not_found')) : context.json(shown(ticket));
  });
  app.post('/approvals/:id', limit, async (context) => {
    if (!JSON_TYPE.test(context.req.header('content-type') ?? ''))
      return refusal(context, 'not_json');
    const body = bodyOf(await context.req.arrayBuffer());
    if (body === null) return ruled(context, refused('malformed'));
    const ruling = { ...body, approval: context.req.param('id'), source: 'http' };
    return ruled(context, await desk.rule(ruling));
  });
}

/** The most that a body may hold, in bytes. */
export const maxBody = MAX_BODY;

/** A ticket, and what the kernel says of its request in lines that can be shown as they stand. */
function shown(ticket: Ticket): { readonly ticket: Ticket; readonly lines: readonly string[] } {
  return { ticket, lines: requestLines(ticket.request) };
}

function refused(code: RulingRefusal): RulingAnswer {
  return { accepted: false, code };
}

function ruled(context: Context, answer: RulingAnswer): Response {
  if (answer.accepted) return context.json(answer);
  const { code } = answer;
  return context.json({ ...answer, message: rulingRefusals[code] }, statuses[code]);
}

/** The fields of a ruling that a caller may say; null for anything else. */
function bodyOf(bytes: ArrayBuffer): Readonly<Record<string, Json>> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const body = parseStrictJson(text, { maxDepth: 2, maxLength: MAX_BODY });
    if (!isJsonObject(body)) return null;
    return Object.keys(body).every((key) => BODY_KEYS.includes(key)) ? body : null;
  } catch (error) {
    if (error instanceof HostError || error instanceof TypeError) return null;
    throw error;
  }
}
