/**
 * The tables of a store in an SQLite file, and the mark that tells them from those of another
 * program or of another kind of store.
 */
import type Libsql from 'libsql';
import type { StoreErrors } from './store-errors.js';

export interface SqliteTables {
  /** Four letters as a number, in the header of the file. */
  readonly application: number;
  readonly version: number;
  /** What the store is called in messages. */
  readonly name: string;
  /** Makes the tables and their first rows, inside a transaction that no other writer shares. */
  readonly make: (database: Libsql.Database) => void;
}

function numberOf(database: Libsql.Database, pragma: string): number {
  const [row] = database.prepare(`PRAGMA ${pragma}`).all() as [Readonly<Record<string, unknown>>?];
  return Number(row?.[pragma]);
}

function isEmpty(database: Libsql.Database): boolean {
  return database.prepare('SELECT name FROM sqlite_schema LIMIT 1').all().length === 0;
}

interface Place {
  readonly database: Libsql.Database;
  readonly path: string;
}

function isMade({ database, path }: Place, tables: SqliteTables, errors: StoreErrors): boolean {
  const application = numberOf(database, 'application_id');
  const version = numberOf(database, 'user_version');
  if (application === tables.application && version === tables.version) return true;
  if (application === 0 && version === 0 && isEmpty(database)) return false;
  const isOurs = application === tables.application;
  throw errors.malformed(
    path,
    isOurs ? `is a store of version ${version}` : `is no store of ${tables.name}`,
  );
}

/**
 * Makes the tables in an empty database.
 * @throws HostError malformed for a database of something else, or of another version
 */
export function ensureTables(place: Place, tables: SqliteTables, errors: StoreErrors): void {
  const { database } = place;
  // In one transaction: mark and version are of one moment, whoever makes the tables meanwhile.
  if (database.transaction(() => isMade(place, tables, errors))()) return;
  // Asked again under the lock: another process may have made them meanwhile.
  database
    .transaction(() => {
      if (isMade(place, tables, errors)) return;
      tables.make(database);
      const { application, version } = tables;
      database.exec(`PRAGMA application_id = ${application}; PRAGMA user_version = ${version}`);
    })
    .immediate();
}
