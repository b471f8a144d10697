/**
 * Words of a text for the pre-filter: lower case, accents taken off, runs of `a` to `z` and digits,
 * each once (behaviour T-12). Pure, linear. A text in another script has no words here.
 */

/** Longer texts are read up to here, in UTF-16 code units. */
export const MAX_TOKENIZED = 65_536;

const MARK = /\p{M}/gu;
const WORD = /[a-z0-9]+/g;

/** The words of a text, each once, in the order in which they first stand (behaviour T-12). */
export function tokenize(text: string): ReadonlySet<string> {
  const plain = text.slice(0, MAX_TOKENIZED).toLowerCase().normalize('NFD').replace(MARK, '');
  return new Set(plain.match(WORD) ?? []);
}
