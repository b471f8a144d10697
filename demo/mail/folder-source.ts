/**
 * Reads the raw messages of a folder of .eml files or of a Maildir. Follows no symbolic link inside
 * the folder and opens regular files only, so a mailbox never reads what lies outside of it, nor
 * waits on a pipe.
 */
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BrokenReason } from './broken-message.js';
import type { RawMail } from './raw-mail.js';

interface Entry {
  readonly file: string;
  readonly key: string;
}

/** Gives a folder's messages in the order of their keys, or undefined if it is no mail folder. */
export async function folderSource(
  root: string,
  maxBytes: number,
): Promise<AsyncIterable<RawMail> | undefined> {
  const entries = (await maildirEntries(root)) ?? (await emlEntries(root));
  return entries === undefined ? undefined : readEntries(root, entries, maxBytes);
}

/** Gives the one message of an .eml file. */
export function emlSource(path: string, maxBytes: number): AsyncIterable<RawMail> {
  const file = basename(path);
  return readEntries(dirname(path), [{ file, key: file }], maxBytes);
}

async function* readEntries(
  root: string,
  entries: readonly Entry[],
  maxBytes: number,
): AsyncGenerator<RawMail> {
  for (const { file, key } of entries) {
    yield { file, key, raw: await readBounded(join(root, file), maxBytes) };
  }
}

async function emlEntries(root: string): Promise<readonly Entry[] | undefined> {
  const names = (await readdir(root)).filter((name) => /^[^.].*\.eml$/is.test(name));
  return names.length === 0 ? undefined : names.sort().map((file) => ({ file, key: file }));
}

/** The part before `:` names a Maildir message for good; folder and flags change with reading. */
async function maildirEntries(root: string): Promise<readonly Entry[] | undefined> {
  const byName = new Map<string, Entry>();
  for (const folder of ['new', 'cur']) {
    if (!(await isFolder(join(root, folder)))) return undefined;
    for (const name of await readdir(join(root, folder))) {
      if (name.startsWith('.')) continue;
      const key = name.replace(/:.*$/s, '');
      byName.set(key, { file: join(folder, name), key });
    }
  }
  return [...byName.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function readBounded(path: string, maxBytes: number): Promise<Buffer | BrokenReason> {
  try {
    const seen = await lstat(path);
    if (seen.isSymbolicLink()) return 'symbolic_link';
    if (!seen.isFile()) return 'not_regular';
    if (seen.size > maxBytes) return 'too_large';
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(path, flags);
    try {
      // Room for one byte more than there should be: a file that grew meanwhile is noticed.
      const buffer = Buffer.alloc(seen.size + 1);
      for (let filled = 0; filled < buffer.length; ) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, null);
        if (bytesRead === 0) return buffer.subarray(0, filled);
        filled += bytesRead;
      }
      return 'unreadable';
    } finally {
      await handle.close();
    }
  } catch {
    return 'unreadable';
  }
}
