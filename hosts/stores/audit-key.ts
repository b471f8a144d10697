/**
 * The key of a store's digests: 64 hex characters in a file of its own beside the records, mode
 * 0600.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { HostError } from '../errors.js';
import { isOpenToOthers, openOwnedFile, syncFolderOf } from './owned-file.js';

const KEY = /^[0-9a-f]{64}\n?$/;

function readKey(path: string): string {
  const fd = openOwnedFile(path, 'read');
  try {
    if (isOpenToOthers(fd)) {
      throw new HostError(
        'audit_unavailable',
        `other users may read \`${path}\`; set its mode to 600`,
      );
    }
    const text = readFileSync(fd, 'latin1');
    if (!KEY.test(text)) throw new HostError('audit_broken', `\`${path}\` holds no key`);
    return text.slice(0, 64);
  } finally {
    closeSync(fd);
  }
}

/** Makes a key under a temporary name first: a crash never leaves half a key. */
function makeKey(path: string): string {
  const key = randomBytes(32).toString('hex');
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const fd = openOwnedFile(draft, 'create');
  try {
    try {
      writeSync(fd, `${key}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new HostError('audit_unavailable', `cannot write \`${path}\``, { cause });
  }
  syncFolderOf(path);
  return key;
}

/**
 * Reads the key at a path; makes one if there is none and `mayMake` holds. Call it under the
 * store's lock.
 * @throws HostError `audit_broken` if there is no key, or no well-formed one; `audit_unavailable`
 */
export function auditKey(path: string, mayMake: boolean): string {
  if (existsSync(path)) return readKey(path);
  if (!mayMake) {
    throw new HostError(
      'audit_broken',
      `no audit file, or its key is lost: \`${path}\` is missing`,
    );
  }
  return makeKey(path);
}
