/**
 * The tokens of a query by regular expression, and every text they let a plan quote, listed one by
 * one: the reference for kernel/provenance/query-tokens.ts on the marks named here.
 */
export interface NaiveToken {
  readonly start: number;
  /** As it stands in the query, quotation marks included. */
  readonly outer: string;
  /** Without its quotation marks. */
  readonly inner: string;
}

const OPENERS = `(["'\`“`;
const CLOSERS = `.,;:!?)”`;
const escaped = (marks: string): string => marks.replaceAll(/[[\]()?.]/g, '\\$&');
const OPENER = `[${escaped(OPENERS)}]`;
const CLOSER = `[${escaped(CLOSERS)}]`;
const EDGE = `[${escaped(OPENERS + CLOSERS)}]`;
const AFTER = `(?=$|\\s|${EDGE})`;
const quotation = (open: string, close: string): string =>
  `(?<=^|\\s|${EDGE})${open}[^]{1,1023}?${close}${AFTER}`;

const QUOTATION = ['""', "''", '``', '“”']
  .map((pair) => quotation(pair.charAt(0), pair.charAt(1)))
  .join('|');
const MARK = `${OPENER}|${CLOSER}(?=${CLOSER}*(?:$|\\s|${OPENER}))`;
const WORD = `\\S*?/(?=\\.${EDGE}*(?:\\s|$))\\S+|\\S\\S*?(?=${EDGE}*(?:\\s|$))`;
const PIECE = new RegExp(`(${QUOTATION})|(${MARK})|(${WORD})`, 'gu');
const WHOLE = /^[-+]?[$€]?\d[\d.,]*[%$€]?$|^[a-z][a-z0-9+.-]*:\/\//iu;

/** Splits a word at commas and semicolons, each a token, and before a possessive. */
function splitWord(word: string): readonly string[] {
  if (WHOLE.test(word) || word.includes('/') || word.includes('\\')) return [word];
  const parts = word.split(/(?<=.)([,;])/u);
  return parts
    .filter((part) => part !== '')
    .flatMap((part) => (/.['’]s$/u.test(part) ? [part.slice(0, -2), part.slice(-2)] : [part]));
}

/** The tokens of a query in NFC. */
export function naiveTokens(query: string): readonly NaiveToken[] {
  const out: NaiveToken[] = [];
  for (const { 0: text, 1: quoted, 3: word, index } of query.matchAll(PIECE)) {
    let start = index;
    for (const outer of word === undefined ? [text] : splitWord(word)) {
      out.push({ start, outer, inner: quoted === undefined ? outer : outer.slice(1, -1) });
      start += outer.length;
    }
  }
  return out;
}

/** Every text that is one token without its marks, or a run of consecutive tokens with them. */
export function naiveQuotes(query: string): ReadonlySet<string> {
  const tokens = naiveTokens(query);
  const quotes = new Set(tokens.map(({ inner }) => inner));
  tokens.forEach(({ start }, i) => {
    for (const last of tokens.slice(i)) {
      quotes.add(query.slice(start, last.start + last.outer.length));
    }
  });
  return quotes;
}
