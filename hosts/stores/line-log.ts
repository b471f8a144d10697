/**
 * Files of lines for people to read, in one folder: append only, mode 0600 in a folder of mode
 * 0700, made when the first line comes. Not durable, no lock: one write a line, so that lines of
 * several processes do not mix. What it throws is for its owner to swallow.
 */
import { closeSync, fstatSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openOwnedFile, pathInOwnedFolder } from './owned-file.js';

const LINE_FEED = 10;

export class LineLog {
  readonly #folder: string;
  #open: { readonly name: string; readonly fd: number } | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes one line to the file of a name; begins a new one after a line that was torn.
   * @throws HostError `audit_unavailable`; an error of the file system; RangeError where only a
   * part was written
   */
  append(name: string, line: string): void {
    try {
      const fd = this.#fileOf(name);
      const bytes = Buffer.from(`${isTorn(fd) ? '\n' : ''}${line}\n`);
      if (writeSync(fd, bytes) !== bytes.length) throw new RangeError('a line was torn');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Gives the file up; a later line opens it again. */
  close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    try {
      closeSync(open.fd);
    } catch {
      return;
    }
  }

  #fileOf(name: string): number {
    if (this.#open !== null) {
      if (this.#open.name === name && fstatSync(this.#open.fd).nlink > 0) return this.#open.fd;
      this.close();
    }
    const path = pathInOwnedFolder(join(this.#folder, name), { withParents: true });
    const fd = openOwnedFile(path, 'append');
    this.#open = { name, fd };
    return fd;
  }
}

/** Asks whether the last line of a file has no end. */
function isTorn(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
}
