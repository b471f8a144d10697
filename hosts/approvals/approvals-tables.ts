/** The tables of an approval store: rows that the kernel seals, and with which key. */
import { createHash } from 'node:crypto';
import type Libsql from 'libsql';
import type { SqliteTables } from '../stores/sqlite-tables.js';

const TABLES = `
  CREATE TABLE tickets (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL CHECK (revision > 0),
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    key_digest TEXT NOT NULL
  ) STRICT;
`;

/** What the store keeps of its key: it tells another key from this one, and does not lead to it. */
export function keyDigest(key: string): string {
  return createHash('sha256').update(`sluice-approvals-key\n${key}`).digest('hex');
}

/** The tables of a store; `keyOf` makes or reads the key, under the lock of whoever is first. */
export function approvalsTables(keyOf: () => string): SqliteTables {
  return {
    /** `SLUA`. */
    application: 0x534c5541,
    version: 1,
    name: 'approvals',
    make(database: Libsql.Database): void {
      database.exec(TABLES);
      database.prepare('INSERT INTO state (one, key_digest) VALUES (1, ?)').run(keyDigest(keyOf()));
    },
  };
}
