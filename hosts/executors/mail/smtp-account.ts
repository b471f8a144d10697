/**
 * The account that mail is sent from, out of the secret `smtp`: JSON, or a URL such as
 * `smtps://user:password@mail.example.com?from=me@example.com`. Nothing of it goes into a message.
 */
import * as z from 'zod/mini';
import { Refusal } from '../protocol/refusal.js';
import { isPlainAddress } from './plain-address.js';

const name = z.string().check(z.minLength(1), z.maxLength(1000));

const accountShape = z.strictObject({
  host: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9.:-]{0,252}$/)),
  port: z.optional(z.int().check(z.minimum(1), z.maximum(65_535))),
  /** `implicit`: from the first byte; `starttls`: required before anything is said; `none`. */
  tls: z.optional(z.enum(['implicit', 'starttls', 'none'])),
  user: z.optional(name),
  pass: z.optional(name),
  from: z.string().check(z.refine(isPlainAddress)),
});

export interface SmtpAccount {
  readonly host: string;
  readonly port: number;
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
}

const IMPLICIT_PORT = 465;
const SUBMISSION_PORT = 587;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads the secret; throws a `Refusal` that says what it must be, and nothing of what it is. */
export function readSmtpAccount(secret: string): SmtpAccount {
  const parsed = accountShape.safeParse(
    secret.trimStart().startsWith('{') ? fromJson(secret) : fromUrl(secret),
  );
  if (!parsed.success) throw malformed();
  const { host, user, pass, from } = parsed.data;
  if ((user === undefined) !== (pass === undefined)) throw malformed();
  const tls = parsed.data.tls ?? (parsed.data.port === IMPLICIT_PORT ? 'implicit' : 'starttls');
  const port = parsed.data.port ?? (tls === 'implicit' ? IMPLICIT_PORT : SUBMISSION_PORT);
  if (tls === 'none' && !LOOPBACK.has(host)) {
    throw new Refusal('the secret `smtp` sends in the clear; leave `tls: none` to this machine');
  }
  const login = user === undefined || pass === undefined ? null : { user, pass };
  return { host, port, tls, login, from };
}

function fromJson(secret: string): unknown {
  try {
    return JSON.parse(secret);
  } catch {
    throw malformed();
  }
}

function fromUrl(secret: string): unknown {
  const text = secret.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) throw malformed();
  const { hostname, port, username, password, searchParams } = url;
  const tls = searchParams.get('tls') ?? (url.protocol === 'smtps:' ? 'implicit' : undefined);
  const known = [...searchParams.keys()].every((key) => key === 'from' || key === 'tls');
  if (!known) throw malformed();
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      from: searchParams.get('from'),
      ...(port === '' ? {} : { port: Number(port) }),
      ...(tls === undefined ? {} : { tls }),
      ...(username === '' ? {} : { user: decodeURIComponent(username) }),
      ...(password === '' ? {} : { pass: decodeURIComponent(password) }),
    };
  } catch {
    throw malformed();
  }
}

function malformed(): Refusal {
  return new Refusal(
    'the secret `smtp` is no account; give `host`, `from` and maybe `port`, `tls`, `user`, `pass`',
  );
}
