/**
 * Key files: an Ed25519 private key in a file that only its owner reads, its public half in
 * `FILE.pub`, and the one use of both written inside. Upholds INV-T31. Whoever can read the private
 * file can sign; Sluice asks for no passphrase.
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { Signer, Verifier } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import {
  isOpenToOthers,
  openOwnedFile,
  pathInOwnedFolder,
  syncFolderOf,
} from '../stores/owned-file.js';
import { unreadable } from '../unreadable.js';
import { isKeyPurpose, type KeyPurpose, keyPurposes, purposeText } from './key-purpose.js';
import {
  isKeyName,
  keyDigest,
  parsePrivateKey,
  parsePublicKey,
  privateKeyText,
  publicKeyText,
  type StoredKey,
} from './key-text.js';

/** A pair that was made: where it is, and the digest by which its signatures name it. */
export interface MadeKey {
  readonly file: string;
  readonly publicFile: string;
  readonly purpose: KeyPurpose;
  readonly name: string | null;
  readonly key: string;
}

/** Signs with a key file, and says whose it is. */
export interface KeySigner extends Signer {
  readonly purpose: KeyPurpose;
  readonly name: string | null;
}

/** Verifies with a public key file, and says whose it is. */
export interface KeyVerifier extends Verifier {
  readonly purpose: KeyPurpose;
  readonly name: string | null;
}

/** Longer files are no keys. */
const MAX_BYTES = 4096;

/**
 * Makes a pair: the private key in a file of mode 0600, the public one beside it in `<path>.pub`.
 * @throws HostError `key_exists`, `key_exposed`, `usage_malformed`
 */
export function makeKeyFile(
  path: string,
  purpose: KeyPurpose,
  name: string | null = null,
): MadeKey {
  if (!isKeyPurpose(purpose))
    throw new HostError('usage_malformed', `a key is for one of ${keyPurposes.join(', ')}`);
  if (name !== null && !isKeyName(name))
    throw new HostError('usage_malformed', 'a name has 1 to 128 letters, digits or `_.@:+-`');
  const file = exposed(() => pathInOwnedFolder(path));
  const publicFile = `${file}.pub`;
  const pair = generateKeyPairSync('ed25519');
  const key = keyDigest(pair.publicKey);
  const common = { purpose, name, key };
  writeNew(publicFile, 0o644, publicKeyText({ ...common, object: pair.publicKey }));
  try {
    writeNew(file, 0o600, privateKeyText({ ...common, object: pair.privateKey }));
  } catch (error) {
    rmSync(publicFile, { force: true });
    throw error;
  }
  exposed(() => syncFolderOf(file));
  return Object.freeze({ file, publicFile, ...common });
}

/**
 * Opens a private key for one use.
 * @throws HostError `input_unreadable`, `key_exposed`, `key_malformed`, `key_purpose`
 */
export function signerOf(path: string, purpose: KeyPurpose): KeySigner {
  const stored = parsePrivateKey(privateText(path), path);
  assertPurpose(stored, purpose, path);
  const { name, key, object } = stored;
  return Object.freeze({
    key,
    name,
    purpose,
    sign: (text: string) =>
      sign(null, Buffer.from(purposeText(purpose, text)), object).toString('base64'),
  });
}

/**
 * Opens a public key for one use.
 * @throws HostError `input_unreadable`, `key_malformed`, `key_purpose`
 */
export function verifierOf(path: string, purpose: KeyPurpose): KeyVerifier {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch (cause) {
    throw unreadable(path, cause);
  }
  return verifierOfText(text.slice(0, MAX_BYTES), path, purpose);
}

/**
 * Reads a public key, for one use, out of the text of its file.
 * @throws HostError `key_malformed`, `key_purpose`
 */
export function verifierOfText(text: string, path: string, purpose: KeyPurpose): KeyVerifier {
  const stored = parsePublicKey(text, path);
  assertPurpose(stored, purpose, path);
  const { name, key, object } = stored;
  return Object.freeze({
    key,
    name,
    purpose,
    verify: (text: string, signature: string) =>
      verify(
        null,
        Buffer.from(purposeText(purpose, text)),
        object,
        Buffer.from(signature, 'base64'),
      ),
  });
}

function assertPurpose(stored: StoredKey, purpose: KeyPurpose, path: string): void {
  // INV-T31: a key that was made for one use is refused for every other.
  if (stored.purpose === purpose) return;
  throw new HostError(
    'key_purpose',
    `\`${path}\` is for \`${stored.purpose}\`, not for \`${purpose}\``,
  );
}

function privateText(path: string): string {
  let fd: number;
  try {
    fd = openOwnedFile(path, 'read');
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof Error && 'code' in cause && cause.code !== 'ELOOP')
      throw unreadable(path, cause);
    throw asExposed(error);
  }
  try {
    if (isOpenToOthers(fd))
      throw new HostError('key_exposed', `other users may read or write \`${path}\``);
    return readFileSync(fd, 'latin1').slice(0, MAX_BYTES);
  } finally {
    closeSync(fd);
  }
}

function writeNew(path: string, mode: number, text: string): void {
  let fd: number;
  try {
    fd = openSync(path, 'wx', mode);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    if (isThere) throw new HostError('key_exists', `\`${path}\` is there already`);
    throw unreadable(path, cause);
  }
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The places of keys are held to the same rules as those of stores; the code says which. */
function asExposed(error: unknown): unknown {
  if (!(error instanceof HostError) || error.code !== 'audit_unavailable') return error;
  return new HostError('key_exposed', error.message, { cause: error.cause });
}

function exposed<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw asExposed(error);
  }
}
