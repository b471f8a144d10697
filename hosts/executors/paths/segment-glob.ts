/**
 * One name of a path against one part of a hint: `*` stands for any characters, `?` for one. Steps
 * are at most the product of both lengths, and a name has at most 255 bytes.
 */

/** Asks whether a name fits a part of a hint as a whole. */
export function segmentFits(pattern: string, name: string): boolean {
  const wanted = [...pattern];
  const given = [...name];
  let at = 0;
  let from = 0;
  let star = -1;
  let taken = 0;
  while (from < given.length) {
    if (wanted[at] === '*') {
      star = at;
      taken = from;
      at += 1;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[from])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      // Only the last star need give way: what stands before it has found its first place.
      taken += 1;
      from = taken;
      at = star + 1;
    } else return false;
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}

/** Asks whether a part of a hint stands for more than itself. */
export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}
