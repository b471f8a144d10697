/**
 * Where the project lies and which source files it has; the same answer from source and from dist.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rooms = ['schemas', 'kernel', 'reasoner', 'hosts', 'demo', 'tests'] as const;
export type Room = (typeof rooms)[number];

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json')) && existsSync(join(from, 'kernel'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('no project root above this file');
  return findRoot(parent);
}

/** The folder that holds package.json. */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Lists the files below a folder of the project, by path from its root, sorted. */
export function listFiles(folder: string, ending: string, root: string = projectRoot): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** Lists the TypeScript sources of some rooms, declaration files too. */
export function sourceFiles(of: readonly Room[] = rooms, root: string = projectRoot): string[] {
  return of.flatMap((room) => listFiles(room, '.ts', root));
}

/** Reads a file of the project as text. */
export function readText(file: string, root: string = projectRoot): string {
  return readFileSync(join(root, file), 'utf8');
}
