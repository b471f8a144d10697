/**
 * The private folder of this process from which executors run: for each call the signed bytes,
 * written anew, and an empty folder to start in. Upholds INV-K1.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathInOwnedFolder } from '../../stores/owned-file.js';

/** What one call runs from. */
export interface StagedCall {
  /** Where the process starts: empty, and gone after the call. */
  readonly cwd: string;
  /** The path of a file of code; null for a word that names none. */
  fileOf(word: string): string | null;
  remove(): void;
}

/** Makes and removes the folders of calls below `<base>`; nothing is made before the first call. */
export class StagedCode {
  readonly #base: string;
  #root: string | null = null;

  constructor(base: string) {
    this.#base = base;
  }

  /** Writes code for one call. @throws HostError, or an error of the file system */
  stage(code: ReadonlyMap<string, Buffer>): StagedCall {
    const call = mkdtempSync(join(this.#rootFolder(), 'call-'));
    const remove = (): void => removeFolder(call);
    try {
      const [folder, cwd] = [join(call, 'code'), join(call, 'cwd')];
      for (const one of [folder, cwd]) mkdirSync(one, { mode: 0o700 });
      // Ends the search for what kind of modules these are: no file above counts.
      writeFileSync(join(call, 'package.json'), '{}\n', { mode: 0o400, flag: 'wx' });
      for (const [name, bytes] of code) {
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        // INV-K1: the bytes that were verified, not those that the disk holds by now.
        writeFileSync(path, bytes, { mode: 0o400, flag: 'wx' });
      }
      const fileOf = (word: string): string | null => (code.has(word) ? join(folder, word) : null);
      return { cwd, fileOf, remove };
    } catch (error) {
      remove();
      throw error;
    }
  }

  /** Removes all of it. */
  remove(): void {
    if (this.#root !== null) removeFolder(this.#root);
    this.#root = null;
  }

  #rootFolder(): string {
    if (this.#root !== null) return this.#root;
    const place = pathInOwnedFolder(join(this.#base, 'x'), { withParents: true });
    this.#root = mkdtempSync(join(dirname(place), `${process.pid}-`));
    chmodSync(this.#root, 0o700);
    return this.#root;
  }
}

/** What an executor made unremovable stays: signed code, and what it wrote itself. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  } catch {
    return;
  }
}
