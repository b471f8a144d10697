/**
 * The tables of a rules store, and the mark that tells them from those of another program. A
 * trigger counts each change, whoever makes it.
 */
import { randomBytes } from 'node:crypto';
import type Libsql from 'libsql';
import { HostError } from '../errors.js';

/** `SLUI`, in the header of the file. */
const APPLICATION = 0x534c5549;
const VERSION = 1;

const COUNT = 'UPDATE state SET changes = changes + 1';

const TABLES = `
  CREATE TABLE rules (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    rule TEXT NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    store TEXT NOT NULL,
    changes INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER rule_added AFTER INSERT ON rules BEGIN ${COUNT}; END;
  CREATE TRIGGER rule_changed AFTER UPDATE ON rules BEGIN ${COUNT}; END;
  CREATE TRIGGER rule_removed AFTER DELETE ON rules BEGIN ${COUNT}; END;
`;

function numberOf(database: Libsql.Database, pragma: string): number {
  const [row] = database.prepare(`PRAGMA ${pragma}`).all() as [Readonly<Record<string, unknown>>?];
  return Number(row?.[pragma]);
}

function isEmpty(database: Libsql.Database): boolean {
  return database.prepare('SELECT name FROM sqlite_schema LIMIT 1').all().length === 0;
}

function isMade(database: Libsql.Database, path: string): boolean {
  const application = numberOf(database, 'application_id');
  const version = numberOf(database, 'user_version');
  if (application === APPLICATION && version === VERSION) return true;
  if (application === 0 && version === 0 && isEmpty(database)) return false;
  const what = application === APPLICATION ? `a store of version ${version}` : 'no store of rules';
  throw new HostError('policy_malformed', `\`${path}\` is ${what}`);
}

/**
 * Makes the tables in an empty database.
 * @throws HostError `policy_malformed` for a database of something else, or of another version
 */
export function ensureRulesSchema(database: Libsql.Database, path: string): void {
  if (isMade(database, path)) return;
  // Asked again under the lock: another process may have made them meanwhile.
  database
    .transaction(() => {
      if (isMade(database, path)) return;
      database.exec(TABLES);
      database
        .prepare('INSERT INTO state (one, store, changes) VALUES (1, ?, 0)')
        .run(randomBytes(16).toString('hex'));
      database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}`);
    })
    .immediate();
}
