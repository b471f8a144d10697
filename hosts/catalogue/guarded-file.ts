/**
 * Reads the files of executors once: no links on the way from the executor's folder, regular, of
 * this user or root, closed to the writing of others, bounded. Trusts the folders above the folder
 * that the host named.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../bounded-read.js';
import { HostError } from '../errors.js';
import { isWritableByOthers } from '../stores/owned-file.js';
import { unreadable } from '../unreadable.js';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

function refused(path: string, why: string, cause?: unknown): HostError {
  return new HostError('catalogue_file_refused', `\`${path}\`: ${why}`, { cause });
}

function assertOwn(stats: Stats, path: string): void {
  const own = process.geteuid?.();
  if (own === undefined) return;
  if (stats.uid !== own && stats.uid !== 0) throw refused(path, 'another user owns it');
  if (isWritableByOthers(stats)) throw refused(path, 'other users may write to it');
}

/**
 * Refuses a folder that is a link, none, or open to others.
 * @throws HostError `catalogue_file_refused`, `input_unreadable`
 */
export function assertGuardedFolder(path: string): void {
  let stats: Stats;
  try {
    stats = lstatSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (stats.isSymbolicLink()) throw refused(path, 'it is a symbolic link');
  if (!stats.isDirectory()) throw refused(path, 'it is no folder');
  assertOwn(stats, path);
}

/**
 * Reads a file below a folder; `name` is relative, its parts parted by `/`, none of them `..`.
 * @throws HostError `catalogue_file_refused`, `input_unreadable`
 */
export function readGuarded(folder: string, name: string, maxBytes: number): Buffer {
  const parts = name.split('/');
  // INV-K1: no part of the way may lead out of the folder.
  let at = folder;
  for (const part of parts.slice(0, -1)) {
    at = join(at, part);
    assertGuardedFolder(at);
  }
  const path = join(folder, ...parts);
  let fd: number;
  try {
    // O_NONBLOCK: a named pipe in the file's place must not hang the process.
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (cause) {
    const isLink = cause instanceof Error && 'code' in cause && cause.code === 'ELOOP';
    throw isLink ? refused(path, 'it is a symbolic link', cause) : unreadable(path, cause);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw refused(path, 'it is not a regular file');
    assertOwn(stats, path);
    return readBounded(fd, maxBytes, () => refused(path, `it is longer than ${maxBytes} bytes`));
  } finally {
    closeSync(fd);
  }
}
