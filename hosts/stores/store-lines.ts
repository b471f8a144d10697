/**
 * The lines of all files of a store, once through, with what its writer has to know of the files.
 * What is collected counts only if the chain verifies.
 */
import { closeSync, fstatSync } from 'node:fs';
import { linesOfDescriptor } from './audit-lines.js';
import { lineHead } from './line-head.js';
import type { OldFile } from './old-files.js';
import { openOwnedFile } from './owned-file.js';

export class StoreLines {
  /** Bytes of each file, the newest last. */
  readonly sizes: number[] = [];
  /** Sequence number of the first record of the last file that was read. */
  first = 0;

  /** Yields the lines of the old files and of the open newest one. */
  *ofAll(newest: number, olds: readonly OldFile[]): Generator<string> {
    for (const old of olds) {
      const fd = openOwnedFile(old.path, 'read');
      try {
        yield* this.#of(fd);
      } finally {
        closeSync(fd);
      }
    }
    yield* this.#of(newest);
  }

  *#of(fd: number): Generator<string> {
    this.sizes.push(fstatSync(fd).size);
    let isBefore = true;
    for (const line of linesOfDescriptor(fd)) {
      const head = isBefore ? lineHead(line) : null;
      if (head !== null) {
        this.first = head.seq;
        isBefore = false;
      }
      yield line;
    }
  }
}
