/**
 * A folder held open, so that what is done in it is done there, wherever its path leads meanwhile.
 * On Linux each name is looked up from the descriptor itself; elsewhere the path is looked at again
 * before and after, and a swap between the two is noticed, not prevented.
 */
import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { quoted, Refusal } from '../protocol/refusal.js';

const OWN_DESCRIPTORS = '/proc/self/fd';
const OPEN_FOLDER =
  constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Whether descriptors have paths of their own here. */
export const hasDescriptorPaths: boolean = existsSync(OWN_DESCRIPTORS);

export interface Folder {
  /** Where it lies, links followed. */
  readonly path: string;
  /** The path of a name in it, for one system call. */
  at(name: string): string;
  /** The folder itself, for one system call. */
  readonly itself: string;
  /** Throws a `Refusal` if it no longer lies where it lay. */
  assertStill(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder, its last name not followed; `real` is where it must lie. Throws a `Refusal` if it
 * lies elsewhere.
 */
export async function openFolder(
  path: string,
  real: string,
  anchored: boolean = hasDescriptorPaths,
): Promise<Folder> {
  const handle = await open(path, OPEN_FOLDER);
  const assertStill = async (): Promise<void> => {
    if ((await whereabouts(handle, real, anchored)) === real) return;
    throw new Refusal(`the folder of ${quoted(real)} was moved meanwhile; try again`);
  };
  try {
    await assertStill();
  } catch (error) {
    await handle.close();
    throw error;
  }
  const itself = anchored ? `${OWN_DESCRIPTORS}/${handle.fd}` : real;
  return {
    path: real,
    itself,
    at: (name) => `${itself}/${name}`,
    assertStill,
    close: () => handle.close(),
  };
}

/** Where an open file or folder lies; null where that cannot be told. */
export async function whereabouts(
  handle: FileHandle,
  path: string,
  anchored: boolean = hasDescriptorPaths,
): Promise<string | null> {
  if (anchored) return readlink(`${OWN_DESCRIPTORS}/${handle.fd}`);
  const real = await realpath(path);
  const [held, found] = await Promise.all([handle.stat(), lstat(real)]);
  return held.dev === found.dev && held.ino === found.ino ? real : null;
}
