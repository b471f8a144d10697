/**
 * Tokens that say who a client is. Only their digests are kept: whoever reads the settings can be
 * nobody by it. One that could be guessed is no token, whatever its digest.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{32,256}$/;

/** A token that nobody can guess. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text is long enough for a token, of letters that go into a header. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** SHA-256 of a token, in 64 hexadecimal digits. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Whom an `Authorization` header names; null for nobody. All are looked at, each in the same time.
 */
export function bearerAmong<One extends { readonly tokenDigest: string }>(
  header: string | undefined,
  all: readonly One[],
): One | null {
  const given = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(header ?? '')?.[1] ?? '';
  const digest = Buffer.from(tokenDigest(given));
  let found: One | null = null;
  for (const one of all) if (timingSafeEqual(Buffer.from(one.tokenDigest), digest)) found = one;
  return isToken(given) ? found : null;
}
