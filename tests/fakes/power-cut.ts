/**
 * A disk that knows what a power cut would leave: what was written before the last sync of a file.
 */
import { copyFileSync, fstatSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AppendDisk } from '../../hosts/stores/append-disk.js';
import { hastyDisk } from './failing-disk.js';

export interface CuttableDisk {
  readonly disk: AppendDisk;
  /** Copies a store into an empty folder as a power cut would leave it now; returns its path. */
  readonly cut: (path: string, into: string) => string;
}

/** Puts a disk between that remembers what was synced. */
export function cuttable(inner: AppendDisk = hastyDisk): CuttableDisk {
  const durable = new Map<number, number>();
  const mark = (fd: number): (() => void) => {
    const { ino, size } = fstatSync(fd);
    return () => durable.set(ino, size);
  };
  const disk: AppendDisk = {
    ...inner,
    async sync(fd) {
      const done = mark(fd);
      await inner.sync(fd);
      done();
    },
    syncNow(fd) {
      const done = mark(fd);
      inner.syncNow(fd);
      done();
    },
  };
  return {
    disk,
    cut(path, into) {
      for (const name of readdirSync(dirname(path))) {
        if (!name.startsWith(basename(path))) continue;
        const from = join(dirname(path), name);
        copyFileSync(from, join(into, name));
        if (!name.endsWith('.key'))
          truncateSync(join(into, name), durable.get(statSync(from).ino) ?? 0);
      }
      return join(into, basename(path));
    },
  };
}
