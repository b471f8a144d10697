/**
 * Opens an SQLite file of this user: no links followed, regular, closed to others, whole. Trusts
 * the folders above the file's own, as hosts/stores/owned-file.ts does.
 */
import { chmodSync, closeSync, lstatSync, type Stats, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import { HostError } from '../errors.js';
import { openOwnedFile, pathInOwnedFolder, syncFolderOf } from '../stores/owned-file.js';

/** Files that SQLite keeps beside the one that it is given. */
export const companions: readonly string[] = Object.freeze(['-wal', '-shm', '-journal']);

const FOR_OTHERS = 0o077;
const LEAST_PAGE = 512;
/** How long to wait for another process that is writing. */
const BUSY_MS = 5_000;
const STEP_MS = 20;

export interface SqliteFile {
  readonly database: Libsql.Database;
  /** Absolute, links of its folder resolved. */
  readonly path: string;
  /** The state of the file as it was opened. */
  readonly stats: Stats;
}

/** The error of a store that cannot be used, and why. */
export function unavailable(path: string, why: string, cause?: unknown): HostError {
  return new HostError('policy_unavailable', `cannot use \`${path}\`: ${why}`, { cause });
}

/** What an error of the database means for a store at a path. */
export function storeError(path: string, cause: unknown): HostError {
  if (cause instanceof HostError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/^SQLITE_(?:CORRUPT|NOTADB|MISMATCH)/.test(code))
    return new HostError('policy_malformed', `\`${path}\` is damaged or no store`, { cause });
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code))
    return unavailable(path, 'another process is writing to it', cause);
  return unavailable(path, code === '' ? 'the database failed' : code, cause);
}

/**
 * Opens or makes a database file, mode 0600, in write-ahead mode; checks that its pages hold
 * together.
 * @throws HostError `policy_unavailable`; `policy_malformed` for a damaged file
 */
export function openSqliteFile(given: string): SqliteFile {
  const path = preparedPath(given);
  try {
    const Database = createRequire(import.meta.url)('libsql') as typeof Libsql;
    const database = new Database(path, { timeout: BUSY_MS });
    try {
      database.prepare('PRAGMA trusted_schema = OFF').all();
      writeAhead(database);
      database.prepare('PRAGMA synchronous = FULL').all();
      assertWhole(database, path);
      return { database, path, stats: statSync(path) };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw storeError(path, error);
  }
}

/** Turns write-ahead on; of several that do so at once SQLite fails all but one without waiting. */
function writeAhead(database: Libsql.Database): void {
  for (let waited = 0; ; waited += STEP_MS) {
    try {
      database.prepare('PRAGMA journal_mode = WAL').all();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!code.startsWith('SQLITE_BUSY') || waited >= BUSY_MS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
    }
  }
}

function preparedPath(given: string): string {
  try {
    const path = pathInOwnedFolder(given);
    if (statsOf(path) === null) make(path);
    for (const ending of ['', ...companions]) assertOwned(`${path}${ending}`);
    assertPage(path);
    return path;
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'audit_unavailable') throw error;
    throw new HostError('policy_unavailable', error.message, { cause: error });
  }
}

function statsOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function make(path: string): void {
  try {
    closeSync(openOwnedFile(path, 'create'));
    syncFolderOf(path);
  } catch (error) {
    // Another process may have been quicker.
    if (statsOf(path) === null) throw error;
  }
}

/** SQLite takes a stump of a file for an empty one. */
function assertPage(path: string): void {
  const size = statsOf(path)?.size ?? 0;
  if (size > 0 && size < LEAST_PAGE)
    throw new HostError('policy_malformed', `\`${path}\` is damaged or no store`);
}

/**
 * Looks without opening: closing any descriptor of the file would drop the locks that this process
 * holds on it through another connection.
 */
function assertOwned(path: string): void {
  const stats = statsOf(path);
  if (stats === null) return;
  if (stats.isSymbolicLink()) throw unavailable(path, 'it is a symbolic link');
  if (!stats.isFile()) throw unavailable(path, 'it is not a regular file');
  const own = process.geteuid?.();
  if (own === undefined) return;
  if (stats.uid !== own) throw unavailable(path, 'another user owns it');
  if (stats.nlink !== 1) throw unavailable(path, 'it has a second name');
  if ((stats.mode & FOR_OTHERS) !== 0) chmodSync(path, 0o600);
}

function assertWhole(database: Libsql.Database, path: string): void {
  const [row] = database.prepare('PRAGMA quick_check(1)').all() as [{ quick_check?: unknown }?];
  if (row?.quick_check === 'ok') return;
  throw new HostError('policy_malformed', `\`${path}\` is damaged`);
}
