/**
 * Long results of a turn, in an SQLite file, for an hour (behaviour T-21 to T-24, C31). An entry is
 * read by the turn and the user that put it, and by nobody else. Labels are not kept here: whoever
 * reads through `read` holds tainted bytes, and a plan reads by `scratchpadTool`. Does not defend
 * against whoever may read the file as the same user.
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import stableStringify from 'fast-json-stable-stringify';
import type Libsql from 'libsql';
import { SnapshotRefused, snapshot } from '../../kernel/index.js';
import type { Clock, Json, Random } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { nodeClock, nodeRandom } from '../node/ports.js';
import { openSqliteFile, type SqliteFile } from '../stores/sqlite-file.js';
import { ensureTables } from '../stores/sqlite-tables.js';
import { storeErrors } from '../stores/store-errors.js';
import type {
  Scratchpad,
  ScratchpadEntry,
  ScratchpadOptions,
  ScratchpadOwner,
} from './scratchpad-shape.js';
import { EVICT, scratchpadTables } from './scratchpad-tables.js';
import { type ScratchpadSlice, sliceText } from './slice.js';
import { contentText, isLarge, kindOf, summaryOf } from './summary.js';

const errors = storeErrors('scratchpad_unavailable', 'scratchpad_malformed');

const TTL_MS = 3_600_000;
const MAX_BYTES = 67_108_864;
const TRIES = 8;

/**
 * Opens or makes a scratchpad, mode 0600, and takes away what has expired. Several processes may
 * have it open at once. Default: `~/.local/share/sluice/scratchpad.db`, whose folders are made
 * (behaviour T-21, T-24).
 * @throws HostError `scratchpad_unavailable` if it cannot be opened safely; `scratchpad_malformed`
 * if it is damaged or a file of something else
 */
export function openScratchpad(path?: string, options: ScratchpadOptions = {}): Scratchpad {
  const file = openSqliteFile(
    path ?? join(homedir(), '.local', 'share', 'sluice', 'scratchpad.db'),
    { errors, synchronous: 'NORMAL', withParents: path === undefined },
  );
  try {
    const { database } = file;
    database.prepare('PRAGMA secure_delete = ON').all();
    ensureTables({ database, path: file.path }, scratchpadTables, errors);
    const scratchpad = new ScratchpadFile(file, options);
    scratchpad.collect();
    return scratchpad;
  } catch (error) {
    file.close();
    throw errors.from(file.path, error);
  }
}

function refused(): HostError {
  return new HostError('scratchpad_refused', 'this turn may not read that from the scratchpad');
}

/** Two values of one digest are the same data, whatever their key order. */
function digestOf(value: Json): string {
  return createHash('sha256').update(stableStringify(value)).digest('hex');
}

class ScratchpadFile implements Scratchpad {
  readonly path: string;
  readonly #file: SqliteFile;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ttlMs: number;
  readonly #maxBytes: number;
  readonly #insert: Libsql.Statement<unknown[]>;
  readonly #one: Libsql.Statement<unknown[]>;
  readonly #any: Libsql.Statement<unknown[]>;
  readonly #expire: Libsql.Statement<unknown[]>;
  readonly #evict: Libsql.Statement<unknown[]>;

  constructor(file: SqliteFile, options: ScratchpadOptions) {
    const { database, path } = file;
    this.path = path;
    this.#file = file;
    this.#clock = options.clock ?? nodeClock;
    this.#random = options.random ?? nodeRandom;
    this.#ttlMs = options.ttlMs ?? TTL_MS;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
    this.#insert = database.prepare(
      'INSERT INTO entries (id, turn, principal, step, created, kind, bytes, digest, content) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    );
    const ofOwner = 'turn = ? AND principal = ? AND created > ?';
    this.#one = database
      .prepare(`SELECT content, digest FROM entries WHERE id = ? AND ${ofOwner}`)
      .raw();
    this.#any = database.prepare(`SELECT 1 FROM entries WHERE ${ofOwner} LIMIT 1`).raw();
    this.#expire = database.prepare('DELETE FROM entries WHERE created <= ?');
    this.#evict = database.prepare(EVICT);
  }

  put({
    turn,
    principal,
    step,
    value: given,
  }: ScratchpadOwner & { readonly step: number; readonly value: Json }): ScratchpadEntry | null {
    const value = this.#plain(given);
    if (!isLarge(value)) return null;
    const content = Buffer.from(contentText(value));
    const bytes = content.length;
    if (bytes > this.#maxBytes)
      throw errors.unavailable(this.path, `a value is longer than ${this.#maxBytes} bytes`);
    const kind = kindOf(value);
    const row = [turn, principal, step, this.#clock.now(), kind, bytes, digestOf(value), content];
    const id = this.#file.ask(() =>
      this.#file.database.transaction(() => this.#add(row)).immediate(),
    );
    return Object.freeze({ id, bytes, kind, summary: summaryOf(value) });
  }

  has({ turn, principal }: ScratchpadOwner): boolean {
    return this.#file.ask(() => this.#any.get(turn, principal, this.#oldest()) !== undefined);
  }

  read(id: string, owner: ScratchpadOwner, slice: ScratchpadSlice = { mode: 'head' }): string {
    return sliceText(this.#rowOf(id, owner).content.toString('utf8'), slice);
  }

  confirm(id: string, owner: ScratchpadOwner, value: Json): void {
    if (this.#rowOf(id, owner).digest !== digestOf(this.#plain(value))) throw refused();
  }

  collect(): number {
    return this.#file.ask(() => {
      const { changes } = this.#expire.run(this.#oldest());
      // Until then the log of the database holds what was deleted.
      if (changes > 0) this.#file.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return changes;
    });
  }

  close(): void {
    this.#file.close();
  }

  /** What was put at this moment or before has expired. */
  #oldest(): number {
    return this.#clock.now() - this.#ttlMs;
  }

  #plain(value: Json): Json {
    try {
      return snapshot(value);
    } catch (error) {
      if (!(error instanceof SnapshotRefused)) throw error;
      throw errors.unavailable(this.path, 'a value is no plain JSON within the bounds');
    }
  }

  #add(row: readonly unknown[]): string {
    this.#expire.run(this.#oldest());
    for (let tries = 0; tries < TRIES; tries += 1) {
      const id = createHash('sha256').update(this.#random.id()).digest('hex').slice(0, 16);
      if (this.#insert.run(id, ...row).changes !== 1) continue;
      this.#evict.run(this.#maxBytes);
      return id;
    }
    throw errors.unavailable(this.path, 'the source of random ids repeats itself');
  }

  #rowOf(
    id: string,
    { turn, principal }: ScratchpadOwner,
  ): { readonly content: Buffer; readonly digest: string } {
    const row = this.#file.ask(() => this.#one.get(id, turn, principal, this.#oldest()));
    if (row === undefined) throw refused();
    const [content, digest]: readonly unknown[] = Array.isArray(row) ? row : [];
    if (!Buffer.isBuffer(content) || typeof digest !== 'string')
      throw errors.malformed(this.path, 'holds a row that is no entry');
    return { content, digest };
  }
}
