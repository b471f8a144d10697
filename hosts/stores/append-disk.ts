/** The calls to the disk that an audit store makes. One place, so that tests can put faults in. */
import {
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  linkSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { openOwnedFile, syncFolderOf } from './owned-file.js';

export interface AppendDisk {
  /** Writes at the end and returns how many bytes it took. */
  write(fd: number, bytes: Uint8Array): number;
  sync(fd: number): Promise<void>;
  syncNow(fd: number): void;
  truncate(fd: number, size: number): void;
  /** Makes a file of this user's that is not there yet. */
  create(path: string): number;
  /** Gives a file a second name. */
  link(path: string, second: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes the names in a file's folder durable. */
  syncFolderOf(path: string): void;
}

export const nodeDisk: AppendDisk = Object.freeze({
  write: (fd: number, bytes: Uint8Array): number => writeSync(fd, bytes),
  sync: promisify(fdatasync),
  syncNow: fdatasyncSync,
  truncate: ftruncateSync,
  create: (path: string): number => openOwnedFile(path, 'create'),
  link: linkSync,
  rename: renameSync,
  remove: unlinkSync,
  syncFolderOf,
});
