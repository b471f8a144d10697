/** The tables of a rules store. A trigger counts each change, whoever makes it. */
import { randomBytes } from 'node:crypto';
import type Libsql from 'libsql';
import type { SqliteTables } from '../stores/sqlite-tables.js';

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

export const rulesTables: SqliteTables = Object.freeze({
  /** `SLUI`. */
  application: 0x534c5549,
  version: 1,
  name: 'rules',
  make(database: Libsql.Database): void {
    database.exec(TABLES);
    database
      .prepare('INSERT INTO state (one, store, changes) VALUES (1, ?, 0)')
      .run(randomBytes(16).toString('hex'));
  },
});
