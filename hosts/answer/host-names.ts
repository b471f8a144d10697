/**
 * Breaks names of hosts that stand alone, since many programs turn `example.com` into a link. The
 * list of top-level domains is that of the package `tlds`. Plain mail addresses stay: a click on
 * one sends nothing. Pure, linear.
 */
import { createRequire } from 'node:module';

const topLevel: ReadonlySet<string> = new Set(
  createRequire(import.meta.url)('tlds') as readonly string[],
);

/** What stands between spaces: linkifiers take almost any character before a dot for a name. */
const CHUNK = /\S+/g;
const INNER_AT = /(?<=\S)@/g;
const LABEL = /(?<=[^.\s])\.([^.\s]+)/g;
/** A domain ends where its letters do: more may follow without a space. */
const FIRST_LETTERS = /^(?:[a-z]+|[\p{L}\p{M}]+)/u;
/** A path, a query, a fragment or a port turns any dotted name into an address. */
const WORD_GOES_ON = /^[\p{L}\p{M}]{2}[^/?#:\\]*(?:\/|[?#:\\].)/u;
const NUMBERS_GO_ON = /(?<!\d)\d+\.\d+\.\d+\.\d+[/?#:\\]/;
const MAIL_ADDRESS =
  /^[("'<[{*`|:;,]*([\p{L}\p{M}\p{N}_.+-]+)@([\p{L}\p{M}\p{N}.-]+)[)"'>\]}*`|:;,!?]*$/u;

function mayEndHost(label: string): boolean {
  const lower = label.toLowerCase();
  if (lower.startsWith('xn--') || WORD_GOES_ON.test(lower)) return true;
  return topLevel.has(FIRST_LETTERS.exec(lower)?.[0] ?? '');
}

function mayHoldHost(chunk: string): boolean {
  if (NUMBERS_GO_ON.test(chunk)) return true;
  for (const [, label = ''] of chunk.matchAll(LABEL)) if (mayEndHost(label)) return true;
  return false;
}

/** A linkifier takes `evil.com@x` for a host and `kim.li@example.com` for an address. */
function isPlainAddress(chunk: string): boolean {
  const [, local = '', domain = ''] = MAIL_ADDRESS.exec(chunk) ?? [];
  if (domain === '') return false;
  const end = domain.replace(/\.$/, '');
  return topLevel.has(end.slice(end.lastIndexOf('.') + 1).toLowerCase()) || !mayHoldHost(local);
}

function breakChunk(chunk: string): string {
  if (isPlainAddress(chunk)) return chunk;
  const apart = chunk.replace(INNER_AT, ' @');
  return mayHoldHost(chunk) ? apart.replace(LABEL, ' .$1') : apart;
}

/** Puts a space into every name that could be a host and every `@` that is no plain address. */
export function breakNames(text: string): string {
  return text.replace(CHUNK, (chunk) => (/[.@]/.test(chunk) ? breakChunk(chunk) : chunk));
}
