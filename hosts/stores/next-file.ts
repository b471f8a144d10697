/**
 * Starts the next file of an audit store. Each step leaves a store that is whole when the process
 * or the machine stops right after it: the store's path always names a file whose chain holds.
 */
import { closeSync, lstatSync } from 'node:fs';
import type { AppendDisk } from './append-disk.js';
import { AppendFile } from './append-file.js';
import { lockFile } from './file-lock.js';
import { isSameFile, oldFilesOf } from './old-files.js';

function draftOf(path: string): string {
  return `${path}.next`;
}

/** Where a store stands, and the name that its file gets once it is written no more. */
export interface NextFilePlace {
  readonly path: string;
  readonly old: string;
  readonly disk: AppendDisk;
}

/**
 * Writes the first line of the next file and puts that file in the place of the one before, which
 * goes on under its old name. Until the last step a failure leaves everything as it was.
 */
export function startNextFile({ path, old, disk }: NextFilePlace, line: string): AppendFile {
  takeBack(path, disk);
  const fd = disk.create(draftOf(path));
  let file: AppendFile;
  try {
    // Before it can be found: no other process becomes its writer.
    lockFile(fd, path);
    file = new AppendFile(fd, path, disk);
    file.appendNow(Buffer.from(`${line}\n`));
    // INV-T20: the file before has its second name durably before it loses the first.
    disk.link(path, old);
    disk.syncFolderOf(path);
    disk.rename(draftOf(path), path);
  } catch (error) {
    closeSync(fd);
    takeBack(path, disk);
    throw error;
  }
  try {
    disk.syncFolderOf(path);
  } catch {
    file.stop('it is not known whether its name has reached the disk');
  }
  return file;
}

/**
 * Takes back a start that came to nothing: the draft, and the second name of the file that is still
 * written. Call it under the store's lock.
 */
export function takeBack(path: string, disk: AppendDisk): void {
  const draft = draftOf(path);
  if (lstatSync(draft, { throwIfNoEntry: false }) !== undefined) disk.remove(draft);
  for (const old of oldFilesOf(path)) if (isSameFile(old.path, path)) disk.remove(old.path);
}
