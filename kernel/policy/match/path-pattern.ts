/**
 * Patterns of absolute paths (behaviour G-29, G-30). A value is a path as a file system names it:
 * absolute, links followed, no doubled slash, no `.` or `..`, in NFC.
 */
import { freeze } from '../../primordials.js';
import { globMatches, globSteps } from './glob.js';
import { globAnchor, isAnchored } from './glob-anchor.js';
import { globParts, globSample } from './glob-parts.js';
import { fold, isAscii, type Pattern, splitNegation } from './pattern.js';

/**
 * Reads `/a/*`, `**` and a name, and the like: `*` and `?` stop at a slash. Loosely, case does not
 * count and a directory belongs to all that is below it. Null for what matches no such path.
 */
export function pathPattern(written: string): Pattern | null {
  const read = splitNegation(written);
  const parts = read === null ? null : globParts(read.text);
  if (read === null || parts === null) return null;
  const isDeep = parts[0]?.kind === 'folders' || parts[0]?.kind === 'all';
  const sample = globSample(parts);
  if (!isPlainPath(isDeep ? `/${sample}` : sample)) return null;
  const anchor = globAnchor(parts);
  const spell = (text: string): string => text.normalize('NFC');
  const exact = globSteps(parts, { spell, crosses: false, takesFolder: false });
  const wide = globSteps(parts, { spell, crosses: false, takesFolder: true });
  const folding = globSteps(parts, { spell: fold, crosses: false, takesFolder: true });
  return freeze({
    ...read,
    anchor,
    matches: (value, how) => {
      const folded = fold(value);
      if (!isAnchored(anchor, folded)) return false;
      if (how === 'exact') return globMatches(exact, value);
      if (globMatches(folding, folded)) return true;
      // Folding may join what a wildcard takes to what stands beside it: both ways count.
      return !isAscii(value) && globMatches(wide, value);
    },
  });
}

/** No empty name and none that is a step up or no step: such a pattern would never match. */
function isPlainPath(path: string): boolean {
  if (path === '/') return true;
  const [root, ...names] = path.split('/');
  return root === '' && names.every((name) => name !== '' && name !== '.' && name !== '..');
}
