/**
 * Tells whoever watches a store that a row may have changed: at once for writes of this process, by
 * SQLite's count of the commits of others otherwise. It polls only while somebody watches, and
 * keeps no process alive.
 */
import type { SqliteFile } from '../stores/sqlite-file.js';

const POLL_MS = 50;

export class StoreWatch {
  readonly #file: SqliteFile;
  readonly #callbacks = new Set<{ readonly call: () => void }>();
  #poll: NodeJS.Timeout | null = null;
  #version: unknown;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Calls back from now on; the result stops it. */
  add(call: () => void): () => void {
    const entry = { call };
    this.#callbacks.add(entry);
    if (this.#poll === null) {
      this.#version = this.#read();
      this.#poll = setInterval(() => this.#look(), POLL_MS);
      this.#poll.unref();
    }
    return () => {
      this.#callbacks.delete(entry);
      if (this.#callbacks.size === 0) this.close();
    };
  }

  /** Says that this process wrote; each callback is called once the writer has gone on. */
  tell(): void {
    for (const entry of this.#callbacks) {
      queueMicrotask(() => {
        if (this.#callbacks.has(entry)) entry.call();
      });
    }
  }

  /** Stops. */
  close(): void {
    this.#callbacks.clear();
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
  }

  #look(): void {
    const version = this.#read();
    // A store that cannot be read has changed too: whoever reads it next is told why.
    if (version !== null && version === this.#version) return;
    this.#version = version;
    this.tell();
  }

  /** How often others have committed; null where nobody can tell. */
  #read(): unknown {
    try {
      return this.#file.ask(() => {
        const [row] = this.#file.database.prepare('PRAGMA data_version').all();
        return (row as { readonly data_version?: unknown } | undefined)?.data_version ?? null;
      });
    } catch {
      return null;
    }
  }
}
