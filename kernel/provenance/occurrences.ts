/**
 * Where a text occurs in another, overlaps too, in time linear in both: a planner chooses what is
 * looked for. Source: Knuth, Morris, Pratt 1977, section 2.
 */

/** Up to this length, in UTF-16 code units, the built-in search is linear enough and faster. */
const SHORT = 64;

/** Yields each index at which `part`, which is not empty, begins in `text`, in order. */
export function* occurrences(text: string, part: string): Generator<number, void> {
  if (part.length > text.length) return;
  if (part.length <= SHORT) {
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) yield at;
    return;
  }
  const borders = bordersOf(part);
  let matched = 0;
  for (let i = 0; i < text.length; i += 1) {
    matched = extend(part, borders, matched, text.charCodeAt(i));
    if (matched < part.length) continue;
    yield i + 1 - matched;
    matched = borders[matched - 1] as number;
  }
}

/** For each prefix, the length of the longest proper prefix that it also ends with. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let i = 1; i < part.length; i += 1) {
    borders[i] = extend(part, borders, borders[i - 1] as number, part.charCodeAt(i));
  }
  return borders;
}

/** The longest prefix that is matched once one more code unit is read. */
function extend(part: string, borders: Uint32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] as number;
  return part.charCodeAt(length) === unit ? length + 1 : length;
}
