/** A disk whose calls fail from a given one on, and that tells how many were made. */
import { type AppendDisk, nodeDisk } from '../../hosts/stores/append-disk.js';

/**
 * A disk of this machine that is not waited for: what a killed process leaves is the same, and a
 * test that makes thousands of calls is over sooner.
 */
export const hastyDisk: AppendDisk = Object.freeze({
  ...nodeDisk,
  sync: async () => undefined,
  syncNow: () => undefined,
  syncFolderOf: () => undefined,
});

export interface FailingDisk {
  readonly disk: AppendDisk;
  /** The names of the calls so far, failed ones included. */
  readonly calls: readonly (keyof AppendDisk)[];
  /** Lets every later call work again. */
  readonly heal: () => void;
}

export interface DiskFault {
  /** The number of the first call that fails, from 0. */
  readonly at: number;
  /** How many calls fail from there on. */
  readonly times?: number;
  readonly code?: string;
  /** Whether a write that fails leaves half of its bytes behind. */
  readonly half?: boolean;
}

/** Makes a hasty disk that fails as told. */
export function failingDisk({ at, times = 1, code = 'EIO', half = false }: DiskFault): FailingDisk {
  const calls: (keyof AppendDisk)[] = [];
  let isHealed = false;
  const fails = (name: keyof AppendDisk): boolean => {
    const turn = calls.push(name) - 1;
    return !isHealed && turn >= at && turn < at + times;
  };
  const fault = (): Error => Object.assign(new Error(`${code}: fault`), { code });
  const guarded =
    <A extends readonly unknown[], R>(name: keyof AppendDisk, call: (...args: A) => R) =>
    (...args: A): R => {
      if (fails(name)) throw fault();
      return call(...args);
    };
  const disk: AppendDisk = {
    write: (fd, bytes) => {
      if (!fails('write')) return hastyDisk.write(fd, bytes);
      if (half) hastyDisk.write(fd, bytes.subarray(0, Math.ceil(bytes.length / 2)));
      throw fault();
    },
    sync: (fd) => (fails('sync') ? Promise.reject(fault()) : hastyDisk.sync(fd)),
    syncNow: guarded('syncNow', hastyDisk.syncNow),
    truncate: guarded('truncate', hastyDisk.truncate),
    create: guarded('create', hastyDisk.create),
    link: guarded('link', hastyDisk.link),
    rename: guarded('rename', hastyDisk.rename),
    remove: guarded('remove', hastyDisk.remove),
    syncFolderOf: guarded('syncFolderOf', hastyDisk.syncFolderOf),
  };
  return {
    disk,
    calls,
    heal: () => {
      isHealed = true;
    },
  };
}
