/** The public keys whose executors a host lets in: files, or folders of them. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { KernelFault } from '../../kernel/index.js';
import type { Code } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { type KeyVerifier, verifierOfText } from '../keys/key-file.js';
import { unreadable } from '../unreadable.js';
import { assertGuardedFolder, readGuarded } from './guarded-file.js';

const MAX_KEYS = 256;
const MAX_KEY_BYTES = 4096;

/** Something that was not let in, and why. */
export interface Rejected {
  readonly path: string;
  readonly code: Code;
  readonly reason: string;
}

export interface TrustedKeys {
  readonly keys: readonly KeyVerifier[];
  readonly rejected: readonly Rejected[];
}

/** Reads keys; a file that is no public key for catalogues is left out with a reason. */
export function trustedKeys(given: readonly string[]): TrustedKeys {
  const keys: KeyVerifier[] = [];
  const rejected: Rejected[] = [];
  for (const path of given) {
    try {
      for (const file of keyFiles(resolve(path))) {
        try {
          keys.push(trustedKey(file));
        } catch (error) {
          rejected.push(rejectedAs(file, error));
        }
      }
    } catch (error) {
      rejected.push(rejectedAs(path, error));
    }
  }
  return { keys, rejected };
}

/** What was not let in, with the code and the words of an error, whatever it was. */
export function rejectedAs(path: string, error: unknown): Rejected {
  const isOwn = error instanceof HostError || error instanceof KernelFault;
  const { code, message } = isOwn ? error : unreadable(path, error);
  return Object.freeze({ path, code, reason: message });
}

function keyFiles(path: string): readonly string[] {
  const { isFolder, real } = placeOf(path);
  if (!isFolder) return [real];
  const names = readdirSync(real).filter((name) => name.endsWith('.pub'));
  if (names.length > MAX_KEYS)
    throw new HostError('config_malformed', `\`${path}\` holds more than ${MAX_KEYS} keys`);
  return names.sort().map((name) => join(real, name));
}

function placeOf(path: string): { readonly isFolder: boolean; readonly real: string } {
  try {
    const real = realpathSync(path);
    return { real, isFolder: statSync(real).isDirectory() };
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Whoever could write to it could have executors let in. */
function trustedKey(file: string): KeyVerifier {
  assertGuardedFolder(dirname(file));
  // What was looked at is what is trusted: the file is read once.
  const bytes = readGuarded(dirname(file), basename(file), MAX_KEY_BYTES);
  return verifierOfText(bytes.toString('latin1'), file, 'catalog');
}
