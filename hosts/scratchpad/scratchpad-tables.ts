/** The table of a scratchpad: one row an entry, oldest first. */
import type { SqliteTables } from '../stores/sqlite-tables.js';

// A blob: text may hold U+0000, at which the database would end it.
const TABLES = `
  CREATE TABLE entries (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    turn TEXT NOT NULL,
    principal TEXT NOT NULL,
    step INTEGER NOT NULL,
    created INTEGER NOT NULL,
    kind TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    digest TEXT NOT NULL,
    content BLOB NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_turn ON entries (turn, principal);
`;

export const scratchpadTables: SqliteTables = Object.freeze<SqliteTables>({
  /** `SLUS`. */
  application: 0x534c5553,
  version: 1,
  name: 'a scratchpad',
  make: (database) => {
    database.exec(TABLES);
  },
});

/** Takes away what makes all entries together larger than a bound, the oldest first. */
export const EVICT = `
  DELETE FROM entries WHERE place IN (
    SELECT place FROM (
      SELECT place, SUM(bytes) OVER (ORDER BY place DESC) AS newer FROM entries
    ) WHERE newer > ?
  )`;
