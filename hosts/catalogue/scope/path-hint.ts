/**
 * Hints of paths: `/home/u/notes/**`, `/srv/*.txt`. `*` and `?` stop at a slash, `**` is a whole
 * name and stands for any number of names, none too. Case counts. Pure; at most pattern times path.
 */

/** What cannot stand in a name: no `\`, and no brackets, which other globs give a meaning. */
const REFUSED = /[\\[\]{}\p{Cc}]/u;
const DEEP = '**';

/** Asks whether a text is an absolute hint: no empty name, no `.` or `..`, `**` alone. */
export function isPathHint(hint: string): boolean {
  if (!hint.startsWith('/') || REFUSED.test(hint)) return false;
  const names = hint.slice(1).split('/');
  return names.every((name) => {
    if (name === '' || name === '.' || name === '..') return false;
    return name === DEEP || !name.includes(DEEP);
  });
}

/** Asks whether an absolute path, links followed, lies within a hint (behaviour T-33). */
export function pathFits(hint: string, path: string): boolean {
  return fits(namesOf(hint), path === '/' ? [] : namesOf(path), {
    isRun: isDeep,
    takes: (one, name) => nameFits(one, name, false),
  });
}

/**
 * Asks whether all that lies within `inner` lies within `outer` too. It may say no where that is
 * hard to see, never yes where it is not so.
 */
export function isNarrowerPath(outer: string, inner: string): boolean {
  return fits(namesOf(outer), namesOf(inner), {
    isRun: isDeep,
    takes: (one, name) => !isDeep(name) && nameFits(one, name, true),
  });
}

function namesOf(path: string): readonly string[] {
  return path.slice(1).split('/');
}

function isDeep(name: string): boolean {
  return name === DEEP;
}

/** Matches the signs of one name. Where the name is a pattern itself, a wildcard is a sign. */
function nameFits(pattern: string, name: string, isPattern: boolean): boolean {
  return fits(Array.from(pattern), Array.from(name), {
    isRun: (sign) => sign === '*',
    takes: (sign, given) => {
      if (sign === '?') return !(isPattern && given === '*');
      return sign === given && !(isPattern && (given === '*' || given === '?'));
    },
  });
}

interface Matching {
  /** Whether a member stands for any run. */
  readonly isRun: (one: string) => boolean;
  readonly takes: (one: string, given: string) => boolean;
}

/**
 * Matches a list against a list in which some members stand for any run: only the last such member
 * ever needs another try.
 */
function fits(
  pattern: readonly string[],
  given: readonly string[],
  { isRun, takes }: Matching,
): boolean {
  let at = 0;
  let star = -1;
  let tried = 0;
  for (let next = 0; next < given.length; ) {
    const one = pattern[at];
    if (one !== undefined && isRun(one)) {
      star = at;
      tried = next;
      at += 1;
    } else if (one !== undefined && takes(one, given[next] ?? '')) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      tried += 1;
      next = tried;
      at = star + 1;
    } else return false;
  }
  return pattern.slice(at).every(isRun);
}
