/** Where the spelling of a path begins: home or directory put in, dots left to be followed. */
interface Base {
  readonly home: string | null;
  readonly cwd: string | null;
}

/** The absolute spelling of a path; null where nobody knows what it begins at. Pure. */
export function absolutePath(path: string, { home, cwd }: Base): string | null {
  const text = path.startsWith('file://') ? decoded(path) : path;
  if (text === null || text === '') return null;
  if (text.startsWith('/')) return text;
  if (text === '~' || text.startsWith('~/')) return home === null ? null : home + text.slice(1);
  // Another user's home, or a drive of another system: not of this directory.
  if (text.startsWith('~') || /^[A-Za-z]:[\\/]/.test(text) || text.startsWith('\\\\')) return text;
  if (cwd === null) return null;
  return cwd.endsWith('/') ? cwd + text : `${cwd}/${text}`;
}

function decoded(url: string): string | null {
  try {
    return decodeURIComponent(url.replace(/^file:\/\/(?:localhost)?(?=\/)/u, ''));
  } catch {
    return null;
  }
}
