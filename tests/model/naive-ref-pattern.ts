/** Ref patterns as regular expressions, on full names: `refs/heads/main`, never `main`. */
import { naiveFold } from './naive-path-pattern.js';

const SPACES = /^refs\/(heads|tags|remotes)\//;

/** The full name that a short one stands for. */
function fullName(short: string): string {
  if (short.startsWith('refs/')) return short;
  return /^(tags|remotes|heads)\//.test(short) ? `refs/${short}` : `refs/heads/${short}`;
}

/** The short name of a full one. */
function shortName(full: string): string {
  return SPACES.test(full) ? full.replace(/^refs\/(heads\/)?/, '') : full;
}

function expression(glob: string): RegExp {
  const source = glob.replaceAll(/(?<=^|\/)\*{2,}\/|\*+|\?|[^*?]/gu, (part) => {
    if (part.length > 1 && part.endsWith('/')) return '(?:[^]*/)?';
    if (part.startsWith('*')) return '[^]*';
    return part === '?' ? '[^]' : part.replace(/[\\^$.|+()[\]{}/-]/u, '\\$&');
  });
  return new RegExp(`^${source}$`, 'u');
}

/** Whether a pattern that is well formed matches a short name. */
export function naiveRef(pattern: string, short: string, how: 'exact' | 'loose'): boolean {
  const isBranch = fullName(short).startsWith('refs/heads/');
  const isWritten = /^(refs\/)?heads\//.test(pattern);
  const isBranches = fullName(pattern).startsWith('refs/heads/');
  if (isWritten && !isBranch) return false;
  if (how === 'exact' && isBranches && !/^\*+$/.test(pattern) && !isBranch) return false;
  const glob = shortName(fullName(pattern));
  if (expression(glob).test(short)) return true;
  return how === 'loose' && expression(naiveFold(glob)).test(naiveFold(short));
}
