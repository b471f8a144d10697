/**
 * The files of one audit store: the one that is written, and older ones beside it, each named after
 * the sequence number of its first record.
 */
import { closeSync, fstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../error-code.js';
import { HostError } from '../errors.js';
import { openOwnedFile } from './owned-file.js';

const DIGITS = 16;
const NUMBER = /^\d{16}$/;
/** How often a reader looks anew where the writer changes the files meanwhile. */
const TRIES = 20;

export interface OldFile {
  readonly path: string;
  /** Sequence number of its first record. */
  readonly first: number;
}

/** The path that a file gets once it is written no more. */
export function oldPath(path: string, first: number): string {
  return `${path}.${String(first).padStart(DIGITS, '0')}`;
}

/** The older files of a store, oldest first. @throws HostError `audit_unavailable` */
export function oldFilesOf(path: string): readonly OldFile[] {
  const beginning = `${basename(path)}.`;
  let names: readonly string[];
  try {
    names = readdirSync(dirname(path));
  } catch (cause) {
    throw new HostError('audit_unavailable', `cannot list the folder of \`${path}\``, { cause });
  }
  return names
    .filter((name) => name.startsWith(beginning) && NUMBER.test(name.slice(beginning.length)))
    .sort()
    .map((name) => ({
      path: join(dirname(path), name),
      first: Number(name.slice(beginning.length)),
    }));
}

/** Asks whether two names lead to one file; false if either is missing. */
export function isSameFile(one: string, other: string): boolean {
  const a = statSync(one, { throwIfNoEntry: false });
  const b = statSync(other, { throwIfNoEntry: false });
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** Asks whether a name leads to an open file. */
export function isNameOf(path: string, fd: number): boolean {
  const named = statSync(path, { throwIfNoEntry: false });
  const { ino, dev } = fstatSync(fd);
  return named !== undefined && named.ino === ino && named.dev === dev;
}

/**
 * Opens every file of a store for reading, in order; the caller closes them. Needs no lock: what
 * the writer renames or deletes meanwhile is looked at anew.
 * @throws HostError `audit_unavailable`
 */
export function openForReading(path: string): readonly number[] {
  for (let tries = 1; ; tries += 1) {
    const opened: number[] = [];
    try {
      // The newest first: a file that gets its old name after this is found to be the same.
      const newest = openOwnedFile(path, 'read', { mayHaveSecondName: true });
      opened.push(newest);
      const { ino } = fstatSync(newest);
      const fds: number[] = [];
      for (const old of oldFilesOf(path)) {
        const fd = openOwnedFile(old.path, 'read', { mayHaveSecondName: true });
        opened.push(fd);
        if (fstatSync(fd).ino === ino) break;
        fds.push(fd);
      }
      for (const fd of opened) if (fd !== newest && !fds.includes(fd)) closeSync(fd);
      return [...fds, newest];
    } catch (error) {
      for (const fd of opened) closeSync(fd);
      const isGone = error instanceof HostError && isMissing(error.cause);
      if (!isGone || tries === TRIES) throw error;
    }
  }
}

function isMissing(cause: unknown): boolean {
  return errorCode(cause) === 'ENOENT';
}
