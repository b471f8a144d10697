/**
 * What may stand in an attribute of a span: a name, a code, an id or a pointer of few characters,
 * bounded. Anything else is content until shown otherwise, and is `?`. Upholds INV-V1. Pure.
 */

const WORD = /^[\w.:*/~+-]{1,128}$/;
const MAX_WORDS = 64;

/** A word as it stands, or `?`. */
export function plainWord(text: string): string {
  // INV-V1: what holds a blank, an `@` or a line break is no name of ours.
  return WORD.test(text) ? text : '?';
}

/** The words of a list, each once. */
export function plainWords(texts: readonly string[]): string[] {
  return [...new Set(texts.map(plainWord))].slice(0, MAX_WORDS);
}
