/**
 * The words of a query: those that may be written, and those that were scrubbed out of it and may
 * not be written elsewhere either. Pure.
 */
import { scrubText } from '../vaglio/scrub.js';

const BLANK = /\s+/;
const EDGE = /^[\p{P}\p{S}]$/u;
const WORD = /[\p{L}\p{N}_]/u;
const HIDDEN = '<REDACTED:cred>';
/** Shorter words are too common to be told from others. */
const MIN_HIDDEN = 3;

function bare(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && EDGE.test(word.charAt(start))) start += 1;
  while (end > start && EDGE.test(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

export class QueryWords {
  /** The query without what looks like a credential or a path. */
  readonly scrubbed: string;
  readonly #hidden: ReadonlySet<string>;

  constructor(query: string, maxLength: number) {
    const scrubbed = scrubText(query);
    const shown = new Set(scrubbed.split(BLANK).map(bare));
    const words = query.split(BLANK).map(bare);
    this.#hidden = new Set(words.filter((word) => word.length >= MIN_HIDDEN && !shown.has(word)));
    this.scrubbed = scrubbed.slice(0, maxLength);
  }

  /** Asks whether a text stands in the scrubbed query, as whole words. */
  has(text: string): boolean {
    if (text.trim() === '') return false;
    const { scrubbed } = this;
    for (let at = scrubbed.indexOf(text); at !== -1; at = scrubbed.indexOf(text, at + 1)) {
      const before = scrubbed.charAt(at - 1);
      if (!WORD.test(before) && !WORD.test(scrubbed.charAt(at + text.length))) return true;
    }
    return false;
  }

  /** Asks whether a word was scrubbed out of the query. */
  hides(word: string): boolean {
    return this.#hidden.has(bare(word));
  }

  /** Scrubs another text, of the words that were scrubbed out of the query too. */
  scrub(text: string): string {
    return scrubText(text)
      .split(/(\s+)/)
      .map((word) => (this.hides(word) ? HIDDEN : word))
      .join('');
  }
}
