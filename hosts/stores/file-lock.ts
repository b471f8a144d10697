/**
 * The lock that makes a store's writer the only one: the operating system's, on the open file. It
 * ends with the descriptor, so a killed process leaves none behind. It binds those who ask for it,
 * not programs that do not.
 */
import { createRequire } from 'node:module';
import { HostError } from '../errors.js';

type Native = typeof import('fs-native-extensions');

// Loaded at the first lock: a platform without the addon can still load the package.
function loadNative(path: string): Native {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as Native;
  } catch (cause) {
    throw new HostError('audit_unavailable', `no file lock on this platform for \`${path}\``, {
      cause,
    });
  }
}

/**
 * Locks an open, writable file until the descriptor is closed; `path` only serves the message.
 * @throws HostError `audit_locked` if another descriptor holds the lock, `audit_unavailable` if
 * none can be taken
 */
export function lockFile(fd: number, path: string): void {
  const native = loadNative(path);
  let isLocked: boolean;
  try {
    isLocked = native.tryLock(fd);
  } catch (cause) {
    throw new HostError('audit_unavailable', `cannot lock \`${path}\``, { cause });
  }
  if (!isLocked) throw new HostError('audit_locked', `another writer holds \`${path}\``);
}
