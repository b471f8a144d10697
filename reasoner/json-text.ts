/** Reads a model's text as JSON: the whole text is one value, or it is nothing. */

const SPACE = ' \t\r\n';
const FENCE = '```';
const OPEN_FENCE = /^```(?:json)?[ \t]*\r?\n/;

export type JsonText = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/**
 * Parses text that is exactly one JSON value. White space around it is allowed, and one code fence
 * that holds all of it; prose before or after is not, since choosing a part of the text would be
 * choosing for the model.
 */
export function parseJsonText(text: string): JsonText {
  try {
    return { ok: true, value: JSON.parse(withoutFence(trimSpace(text))) };
  } catch {
    return { ok: false };
  }
}

function withoutFence(text: string): string {
  const opening = OPEN_FENCE.exec(text)?.[0];
  if (opening === undefined || text.length < opening.length + FENCE.length) return text;
  return text.endsWith(`\n${FENCE}`) ? text.slice(opening.length, -FENCE.length) : text;
}

/** Trims the white space of JSON and no other. By hand: a pattern for the end is quadratic. */
function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.includes(text.charAt(start))) start += 1;
  while (end > start && SPACE.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
