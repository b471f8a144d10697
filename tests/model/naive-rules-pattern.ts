/**
 * Patterns of rules as the sentences describe them, tried character by character. `loose` errs on
 * the side of a match, `exact` on the side of none.
 */
export type Closeness = 'exact' | 'loose';
export type NamedDimension = 'paths' | 'refs' | 'hosts';

type Matcher = (pattern: string, value: string) => boolean;

function opposite(closeness: Closeness): Closeness {
  return closeness === 'exact' ? 'loose' : 'exact';
}

/** Every way to cut a text in two. */
function rests(text: string): readonly string[] {
  return Array.from({ length: text.length + 1 }, (_, at) => text.slice(at));
}

function naivePathGlob(pattern: string, path: string): boolean {
  if (pattern === '') return path === '';
  if (pattern.startsWith('**/')) {
    // No directory at all, or any number of whole ones.
    const rest = pattern.slice(3);
    return rests(path).some(
      (tail) =>
        (tail === path || path.slice(0, path.length - tail.length).endsWith('/')) &&
        naivePathGlob(rest, tail),
    );
  }
  if (pattern.startsWith('**')) {
    return rests(path).some((tail) => naivePathGlob(pattern.slice(2), tail));
  }
  if (pattern.startsWith('*')) {
    return rests(path).some(
      (tail) =>
        !path.slice(0, path.length - tail.length).includes('/') &&
        naivePathGlob(pattern.slice(1), tail),
    );
  }
  if (path === '') return false;
  if (pattern.startsWith('?')) {
    return !path.startsWith('/') && naivePathGlob(pattern.slice(1), path.slice(1));
  }
  const literal = pattern.startsWith('\\') ? pattern.slice(1) : pattern;
  return literal[0] === path[0] && naivePathGlob(literal.slice(1), path.slice(1));
}

function naiveRefGlob(pattern: string, ref: string): boolean {
  if (pattern === '') return ref === '';
  if (pattern.startsWith('*')) {
    return rests(ref).some((tail) => naiveRefGlob(pattern.slice(1), tail));
  }
  if (ref === '') return false;
  if (pattern.startsWith('?')) return naiveRefGlob(pattern.slice(1), ref.slice(1));
  const literal = pattern.startsWith('\\') ? pattern.slice(1) : pattern;
  return literal[0] === ref[0] && naiveRefGlob(literal.slice(1), ref.slice(1));
}

function shortRef(pattern: string): string {
  return pattern.replace(/^refs\/(?:heads|tags)\//u, '');
}

function isPrivateHost(host: string): boolean {
  return /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./u.test(host);
}

function naiveHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  if (pattern === '@private') return isPrivateHost(host);
  if (!pattern.startsWith('*.')) return pattern === host;
  return host === pattern.slice(2) || host.endsWith(pattern.slice(1));
}

function folded(text: string, closeness: Closeness): string {
  const composed = text.normalize('NFC');
  return closeness === 'loose' ? composed.toLowerCase() : composed;
}

function matcherOf(dimension: NamedDimension, closeness: Closeness): Matcher {
  return (written, given) => {
    const [pattern, value] = [folded(written, closeness), folded(given, closeness)];
    if (dimension === 'hosts') return naiveHost(pattern, value);
    if (dimension === 'refs') return naiveRefGlob(shortRef(pattern), value);
    const isDirectory = closeness === 'loose' && pattern.endsWith('/**');
    return (
      naivePathGlob(pattern, value) || (isDirectory && naivePathGlob(pattern.slice(0, -3), value))
    );
  };
}

/** A list of patterns, and of which dimension. */
export interface NaiveList {
  readonly dimension: NamedDimension;
  readonly patterns: readonly string[];
}

/** A value is in a list if some positive pattern has it, or none is there, and no negation does. */
export function naivelyListed(list: NaiveList, value: string, closeness: Closeness): boolean {
  const { dimension, patterns } = list;
  const negations = patterns.filter((text) => text.startsWith('!')).map((text) => text.slice(1));
  const positives = patterns.filter((text) => !text.startsWith('!'));
  const has = matcherOf(dimension, closeness);
  const excludes = matcherOf(dimension, opposite(closeness));
  const isNamed = positives.length === 0 || positives.some((pattern) => has(pattern, value));
  return isNamed && !negations.some((pattern) => excludes(pattern, value));
}
