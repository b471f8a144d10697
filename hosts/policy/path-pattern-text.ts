/** The text of a pattern of paths: what of it is literal, how a path is written as one. Pure. */

/** What a pattern of paths may begin with; an absolute path matches no other. */
export const pathPatternForm = 'a pattern of paths begins with `/`, `~/` or `**`';

const SPECIAL = /[\\*?]/gu;
const WILD = new Set(['*', '?']);

export interface LiteralBeginning {
  /** A path, without a mark of the pattern. */
  readonly path: string;
  /** The rest of the pattern, as it is written; it begins with `/` or is empty. */
  readonly rest: string;
}

/** Asks whether an absolute path could match a pattern, once `~` is put in. */
export function isPathPattern(pattern: string): boolean {
  const text = pattern.startsWith('!') ? pattern.slice(1) : pattern;
  return text.startsWith('/') || text.startsWith('**') || text === '~' || text.startsWith('~/');
}

/** A path as a pattern that matches it and nothing else. */
export function escapedPath(path: string): string {
  return path.normalize('NFC').replaceAll(SPECIAL, '\\$&');
}

/**
 * Splits an absolute pattern behind its last folder that holds no wildcard; null where that is the
 * root.
 */
export function literalBeginning(pattern: string): LiteralBeginning | null {
  let path = '';
  let end = 0;
  let ended = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (WILD.has(char)) return ended === '' ? null : { path: ended, rest: pattern.slice(end) };
    if (char === '/' && at > 0) {
      end = at;
      ended = path;
    }
    if (char === '\\') at += 1;
    path += pattern.charAt(at);
  }
  const whole = path.replace(/\/+$/, '');
  return whole === '' ? null : { path: whole, rest: '' };
}

/**
 * Asks whether a pattern could match a path, going by what stands before its first wildcard: it may
 * say yes too often, never no.
 */
export function mayMatch(pattern: string, path: string): boolean {
  let literal = '';
  let at = 0;
  for (; at < pattern.length && !WILD.has(pattern.charAt(at)); at += 1) {
    if (pattern.charAt(at) === '\\') at += 1;
    literal += pattern.charAt(at);
  }
  // Without a wildcard it is a file, or a folder with all that is below it.
  const isWhole = at >= pattern.length;
  return isWhole
    ? `${folded(path)}/`.startsWith(`${folded(literal).replace(/\/+$/, '')}/`)
    : folded(path).startsWith(folded(literal));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
