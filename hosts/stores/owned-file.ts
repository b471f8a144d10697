/**
 * Opens files that hold records or keys: no links followed, regular, of this user, closed to
 * others. Trusts the folders above the file's own: whoever may rename those may redirect the path.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeText, errorCode } from '../error-code.js';
import { HostError } from '../errors.js';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } =
  constants;
const FOR_OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;

const accesses = Object.freeze({
  read: O_RDONLY,
  append: O_RDWR | O_APPEND | O_CREAT,
  create: O_RDWR | O_CREAT | O_EXCL,
});

export interface OpenOptions {
  /** Whether it may stand under two names, as for a moment when a store starts its next file. */
  readonly mayHaveSecondName?: boolean;
}

/** Asks whether users other than the owner may write to a file or folder. */
export function isWritableByOthers({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & WRITABLE_BY_OTHERS) !== 0;
}

function unavailable(path: string, why: string, cause?: unknown): HostError {
  const message = `cannot use \`${path}\`: ${why}`;
  return new HostError('audit_unavailable', message, { cause, refusal: 'unwritable' });
}

function causeOf(error: unknown): string {
  const code = codeText(error);
  return code === 'ELOOP' ? 'it is a symbolic link' : code;
}

function makeFolder(folder: string, withParents: boolean): void {
  try {
    mkdirSync(folder, { recursive: withParents, mode: 0o700 });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    throw unavailable(folder, `\`${dirname(folder)}\` does not exist; make it first`, error);
  }
}

function isForeign(stats: Stats): boolean {
  const own = process.geteuid?.();
  return own !== undefined && stats.uid !== own;
}

/**
 * Makes the folder of a file, mode 0700, unless it is there, and returns the file's path in it with
 * links resolved. The folders above it are made only if `withParents` says so: a path that a person
 * wrote and of which more is missing is likely misspelt.
 * @throws HostError `audit_unavailable` if others own the folder or may write to it, or the folder
 * above it is missing
 */
export function pathInOwnedFolder(
  path: string,
  { withParents = false }: { readonly withParents?: boolean } = {},
): string {
  const given = dirname(resolve(path));
  let folder: string;
  let stats: Stats;
  try {
    makeFolder(given, withParents);
    folder = realpathSync(given);
    stats = statSync(folder);
  } catch (error) {
    throw error instanceof HostError ? error : unavailable(given, causeOf(error), error);
  }
  if (isForeign(stats) && stats.uid !== 0) throw unavailable(folder, 'another user owns it');
  if (isWritableByOthers(stats)) {
    throw unavailable(folder, 'other users may write to it');
  }
  return join(folder, basename(path));
}

function assertOwnedFile(fd: number, path: string, names: number): void {
  const stats = fstatSync(fd);
  if (!stats.isFile()) throw unavailable(path, 'it is not a regular file');
  if (isForeign(stats)) throw unavailable(path, 'another user owns it');
  if (stats.nlink < 1 || stats.nlink > names)
    throw unavailable(path, 'it has been deleted or has a second name');
}

/**
 * Opens a file of this user; `append` makes it with mode 0600 if it is missing, `create` insists
 * that it is.
 * @throws HostError `audit_unavailable`
 */
export function openOwnedFile(
  path: string,
  access: keyof typeof accesses,
  { mayHaveSecondName = false }: OpenOptions = {},
): number {
  let fd: number;
  try {
    // O_NONBLOCK: a named pipe in the file's place must not hang the process.
    fd = openSync(path, accesses[access] | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    throw unavailable(path, causeOf(error), error);
  }
  try {
    assertOwnedFile(fd, path, mayHaveSecondName ? 2 : 1);
    if (access !== 'read' && (fstatSync(fd).mode & FOR_OTHERS) !== 0) fchmodSync(fd, 0o600);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error instanceof HostError ? error : unavailable(path, causeOf(error), error);
  }
}

/**
 * Refuses an open file that was deleted or has a second name. @throws HostError `audit_unavailable`
 */
export function assertOneName(fd: number, path: string): void {
  assertOwnedFile(fd, path, 1);
}

/** Asks whether users other than the owner may read or write an open file. */
export function isOpenToOthers(fd: number): boolean {
  return process.geteuid !== undefined && (fstatSync(fd).mode & FOR_OTHERS) !== 0;
}

/** Makes the names in a file's folder durable. @throws HostError `audit_unavailable` */
export function syncFolderOf(path: string): void {
  const folder = dirname(path);
  try {
    const fd = openSync(folder, O_RDONLY | O_DIRECTORY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw unavailable(folder, causeOf(error), error);
  }
}
