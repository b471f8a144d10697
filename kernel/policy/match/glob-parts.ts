/**
 * Reads a pattern with `*`, `**`, `?` and `\` into parts. Everything else stands for itself,
 * brackets and braces too (behaviour G-29).
 */

/**
 * `one`: `?`; `name`: `*`; `all`: `**`; `folders`: `**` and a slash where a name begins, which may
 * be nothing; `below`: a slash and `**` at the end.
 */
export type GlobPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' | 'name' | 'all' | 'folders' | 'below' };

/** The parts of a pattern, no two texts side by side; null where a `\` escapes nothing, or `/`. */
export function globParts(pattern: string): readonly GlobPart[] | null {
  const signs = [...pattern];
  const parts: GlobPart[] = [];
  let literal = '';
  const add = (kind: Exclude<GlobPart['kind'], 'text'>): void => {
    if (literal !== '') parts.push({ kind: 'text', text: literal });
    literal = '';
    parts.push({ kind });
  };
  let beginsName = true;
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] as string;
    if (sign === '*') {
      const end = pastStars(signs, at);
      const next = signs[end];
      const isDouble = end - at > 1;
      if (isDouble && beginsName && next === '/') {
        add('folders');
        at = end;
        continue;
      }
      if (isDouble && next === undefined && literal.endsWith('/')) {
        literal = literal.slice(0, -1);
        add('below');
      } else add(isDouble ? 'all' : 'name');
      at = end - 1;
    } else if (sign === '?') add('one');
    else if (sign === '\\') {
      at += 1;
      const escaped = signs[at];
      if (escaped === undefined || escaped === '/') return null;
      literal += escaped;
    } else literal += sign;
    beginsName = sign === '/';
  }
  if (literal !== '') parts.push({ kind: 'text', text: literal });
  return parts;
}

function pastStars(signs: readonly string[], from: number): number {
  let end = from;
  while (signs[end] === '*') end += 1;
  return end;
}

const SAMPLE = {
  one: 'x',
  name: 'x',
  all: 'x',
  folders: 'x/',
  below: '/x',
} as const satisfies Readonly<Record<Exclude<GlobPart['kind'], 'text'>, string>>;

/** One value that the pattern matches: what is wrong with it is wrong with the pattern. */
export function globSample(parts: readonly GlobPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : SAMPLE[part.kind])).join('');
}
