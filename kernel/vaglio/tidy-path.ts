/**
 * The plain spelling of a path: blanks around it, a `file:` in front, doubled slashes and dots
 * taken out. Textual and linear; it follows no link and decodes nothing.
 */
const UNTIDY = /^\s|\s$|^file:|\/[/.]/i;
const FILE_SCHEME = /^file:(?:\/\/(?:localhost)?(?=\/))?/i;

/** Spells a path plainly; null where it is spelt plainly already. */
export function tidyPath(text: string): string | null {
  if (!UNTIDY.test(text)) return null;
  const path = text.trim().replace(FILE_SCHEME, '');
  const isAbsolute = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const isUp = part === '..';
    if (isUp && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    // Above the root there is only the root.
    else if (!isUp || !isAbsolute) parts.push(part);
  }
  const tail = path.endsWith('/') && parts.length > 0 ? '/' : '';
  return `${isAbsolute ? '/' : ''}${parts.join('/')}${tail}`;
}
