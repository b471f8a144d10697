/** Where the spelling of a path begins: home or directory put in, dots left to be followed. */
interface Base {
  readonly home: string | null;
  readonly cwd: string | null;
}

/** Programs that read URLs take their scheme in any case, and blanks before it for nothing. */
const FILE_URL = /^[\s\p{Cc}]*file:/iu;
const LOCAL = /^[\s\p{Cc}]*file:(?:\/\/(?:localhost)?)?(?=\/(?!\/))/iu;
/** What a URL has behind its path, or what two programs read differently. */
const UNPLAIN = /[?#\\]|[\s\p{Cc}]$/u;

/** The absolute spelling of a path; null where nobody knows what it begins at. Pure. */
export function absolutePath(path: string, { home, cwd }: Base): string | null {
  const text = FILE_URL.test(path) ? decoded(path) : path;
  if (text === null || text === '') return null;
  if (text.startsWith('/')) return text;
  if (text === '~' || text.startsWith('~/')) return home === null ? null : home + text.slice(1);
  // Another user's home, or a drive of another system: not of this directory.
  if (text.startsWith('~') || /^[A-Za-z]:[\\/]/.test(text) || text.startsWith('\\\\')) return text;
  if (cwd === null) return null;
  return cwd.endsWith('/') ? cwd + text : `${cwd}/${text}`;
}

/** The path of a URL of this machine; null for any other, and where its end cannot be told. */
function decoded(url: string): string | null {
  if (!LOCAL.test(url) || UNPLAIN.test(url)) return null;
  try {
    return decodeURIComponent(url.replace(LOCAL, ''));
  } catch {
    return null;
  }
}
