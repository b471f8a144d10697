/**
 * Writes a file whole or not at all: to a new file beside it, then under its name in one step. A
 * reader sees the old text or the new one; a link under the name is never followed.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises';
import type { Place } from './place.js';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const PRIVATE = 0o600;

export interface NewText {
  readonly bytes: Uint8Array;
  /** `new`: nothing may be there yet; `over`: what is there is replaced. */
  readonly place: 'new' | 'over';
  /** Permission bits; 0600 where none are given. */
  readonly mode?: number;
  /** Asked last of all, right before the name changes hands; throws to leave it. */
  readonly assertUnchanged?: () => Promise<void>;
}

/** Writes the bytes; on any failure the place is as it was, and nothing is left beside it. */
export async function writeAtomically({ folder, name }: Place, given: NewText): Promise<void> {
  const beside = folder.at(`.sluice-${randomBytes(12).toString('hex')}.tmp`);
  const handle = await open(beside, NEW_FILE, PRIVATE);
  try {
    await fill(handle, given);
    await folder.assertStill();
    await given.assertUnchanged?.();
    // A hard link fails where something is there; a rename would replace it.
    if (given.place === 'new') await link(beside, folder.at(name));
    else await rename(beside, folder.at(name));
  } finally {
    await handle.close();
    await unlinkIfThere(beside);
  }
}

async function fill(handle: FileHandle, { bytes, mode }: NewText): Promise<void> {
  await handle.writeFile(bytes);
  if (mode !== undefined) await handle.chmod(mode);
  await handle.sync();
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
