/** Where a remote lies, in the few forms that start no program of the repository's choice. */
import { fileURLToPath } from 'node:url';
import { quoted, Refusal } from '../protocol/refusal.js';

export type RemotePlace =
  | { readonly kind: 'https' | 'ssh'; readonly shown: string }
  | { readonly kind: 'file'; readonly shown: string; readonly path: string };

/**
 * `user@host:path`: neither a scheme nor `helper::address`, and no host that reads as an option.
 */
const SCP_LIKE =
  /^(?:[A-Za-z0-9_][\w.+-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*:(?!:|\/\/)[^\s\0-][^\0\n\r]*$/;

/** Reads the URL of a remote; throws a `Refusal` for any transport but https, ssh and a path. */
export function readRemoteUrl(text: string): RemotePlace {
  if (text.startsWith('/')) return { kind: 'file', shown: text, path: text };
  if (SCP_LIKE.test(text)) return { kind: 'ssh', shown: text };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && !/^-|^%2d/i.test(url.hostname) && !/^-|^%2d/i.test(url.username);
  if (isPlain && url.protocol === 'https:') return { kind: 'https', shown: withoutSecret(url) };
  if (isPlain && url.protocol === 'ssh:' && url.hostname !== '') {
    return { kind: 'ssh', shown: withoutSecret(url) };
  }
  if (isPlain && url.protocol === 'file:' && url.host === '') {
    return { kind: 'file', shown: text, path: fileURLToPath(url) };
  }
  throw new Refusal(
    `the remote is neither https, ssh nor a folder but ${quoted(schemeOf(text))}; change its URL`,
  );
}

/** What stands before the first colon: the rest of a URL may hold a secret. */
function schemeOf(text: string): string {
  return text.split(':', 1)[0] ?? '';
}

function withoutSecret(url: URL): string {
  const shown = new URL(url);
  shown.password = '';
  if (shown.protocol === 'https:') shown.username = '';
  return shown.href;
}
