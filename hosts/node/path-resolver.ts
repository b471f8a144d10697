/**
 * Follows paths through links on Node, those too that lead nowhere yet (behaviour G-30). It says
 * what holds at this moment; who may change the folders on the way may change it the next. Posix
 * only: of a path of Windows it cannot tell.
 */
import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, normalize } from 'node:path';
import type { PathResolver, ResolvedPath } from '../../schemas/index.js';

/** As many links as Linux follows in one path. */
const MAX_LINKS = 40;
/** Longer paths the system takes from nobody. */
const MAX_PATH = 4096;
/** Names gone through for one path, those in links too. */
const MAX_NAMES = 2048;
/** Stands for bytes that are no text: it would name another file. */
const UNTOLD = /\ufffd|\p{Surrogate}/u;
const STEP_UP = /(?:^|\/)\.\.(?:\/|$)/;

/** Null also where a step up after a link is read in two ways: by the system, and as text. */
export const nodePathResolver: PathResolver = Object.freeze({
  resolve(path: string): ResolvedPath | null {
    if (process.platform === 'win32' || !isPlain(path)) return null;
    try {
      const real = realPath(path);
      if (real === null || UNTOLD.test(real)) return null;
      if (STEP_UP.test(path) && realPath(normalize(path)) !== real) return null;
      return { real, names: namesOf(real) };
    } catch {
      // Forbidden, too long, gone in between, or below what is no folder.
      return null;
    }
  },
});

function isPlain(path: string): boolean {
  return path.startsWith('/') && path.length <= MAX_PATH && !path.includes('\0');
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    // What ends in a slash is no folder to the system if it is a file.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    return walk(path);
  }
}

/** Goes name by name; what does not exist hangs on what does. Null where there is no end to it. */
function walk(path: string): string | null {
  const ahead = path.split('/').reverse();
  let at = '/';
  let links = 0;
  let names = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    names += 1;
    if (names > MAX_NAMES) return null;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      at = dirname(at);
      continue;
    }
    const next = at === '/' ? `/${name}` : `${at}/${name}`;
    if (statsOf(next)?.isSymbolicLink() !== true) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) return null;
    const target = readlinkSync(next);
    if (target.startsWith('/')) at = '/';
    ahead.push(...target.split('/').reverse());
  }
  return at;
}

/** Null for what does not exist; throws for what is below a file. */
function statsOf(path: string): Stats | null {
  // No error is built for the usual case: a file that is about to be made.
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function namesOf(real: string): number {
  const stats = statsOf(real);
  return stats?.isFile() === true ? stats.nlink : 1;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
