/**
 * Splits a trusted query into tokens for quoting. An e-mail address, URL, path, number or date is
 * one token, text between quotation marks is one token, and a proper part of a token is never one.
 * Pure and linear.
 */
export interface QueryToken {
  /** Where the token stands in the query, quotation marks included. */
  readonly start: number;
  readonly end: number;
  /** The token without its quotation marks. */
  readonly text: string;
}

const QUOTES: Readonly<Record<string, string>> = Object.freeze({
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
  '„': '“',
});
/** Longest quotation, in UTF-16 code units; bounds the search for a closing mark. */
const MAX_QUOTATION = 1024;
const SPACE = /\s/u;
/**
 * Punctuation of the sentence, not of a word: what may stand before one, and what may follow one.
 */
const OPENERS = new Set('([{<"\'`“‘«„¿¡');
const CLOSERS = new Set('.,;:!?)]}>”’»…');
const EDGE = new Set([...OPENERS, ...CLOSERS]);
const SPLITS = new Set(',;');
const GROUPED_NUMBER = /^[-+]?[$€£¥]?\d[\d.,]*[%$€£¥]?$/u;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//iu;
/** A path is one token to its end, whatever marks its names hold. */
const IS_PATH = /[/\\]/u;
const POSSESSIVE = /['’]s$/u;

/** Splits NFC text into tokens in order. */
export function queryTokens(query: string): readonly QueryToken[] {
  const out: QueryToken[] = [];
  let at = 0;
  while (at < query.length) {
    const char = query.charAt(at);
    if (SPACE.test(char)) {
      at += 1;
    } else if (OPENERS.has(char)) {
      const quoted = quotedAt(query, at);
      if (quoted === null) push(query, at, at + 1, out);
      else out.push(quoted);
      at = quoted === null ? at + 1 : quoted.end;
    } else {
      at = takeWord(query, at, out);
    }
  }
  return out;
}

/**
 * Takes a word, or a run of punctuation that no word follows (`../x` and `.ssh` are words, `).` is
 * not).
 */
function takeWord(query: string, at: number, out: QueryToken[]): number {
  let word = at;
  while (CLOSERS.has(query.charAt(word))) word += 1;
  const next = query.charAt(word);
  if (word > at && (next === '' || SPACE.test(next) || OPENERS.has(next))) {
    for (let i = at; i < word; i += 1) push(query, i, i + 1, out);
    return word;
  }
  const end = wordEnd(query, at);
  pushCore(query, at, end, out);
  return end;
}

function isEdgeOrSpace(char: string): boolean {
  return char === '' || EDGE.has(char) || SPACE.test(char);
}

/**
 * A quotation opens before a word and closes after one; a mark between two letters is an
 * apostrophe.
 */
function quotedAt(query: string, at: number): QueryToken | null {
  const closer = QUOTES[query.charAt(at)];
  if (closer === undefined || !isEdgeOrSpace(query.charAt(at - 1))) return null;
  const window = query.slice(at + 1, at + 1 + MAX_QUOTATION);
  for (let i = window.indexOf(closer); i !== -1; i = window.indexOf(closer, i + 1)) {
    const end = at + 1 + i;
    if (i > 0 && isEdgeOrSpace(query.charAt(end + 1))) {
      return { start: at, end: end + 1, text: query.slice(at + 1, end) };
    }
  }
  return null;
}

/** Ends a word before the sentence punctuation that follows it. */
function wordEnd(query: string, at: number): number {
  let end = at;
  while (end < query.length && !SPACE.test(query.charAt(end))) end += 1;
  let trimmed = end;
  while (trimmed > at + 1 && EDGE.has(query.charAt(trimmed - 1))) trimmed -= 1;
  // `dir/..` is a path to its end.
  return query.charAt(trimmed - 1) === '/' && query.charAt(trimmed) === '.' ? end : trimmed;
}

function pushCore(query: string, start: number, end: number, out: QueryToken[]): void {
  const core = query.slice(start, end);
  if (GROUPED_NUMBER.test(core) || HAS_SCHEME.test(core) || IS_PATH.test(core)) {
    push(query, start, end, out);
    return;
  }
  let from = start;
  for (let i = start + 1; i < end; i += 1) {
    if (!SPLITS.has(query.charAt(i))) continue;
    pushWord(query, from, i, out);
    push(query, i, i + 1, out);
    from = i + 1;
  }
  pushWord(query, from, end, out);
}

function pushWord(query: string, start: number, end: number, out: QueryToken[]): void {
  const word = query.slice(start, end);
  if (!POSSESSIVE.test(word) || word.length < 3) {
    push(query, start, end, out);
    return;
  }
  push(query, start, end - 2, out);
  push(query, end - 2, end, out);
}

function push(query: string, start: number, end: number, out: QueryToken[]): void {
  if (end > start) out.push({ start, end, text: query.slice(start, end) });
}
