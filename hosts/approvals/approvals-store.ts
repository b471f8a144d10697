/**
 * Requests for approval in an SQLite file, for several processes at once. The kernel seals each row
 * and checks it; the store decides one thing, who comes first, by one conditional update. Does not
 * defend against whoever may read the key beside the file: that user can rule (LIM-73).
 */
import { existsSync } from 'node:fs';
import type Libsql from 'libsql';
import type { ApprovalStore, StoredTicket } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { auditKey } from '../stores/audit-key.js';
import { openSqliteFile, type SqliteFile } from '../stores/sqlite-file.js';
import { ensureTables } from '../stores/sqlite-tables.js';
import { storeErrors } from '../stores/store-errors.js';
import { approvalsTables, keyDigest } from './approvals-tables.js';
import { StoreWatch } from './store-watch.js';

const errors = storeErrors('approvals_unavailable', 'approvals_malformed');

export interface ApprovalFile extends ApprovalStore {
  /** Absolute path of the file, links of its folder resolved. */
  readonly path: string;
  read(id: string): StoredTicket | null;
  list(): readonly StoredTicket[];
  swap(id: string, revision: number, text: string): boolean;
  drop(id: string, revision: number): boolean;
  /** Closes the file and stops all watching; every other method throws from then on. */
  close(): void;
}

/**
 * Opens or makes a store of requests for approval, with its key in `<path>.key`. Several processes
 * may have it open at once.
 * @throws HostError `approvals_unavailable` if it cannot be opened safely; `approvals_malformed` if
 * it is damaged, a file of something else, or without its key
 */
export function openApprovalStore(path: string): ApprovalFile {
  // A ruling that a loss of power takes away was never recorded by the run: the call is refused.
  const file = openSqliteFile(path, { errors, synchronous: 'NORMAL' });
  try {
    return new TicketFile(file, keyOf(file));
  } catch (error) {
    file.close();
    throw errors.from(file.path, error);
  }
}

function keyOf({ database, path }: SqliteFile): string {
  const keyPath = `${path}.key`;
  try {
    ensureTables(
      { database, path },
      approvalsTables(() => auditKey(keyPath, true)),
      errors,
    );
    if (!existsSync(keyPath)) throw errors.malformed(path, `has lost its key \`${keyPath}\``);
    const key = auditKey(keyPath, false);
    const row = database.prepare('SELECT key_digest FROM state').raw().get();
    if (!Array.isArray(row) || row[0] !== keyDigest(key))
      throw errors.malformed(path, `was made with another key than \`${keyPath}\``);
    return key;
  } catch (error) {
    if (!(error instanceof HostError) || !error.code.startsWith('audit_')) throw error;
    throw errors.translated(error);
  }
}

class TicketFile implements ApprovalFile {
  readonly path: string;
  readonly #key: string;
  readonly #file: SqliteFile;
  readonly #watch: StoreWatch;
  readonly #one: Libsql.Statement<unknown[]>;
  readonly #all: Libsql.Statement<unknown[]>;
  readonly #first: Libsql.Statement<unknown[]>;
  readonly #next: Libsql.Statement<unknown[]>;
  readonly #gone: Libsql.Statement<unknown[]>;

  constructor(file: SqliteFile, key: string) {
    const { database, path } = file;
    this.path = path;
    this.#key = key;
    this.#file = file;
    this.#watch = new StoreWatch(file);
    this.#one = database.prepare('SELECT id, revision, text FROM tickets WHERE id = ?').raw();
    this.#all = database.prepare('SELECT id, revision, text FROM tickets ORDER BY place').raw();
    this.#first = database.prepare(
      'INSERT INTO tickets (id, revision, text) VALUES (?, 1, ?) ON CONFLICT (id) DO NOTHING',
    );
    // INV-Q12: looked at and written in one statement: of all who saw a revision one goes on.
    this.#next = database.prepare(
      'UPDATE tickets SET text = ?, revision = revision + 1 WHERE id = ? AND revision = ?',
    );
    this.#gone = database.prepare('DELETE FROM tickets WHERE id = ? AND revision = ?');
  }

  get key(): string {
    return this.#key;
  }

  read(id: string): StoredTicket | null {
    return this.#file.ask(() => {
      const row = this.#one.get(id);
      return row === undefined ? null : this.#ticketOf(row);
    });
  }

  list(): readonly StoredTicket[] {
    return this.#file.ask(() => Object.freeze(this.#all.all().map((row) => this.#ticketOf(row))));
  }

  swap(id: string, revision: number, text: string): boolean {
    return this.#changes(() =>
      revision === 0 ? this.#first.run(id, text) : this.#next.run(text, id, revision),
    );
  }

  drop(id: string, revision: number): boolean {
    return this.#changes(() => this.#gone.run(id, revision));
  }

  watch(changed: () => void): () => void {
    return this.#watch.add(changed);
  }

  close(): void {
    this.#watch.close();
    this.#file.close();
  }

  #changes(write: () => { readonly changes: number }): boolean {
    const isDone = this.#file.ask(() => write().changes === 1);
    if (isDone) this.#watch.tell();
    return isDone;
  }

  #ticketOf(row: unknown): StoredTicket {
    const [id, revision, text]: readonly unknown[] = Array.isArray(row) ? row : [];
    if (typeof id !== 'string' || typeof text !== 'string' || typeof revision !== 'number')
      throw errors.malformed(this.path, 'holds a row that is no request');
    return Object.freeze({ id, revision, text });
  }
}
