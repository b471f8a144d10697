/**
 * The folder of one executor: its manifest verified before it is read, its code read once, digested
 * and kept. Upholds INV-K1, INV-K2. Trusts the keys that the host named.
 */
import { createHash } from 'node:crypto';
import { HostError } from '../errors.js';
import type { KeyVerifier } from '../keys/key-file.js';
import { assertGuardedFolder, readGuarded } from './guarded-file.js';
import { MANIFEST, type Manifest, SIGNATURE } from './manifest.js';
import { MAX_MANIFEST_BYTES, manifestText, readManifest } from './manifest-text.js';

/** Longest file of code, and all of one executor together, in bytes. */
export const MAX_CODE_BYTES = 16_777_216;
const SIGNED = /^[A-Za-z0-9+/]{86}==\n?$/;

/** An executor as it was signed: what runs is this, whatever the disk holds later. */
export interface SignedFolder {
  readonly folder: string;
  readonly manifest: Manifest;
  /** SHA-256 of the manifest, in hex. */
  readonly digest: string;
  readonly signedBy: { readonly key: string; readonly name: string | null };
  /** The bytes of `[code.files]`, by their path below the folder. */
  readonly code: ReadonlyMap<string, Buffer>;
}

/**
 * Reads the folder of an executor (behaviour T-31, T-32).
 * @throws HostError `catalogue_unkeyed`, `manifest_unsigned`, `manifest_untrusted`,
 * `manifest_malformed`, `catalogue_file_refused`, `input_unreadable`, `executor_changed`
 */
export function readSignedFolder(folder: string, keys: readonly KeyVerifier[]): SignedFolder {
  if (keys.length === 0) throw new HostError('catalogue_unkeyed', 'no public key is trusted');
  assertGuardedFolder(folder);
  const bytes = readGuarded(folder, MANIFEST, MAX_MANIFEST_BYTES);
  const text = manifestText(bytes, MANIFEST);
  const signature = signatureIn(folder);
  // INV-K2: not a byte is read as TOML before a trusted key vouches for all of them.
  const signer = keys.find((key) => key.verify(text, signature));
  if (signer === undefined)
    throw new HostError('manifest_untrusted', 'no trusted key signed these bytes of the manifest');
  const manifest = readManifest(text, MANIFEST);
  const { key, name } = signer;
  const signedBy = Object.freeze({ key, name });
  return Object.freeze({
    folder,
    manifest,
    digest: sha256(bytes),
    signedBy,
    code: readCode(folder, manifest),
  });
}

/**
 * Digests the files of an executor again.
 * @throws HostError `executor_changed` where one is not what was signed, or no longer acceptable
 */
export function assertUnchanged({ folder, manifest, digest }: SignedFolder): void {
  try {
    assertGuardedFolder(folder);
    const same = sha256(readGuarded(folder, MANIFEST, MAX_MANIFEST_BYTES)) === digest;
    if (!same) throw new HostError('executor_changed', `\`${MANIFEST}\` was changed`);
    readCode(folder, manifest);
  } catch (error) {
    if (!(error instanceof HostError) || error.code === 'executor_changed') throw error;
    throw new HostError('executor_changed', error.message, { cause: error });
  }
}

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readCode(folder: string, { code }: Manifest): ReadonlyMap<string, Buffer> {
  const read = new Map<string, Buffer>();
  let left = MAX_CODE_BYTES;
  for (const [name, digest] of Object.entries(code.files)) {
    const bytes = readGuarded(folder, name, left);
    left -= bytes.length;
    // INV-K1: file by file, so that no byte can move from one to the next (behaviour T-32).
    if (`sha256:${sha256(bytes)}` !== digest)
      throw new HostError('executor_changed', `the digest of \`${name}\` is not the signed one`);
    read.set(name, bytes);
  }
  return read;
}

function signatureIn(folder: string): string {
  let text: string;
  try {
    text = readGuarded(folder, SIGNATURE, 1024).toString('latin1');
  } catch (error) {
    if (error instanceof HostError && error.code === 'input_unreadable')
      throw new HostError('manifest_unsigned', `no signature: ${error.message}`, { cause: error });
    throw error;
  }
  if (!SIGNED.test(text))
    throw new HostError('manifest_unsigned', `\`${SIGNATURE}\` holds no signature`);
  return text.trimEnd();
}
