/** The names in a folder that is held open, read in pieces so that a huge one stays bounded. */
import { opendir } from 'node:fs/promises';
import type { Folder } from './folder.js';

export interface EntryNames {
  /** In the order of their characters; at most `max` of them. */
  readonly names: readonly string[];
  /** There are more than were read. */
  readonly hasMore: boolean;
}

/** Reads up to `max` names of a folder and sorts them. */
export async function entryNames(folder: Folder, max: number): Promise<EntryNames> {
  const names: string[] = [];
  let hasMore = false;
  for await (const { name } of await opendir(folder.itself)) {
    hasMore = names.length >= max;
    if (hasMore) break;
    names.push(name);
  }
  return { names: names.sort(), hasMore };
}
