/**
 * Whether a process holds an audit file as its writer. Its open calls are running then; without a
 * writer nobody will end them.
 */
import { closeSync } from 'node:fs';
import { HostError } from '../errors.js';
import { lockFile } from '../stores/file-lock.js';
import { openOwnedFile } from '../stores/owned-file.js';

/**
 * Asks for the lock and gives it back; null where this user cannot ask for it. The file must be
 * there.
 */
export function isHeld(path: string): boolean | null {
  let fd: number;
  try {
    fd = openOwnedFile(path, 'append');
  } catch {
    return null;
  }
  try {
    lockFile(fd, path);
    return false;
  } catch (error) {
    return error instanceof HostError && error.code === 'audit_locked' ? true : null;
  } finally {
    closeSync(fd);
  }
}
