/**
 * A file that is read again when it has changed. What it came to is kept, a refusal too; what
 * cannot be read is asked again each time.
 */
import type { Stats } from 'node:fs';
import { isSameState, readTextFile, stateOf } from './text-file.js';

/**
 * For how long after a change a file is read each time: a second change within the grain of the
 * file system's clock would not show.
 */
const GRAIN_MS = 3_000;

interface Reading<T> {
  readonly stats: Stats;
  readonly text: string;
  readonly isSettled: boolean;
  /** Returns what the text came to, the same each time, or throws. */
  readonly result: () => T;
}

export class WatchedFile<T> {
  readonly path: string;
  readonly #parse: (text: string, path: string) => T;
  #reading: Reading<T> | null = null;

  constructor(path: string, parse: (text: string, path: string) => T) {
    this.path = path;
    this.#parse = parse;
  }

  /**
   * What the file holds now: the same object until it changes.
   * @throws HostError `input_unreadable`, and whatever parsing it throws
   */
  current(): T {
    const last = this.#reading;
    if (last?.isSettled === true && isSameState(last.stats, stateOf(this.path)))
      return last.result();
    this.#reading = null;
    const { text, stats } = readTextFile(this.path);
    const isSettled = Date.now() - stats.ctimeMs > GRAIN_MS;
    const result = last?.text === text ? last.result : this.#resultOf(text);
    this.#reading = { stats, text, isSettled, result };
    return result();
  }

  #resultOf(text: string): () => T {
    try {
      const value = this.#parse(text, this.path);
      return () => value;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }
}
