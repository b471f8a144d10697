/**
 * Text by its characters (Unicode code points): counting and cutting, so that no cut leaves half of
 * one. Pure, linear.
 */

function isPairAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

/** How many characters a text has. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (!isPairAt(text, at)) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** Where a character begins, in UTF-16 code units; the end of the text if it has no such one. */
function unitOf(text: string, character: number): number {
  let unit = 0;
  for (let left = character; left > 0 && unit < text.length; left -= 1)
    unit += isPairAt(text, unit) ? 2 : 1;
  return unit;
}

/** The characters from `start` up to and without `end`; empty past the end of the text. */
export function characterSlice(text: string, start: number, end: number): string {
  if (end <= start) return '';
  const from = unitOf(text, start);
  const rest = text.slice(from);
  return rest.slice(0, unitOf(rest, end - start));
}

/** The last characters of a text. */
export function lastCharacters(text: string, count: number): string {
  let unit = text.length;
  for (let left = count; left > 0 && unit > 0; left -= 1)
    unit -= unit > 1 && isPairAt(text, unit - 2) ? 2 : 1;
  return text.slice(unit);
}
