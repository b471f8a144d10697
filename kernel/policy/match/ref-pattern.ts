/** Patterns of branch and tag names (behaviour G-29). A value is what `normalRef` gives. */
import { freeze } from '../../primordials.js';
import { globMatches, globSteps } from './glob.js';
import { globAnchor, isAnchored } from './glob-anchor.js';
import { globParts, globSample } from './glob-parts.js';
import { fold, isAscii, type Pattern, splitNegation } from './pattern.js';
import { isBranch, isShortRef, shortRef } from './ref-name.js';

const WILD_SPACE = /^refs\/[^/]*[*?]/;
const EVERY = /^\*+$/;

/**
 * Reads `main`, `release/*`, `refs/heads/x`, `tags/v*`: `*` and `?` match a slash too. Loosely,
 * case does not count. A wildcard reaches from branches into tags, remotes and the rest of `refs/`
 * only loosely, or where it is the whole pattern; never where `heads/` is written out. Null for
 * what matches no ref, and for a wildcard in place of `heads` or `tags`.
 */
export function refPattern(written: string): Pattern | null {
  const read = splitNegation(written);
  const short = read === null ? null : shortRef(read.text);
  if (read === null || short === null || short.includes('\\')) return null;
  const parts = globParts(short);
  if (parts === null || !isShortRef(globSample(parts))) return null;
  if (WILD_SPACE.test(short)) return null;

  const isEvery = EVERY.test(read.text);
  const onlyBranches = short !== read.text && isBranch(short);
  const staysInBranches = isBranch(short) && !isEvery;
  const anchor = globAnchor(parts);
  const reading = { crosses: true, takesFolder: false };
  const exact = globSteps(parts, { ...reading, spell: (text) => text });
  const folding = globSteps(parts, { ...reading, spell: fold });
  return freeze({
    ...read,
    anchor,
    matches: (value, how) => {
      if (onlyBranches && !isBranch(value)) return false;
      const folded = fold(value);
      if (!isAnchored(anchor, folded)) return false;
      if (how === 'exact') {
        return (isBranch(value) || !staysInBranches) && globMatches(exact, value);
      }
      if (globMatches(folding, folded)) return true;
      // Folding may join what a wildcard takes to what stands beside it: both ways count.
      return !isAscii(value) && globMatches(exact, value);
    },
  });
}
