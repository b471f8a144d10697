/**
 * Digests: SHA-256 over the canonical text of a snapshot, and the HMAC under which the audit
 * records them. The one file that touches `node:crypto` and fast-json-stable-stringify. Upholds
 * INV-H5.
 */
import * as crypto from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import type { Json } from '../../schemas/index.js';
import { hasOwn, listPrototype, objectPrototype, stringify } from '../primordials.js';

const { createHash, hash } = crypto;
const BLOCK = 64;
const KEY = /^[0-9a-f]{64}$/;
const scalarPrototypes: readonly object[] = [String.prototype, Number.prototype, Boolean.prototype];

/** Hashes text (UTF-8) or bytes; returns 64 lower-case hex characters. */
export const sha256: (data: string | Uint8Array) => string =
  hash === undefined
    ? (data) => createHash('sha256').update(data).digest('hex')
    : (data) => hash('sha256', data, 'hex');

const sha256Bytes: (data: string) => Uint8Array =
  hash === undefined
    ? (data) => createHash('sha256').update(data).digest()
    : (data) => hash('sha256', data, 'buffer');

/** A digest could not be taken without running code of a patched prototype. */
export class DigestRefused extends Error {
  override readonly name = 'DigestRefused';
  readonly code = 'digest_refused';
}

/** Refuses to serialise while a `toJSON` on a built-in prototype could change what is hashed. */
export function assertPlainPrototypes(): void {
  // INV-H5: a patched toJSON would make the digest speak of other bytes than the ones that run.
  if (hasOwn(objectPrototype, 'toJSON') || hasOwn(listPrototype, 'toJSON'))
    throw new DigestRefused('toJSON');
  for (const prototype of scalarPrototypes)
    if (hasOwn(prototype, 'toJSON')) throw new DigestRefused('toJSON');
}

/**
 * Serialises a snapshot with sorted keys.
 * @throws DigestRefused `digest_refused` while a built-in prototype has a `toJSON`
 */
export function canonicalText(value: Json): string {
  assertPlainPrototypes();
  return stableStringify(value);
}

const OUTSIDE_ASCII = /[^\x20-\x7e]/g;
const HAS_OUTSIDE = /[^\x20-\x7e]/;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Serialises data as JSON of printable ASCII only; the rest is escaped. */
export function asciiJson(value: unknown): string {
  const text = stringify(value);
  // INV-T34: no reader and no terminal takes a part of a record for a line or an order.
  return HAS_OUTSIDE.test(text) ? text.replace(OUTSIDE_ASCII, escapeUnit) : text;
}

/**
 * Serialises plain data in the key order that it was built in, as printable ASCII.
 * @throws DigestRefused `digest_refused` while a built-in prototype has a `toJSON`
 */
export function recordText(value: object): string {
  assertPlainPrototypes();
  return asciiJson(value);
}

/**
 * Serialises plain data in the key order that it was built in, as it stands: for much content, of
 * which every character outside ASCII would become six.
 * @throws DigestRefused `digest_refused` while a built-in prototype has a `toJSON`; RangeError for
 * more than a text can hold
 */
export function contentText(value: object): string {
  assertPlainPrototypes();
  return stringify(value);
}

/** The SHA-256 of a snapshot's canonical text. @throws DigestRefused `digest_refused` */
export function digestOf(value: Json): string {
  return sha256(canonicalText(value));
}

/**
 * Computes HMAC-SHA-256 (RFC 2104) under a key of 64 hex characters, which is one block of ASCII.
 */
export function makeHmac(key: string): (text: string) => string {
  if (!KEY.test(key)) throw new DigestRefused('malformed key');
  let inner = '';
  const outer = new Uint8Array(BLOCK + 32);
  for (let i = 0; i < BLOCK; i += 1) {
    inner += String.fromCharCode(key.charCodeAt(i) ^ 0x36);
    outer[i] = key.charCodeAt(i) ^ 0x5c;
  }
  return (text) => {
    outer.set(sha256Bytes(inner + text), BLOCK);
    return sha256(outer);
  };
}
