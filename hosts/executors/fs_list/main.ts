/** `fs_list`: names, kinds and sizes of what lies in a folder within reach of `fs.list`. */
import { lstat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { entryNames } from '../paths/entry-names.js';
import { type Folder, openFolder } from '../paths/folder.js';
import { pathArgument } from '../paths/path-argument.js';
import { withPlace } from '../paths/place.js';
import { kindOf } from '../paths/regular-file.js';
import { systemCode } from '../protocol/refusal.js';
import { runExecutor } from '../protocol/run-executor.js';

/** How many names are read and sorted, and how many of them are shown. */
const MAX_READ = 20_000;
const MAX_SHOWN = 1000;

interface Entry {
  readonly name: string;
  readonly kind: string;
  /** Of a file; null for any other kind. */
  readonly bytes: number | null;
}

await runExecutor(z.strictObject({ path: pathArgument }), (call) =>
  withPlace(call.args.path, 'fs.list', call, async ({ folder, name, path }) => {
    const listed = await openFolder(folder.at(name), path);
    try {
      const { names, hasMore } = await entryNames(listed, MAX_READ);
      const entries = await Promise.all(names.slice(0, MAX_SHOWN).map((one) => entry(listed, one)));
      return { path, entries, more: hasMore || names.length > MAX_SHOWN };
    } finally {
      await listed.close();
    }
  }),
);

/** What is gone meanwhile, or has a name that is no text, is listed all the same. */
async function entry(folder: Folder, name: string): Promise<Entry> {
  try {
    const stats = await lstat(folder.at(name));
    const kind = kindOf(stats);
    return { name, kind, bytes: kind === 'file' ? stats.size : null };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { name, kind: 'other', bytes: null };
    throw error;
  }
}
