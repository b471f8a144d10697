/** Finds the program of an executor: this very node, or a name on the PATH of the host. */
import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Folders of the PATH that are absolute: any other would depend on where a process starts. */
export function pathFolders(path: string | undefined): readonly string[] {
  return (path ?? '').split(':').filter((folder) => isAbsolute(folder));
}

/** The absolute path of a program; null if there is none. */
export function programPath(name: string, folders: readonly string[]): string | null {
  if (name === 'node') return process.execPath;
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
