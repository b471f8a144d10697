/**
 * Reads a formatted text by a pattern: literal text with `{name}` holes, from the first character
 * to the last. A hole ends where the text after it first stands. Linear, no backtracking.
 */
import { isReservedKey } from '../../schemas/index.js';

type Part = { readonly literal: string } | { readonly hole: string };

const HOLE = /\{([a-z][a-z0-9_]{0,63})\}/g;

/** The parts of a pattern; undefined where two holes touch, or one stands twice or is reserved. */
export function patternParts(pattern: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  const names = new Set<string>();
  let at = 0;
  for (const match of pattern.matchAll(HOLE)) {
    const [whole, hole = ''] = match;
    if (match.index > at) parts.push({ literal: pattern.slice(at, match.index) });
    else if (parts.length > 0) return undefined;
    if (names.has(hole) || isReservedKey(hole)) return undefined;
    names.add(hole);
    parts.push({ hole });
    at = match.index + whole.length;
  }
  if (at < pattern.length) parts.push({ literal: pattern.slice(at) });
  return names.size === 0 ? undefined : parts;
}

/** What stands in the holes; undefined where the text does not have the form. */
export function extractFields(
  text: string,
  parts: readonly Part[],
): Readonly<Record<string, string>> | undefined {
  const out: Record<string, string> = {};
  let at = 0;
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as Part;
    if ('literal' in part) {
      if (!text.startsWith(part.literal, at)) return undefined;
      at += part.literal.length;
      continue;
    }
    const next = parts[i + 1];
    const end = endOf(text, at, next, i + 2 === parts.length);
    if (end === -1) return undefined;
    out[part.hole] = text.slice(at, end);
    at = end;
  }
  return at === text.length ? out : undefined;
}

/** Where a hole ends: at the first place of what follows; at the last one if that ends the text. */
function endOf(text: string, at: number, next: Part | undefined, isLast: boolean): number {
  if (next === undefined || !('literal' in next)) return text.length;
  if (!isLast) return text.indexOf(next.literal, at);
  const end = text.length - next.literal.length;
  return end >= at && text.endsWith(next.literal) ? end : -1;
}
