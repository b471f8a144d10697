/**
 * Reads a small text file whole: regular, UTF-8, bounded, unchanged while it was read. Links are
 * followed; what they lead to is what counts.
 */
import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from 'node:fs';
import type { SnapshotBounds } from '../../kernel/index.js';
import { readBounded } from '../bounded-read.js';
import { HostError } from '../errors.js';
import { unreadable } from '../unreadable.js';

/** Longest policy file, in bytes. */
export const MAX_POLICY_BYTES = 8_388_608;

/** Bounds of a policy as a value: of a document, with what is put beside it. */
export const policyBounds: SnapshotBounds = Object.freeze({
  maxDepth: 64,
  maxNodes: 2 * MAX_POLICY_BYTES,
  maxChars: 8 * MAX_POLICY_BYTES,
});

const { O_NONBLOCK, O_RDONLY } = constants;
const TRIES = 3;

export interface TextFile {
  readonly text: string;
  /** The state of the file that the text is of. */
  readonly stats: Stats;
}

function failed(path: string, cause: unknown): HostError {
  return cause instanceof HostError ? cause : unreadable(path, cause);
}

/** Asks whether nothing tells two states of one path apart; the change time cannot be set back. */
export function isSameState(a: Stats, b: Stats): boolean {
  return (
    a.ctimeMs === b.ctimeMs &&
    a.mtimeMs === b.mtimeMs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.dev === b.dev
  );
}

/** The state of a file now, without opening it. @throws HostError `input_unreadable` */
export function stateOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw failed(path, cause);
  }
}

/**
 * Reads a text file.
 * @throws HostError `input_unreadable`; `policy_malformed` if it is too long or not UTF-8
 */
export function readTextFile(path: string): TextFile {
  let fd: number;
  try {
    // O_NONBLOCK: a named pipe in the file's place must not hang the process.
    fd = openSync(path, O_RDONLY | O_NONBLOCK);
  } catch (cause) {
    throw failed(path, cause);
  }
  try {
    return readWhole(fd, path);
  } catch (cause) {
    throw failed(path, cause);
  } finally {
    closeSync(fd);
  }
}

function readWhole(fd: number, path: string): TextFile {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw unreadable(path, undefined, 'it is a folder');
    if (!stats.isFile()) throw unreadable(path, undefined, 'it is not a regular file');
    const bytes = readBounded(fd, MAX_POLICY_BYTES, () => tooLong(path));
    // Half of a change is a policy that nobody wrote.
    if (isSameState(stats, fstatSync(fd))) return { text: decode(bytes, path), stats };
  }
  throw unreadable(path, undefined, 'it changes while it is read');
}

function tooLong(path: string): HostError {
  const message = `\`${path}\` is longer than ${MAX_POLICY_BYTES} bytes`;
  return new HostError('policy_malformed', message);
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new HostError('policy_malformed', `\`${path}\` is not UTF-8 text`, { cause });
  }
}
