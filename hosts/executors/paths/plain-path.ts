/** A path as an argument or a hint writes it, made absolute without asking the disk. */
import { quoted, Refusal } from '../protocol/refusal.js';

/**
 * Gives the names of an absolute path, or of one below `~`, in order. Throws a `Refusal` for a
 * relative path, `.`, `..` and NUL: what is checked must be what is opened.
 */
export function pathSegments(path: string, home: string | null): readonly string[] {
  const whole = expandHome(path, home);
  if (!whole.startsWith('/')) {
    throw new Refusal(`the path ${quoted(path)} is relative; begin it with \`/\` or \`~/\``);
  }
  if (whole.includes('\0')) throw new Refusal(`the path ${quoted(path)} holds a NUL; take it out`);
  const segments = whole.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new Refusal(`the path ${quoted(path)} holds \`.\` or \`..\`; write it out`);
  }
  return segments;
}

/** Joins the names of an absolute path. */
export function joinSegments(segments: readonly string[]): string {
  return `/${segments.join('/')}`;
}

function expandHome(path: string, home: string | null): string {
  if (path !== '~' && !path.startsWith('~/')) return path;
  if (home === null) throw new Refusal(`no home is known for ${quoted(path)}; write it out`);
  return home + path.slice(1);
}
