/**
 * Opens and reads regular files alone: no link, no pipe, no device, and never more than the bound.
 * What was opened is looked at again, so that a swap between the look and the opening is refused.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { quoted, Refusal } from '../protocol/refusal.js';
import { whereabouts } from './folder.js';
import type { Place } from './place.js';

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** What a place holds, its last name not followed. */
export type Kind = 'file' | 'folder' | 'link' | 'other';

/** Names the kind of an entry by its status. */
export function kindOf(stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Kind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

/** The status of a place that must be a regular file; throws a `Refusal` for any other. */
export async function regularStats({ folder, name, path }: Place): Promise<Stats> {
  // Looked at before it is opened: opening a device or a pipe is an effect of its own.
  const stats = await lstat(folder.at(name));
  assertRegular(stats, path);
  return stats;
}

/** Opens the regular file at a place for reading. */
export async function openRegular(place: Place): Promise<FileHandle> {
  await regularStats(place);
  const handle = await open(place.folder.at(place.name), READ);
  try {
    assertRegular(await handle.stat(), place.path);
    const real = await whereabouts(handle, place.path);
    if (real !== null && place.hints.covers(real)) return handle;
    throw new Refusal(`the file ${quoted(place.path)} was moved meanwhile; try again`);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads the regular file at a place whole; throws a `Refusal` if it has over `maxBytes`. */
export async function readRegular(place: Place, maxBytes: number): Promise<Buffer> {
  const handle = await openRegular(place);
  try {
    return await readBounded(handle, maxBytes, place.path);
  } finally {
    await handle.close();
  }
}

/** Reads an open file from its beginning; throws a `Refusal` if it has over `maxBytes`. */
export async function readBounded(
  handle: FileHandle,
  maxBytes: number,
  path: string,
): Promise<Buffer> {
  const { size } = await handle.stat();
  if (size > maxBytes) throw tooLarge(path, maxBytes);
  // One byte more than there may be: a file that grows meanwhile, or tells no size, is noticed.
  const room = Buffer.alloc(maxBytes + 1);
  let filled = 0;
  while (filled < room.length) {
    const { bytesRead } = await handle.read(room, filled, room.length - filled, filled);
    // A copy: what was read must not keep room for all that might have been.
    if (bytesRead === 0) return Buffer.from(room.subarray(0, filled));
    filled += bytesRead;
  }
  throw tooLarge(path, maxBytes);
}

function tooLarge(path: string, maxBytes: number): Refusal {
  return new Refusal(`the file ${quoted(path)} has over ${maxBytes} bytes; use a smaller one`);
}

function assertRegular(stats: Stats, path: string): void {
  const kind = kindOf(stats);
  if (kind === 'file') return;
  const mends: Readonly<Record<Exclude<Kind, 'file'>, string>> = {
    folder: 'is a folder; name a file',
    link: 'is a link, which is never followed; name what it leads to',
    other: 'is no regular file; name one',
  };
  throw new Refusal(`${quoted(path)} ${mends[kind]}`);
}
