/**
 * Opens an SQLite file of this user: no links followed, regular, closed to others, whole. Trusts
 * the folders above the file's own, as owned-file.ts does.
 */
import { chmodSync, closeSync, lstatSync, type Stats, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import { HostError } from '../errors.js';
import { openOwnedFile, pathInOwnedFolder, syncFolderOf } from './owned-file.js';
import type { StoreErrors } from './store-errors.js';

/** Files that SQLite keeps beside the one that it is given. */
export const companions: readonly string[] = Object.freeze(['-wal', '-shm', '-journal']);

const FOR_OTHERS = 0o077;
const LEAST_PAGE = 512;
/** How long to wait for another process that is writing. */
const BUSY_MS = 5_000;
const STEP_MS = 20;

/** A database file that is open. */
export interface SqliteFile {
  readonly database: Libsql.Database;
  /** Absolute, links of its folder resolved. */
  readonly path: string;
  /**
   * Reads or writes, as long as the file is still the one that was opened.
   * @throws HostError with the codes of the store's errors
   */
  ask<T>(body: () => T): T;
  /** Closes the file; from then on every question throws. */
  close(): void;
}

export interface SqliteFileOptions {
  /** Says what goes wrong in the codes of the store. */
  readonly errors: StoreErrors;
  /** `FULL`: a write that was answered outlives a loss of power; `NORMAL`: perhaps not the last. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Makes the folders above that of the file too. Default: false. */
  readonly withParents?: boolean;
}

/**
 * Opens or makes a database file, mode 0600, in write-ahead mode; checks that its pages hold
 * together.
 * @throws HostError with the codes of the store's errors: unavailable, or malformed for a damaged
 * file
 */
export function openSqliteFile(given: string, options: SqliteFileOptions): SqliteFile {
  const { errors, synchronous } = options;
  const path = preparedPath(given, options);
  try {
    const Database = createRequire(import.meta.url)('libsql') as typeof Libsql;
    const database = new Database(path, { timeout: BUSY_MS });
    try {
      database.prepare('PRAGMA trusted_schema = OFF').all();
      writeAhead(database);
      database.prepare(`PRAGMA synchronous = ${synchronous}`).all();
      assertWhole(database, path, errors);
      return new OpenFile(database, path, errors);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw errors.from(path, error);
  }
}

class OpenFile implements SqliteFile {
  readonly database: Libsql.Database;
  readonly path: string;
  readonly #errors: StoreErrors;
  /** The state of the file as it was opened. */
  readonly #stats: Stats;
  #isClosed = false;

  constructor(database: Libsql.Database, path: string, errors: StoreErrors) {
    this.database = database;
    this.path = path;
    this.#errors = errors;
    this.#stats = statSync(path);
  }

  ask<T>(body: () => T): T {
    if (this.#isClosed) throw this.#errors.unavailable(this.path, 'it is closed');
    try {
      this.#assertPresent();
      return body();
    } catch (error) {
      throw this.#errors.from(this.path, error);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.database.close();
  }

  /** What is open would go on saying what was once true. */
  #assertPresent(): void {
    const now = statSync(this.path, { throwIfNoEntry: false });
    const { ino, dev } = this.#stats;
    if (now === undefined || now.ino !== ino || now.dev !== dev)
      throw this.#errors.unavailable(this.path, 'it was deleted or replaced');
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

function preparedPath(given: string, { errors, withParents = false }: SqliteFileOptions): string {
  try {
    const path = pathInOwnedFolder(given, { withParents });
    if (statsOf(path) === null) make(path);
    for (const ending of ['', ...companions]) assertOwned(`${path}${ending}`, errors);
    assertPage(path, errors);
    return path;
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'audit_unavailable') throw error;
    throw errors.translated(error);
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
function assertPage(path: string, errors: StoreErrors): void {
  const size = statsOf(path)?.size ?? 0;
  if (size > 0 && size < LEAST_PAGE) throw errors.malformed(path, 'is damaged or no store');
}

/**
 * Looks without opening: closing any descriptor of the file would drop the locks that this process
 * holds on it through another connection.
 */
function assertOwned(path: string, errors: StoreErrors): void {
  const stats = statsOf(path);
  if (stats === null) return;
  if (stats.isSymbolicLink()) throw errors.unavailable(path, 'it is a symbolic link');
  if (!stats.isFile()) throw errors.unavailable(path, 'it is not a regular file');
  const own = process.geteuid?.();
  if (own === undefined) return;
  if (stats.uid !== own) throw errors.unavailable(path, 'another user owns it');
  if (stats.nlink !== 1) throw errors.unavailable(path, 'it has a second name');
  if ((stats.mode & FOR_OTHERS) !== 0) chmodSync(path, 0o600);
}

function assertWhole(database: Libsql.Database, path: string, errors: StoreErrors): void {
  const [row] = database.prepare('PRAGMA quick_check(1)').all() as [{ quick_check?: unknown }?];
  if (row?.quick_check === 'ok') return;
  throw errors.malformed(path, 'is damaged');
}
