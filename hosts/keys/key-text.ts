/**
 * The text of a key file: one JSON object that says what the key is for, and the key itself in
 * PKCS8 or SPKI (DER, base64). Strict: another key, or a key that does not fit its digest, is none.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { type KeyPurpose, keyPurposes } from './key-purpose.js';

const NAME = /^[\w.@:+-]{1,128}$/;
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);
const common = {
  v: z.literal(1),
  purpose: z.enum(keyPurposes),
  name: z.string().regex(NAME).nullable(),
  /** SHA-256 of the public key (DER). */
  key: z.string().regex(/^[0-9a-f]{64}$/),
};
const privateSchema = z.strictObject({
  kind: z.literal('sluice-private-key'),
  ...common,
  pkcs8: base64,
});
const publicSchema = z.strictObject({
  kind: z.literal('sluice-public-key'),
  ...common,
  spki: base64,
});

/** A key as its file holds it. */
export interface StoredKey {
  readonly purpose: KeyPurpose;
  /** Whose it is, as whoever made it said; null if nobody did. */
  readonly name: string | null;
  /** SHA-256 of the public key (DER), in hex. */
  readonly key: string;
  readonly object: KeyObject;
}

/** Asks whether a text can name whose a key is. */
export function isKeyName(text: string): boolean {
  return NAME.test(text);
}

/** SHA-256 of a public key (DER), in hex. */
export function keyDigest(publicKey: KeyObject): string {
  return createHash('sha256').update(spkiOf(publicKey)).digest('hex');
}

/** Writes the text of a private key file. */
export function privateKeyText(stored: StoredKey): string {
  const { purpose, name, key, object } = stored;
  const pkcs8 = object.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return `${JSON.stringify({ kind: 'sluice-private-key', v: 1, purpose, name, key, pkcs8 }, null, 2)}\n`;
}

/** Writes the text of a public key file. */
export function publicKeyText({ purpose, name, key, object }: StoredKey): string {
  const spki = spkiOf(object).toString('base64');
  return `${JSON.stringify({ kind: 'sluice-public-key', v: 1, purpose, name, key, spki }, null, 2)}\n`;
}

/** Reads the text of a private key file. @throws HostError `key_malformed` */
export function parsePrivateKey(text: string, path: string): StoredKey {
  return parsed(path, 'private', () => {
    const { purpose, name, key, pkcs8 } = privateSchema.parse(parseStrictJson(text));
    const object = createPrivateKey({ key: bytesOf(pkcs8), format: 'der', type: 'pkcs8' });
    return { purpose, name, key, object };
  });
}

/** Reads the text of a public key file. @throws HostError `key_malformed` */
export function parsePublicKey(text: string, path: string): StoredKey {
  return parsed(path, 'public', () => {
    const { purpose, name, key, spki } = publicSchema.parse(parseStrictJson(text));
    const object = createPublicKey({ key: bytesOf(spki), format: 'der', type: 'spki' });
    return { purpose, name, key, object };
  });
}

function spkiOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function parsed(path: string, half: 'private' | 'public', read: () => StoredKey): StoredKey {
  const stored = genuineOrNull(read);
  if (stored !== null) return Object.freeze(stored);
  throw new HostError('key_malformed', `\`${path}\` holds no ${half} key`);
}

/** What is wrong with a text may quote a key: only that it is none is told. */
function genuineOrNull(read: () => StoredKey): StoredKey | null {
  try {
    const stored = read();
    const { object } = stored;
    const publicKey = object.type === 'public' ? object : createPublicKey(object);
    const isOwn = object.asymmetricKeyType === 'ed25519' && keyDigest(publicKey) === stored.key;
    return isOwn ? stored : null;
  } catch {
    return null;
  }
}
