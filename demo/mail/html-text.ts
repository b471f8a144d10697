/**
 * The text of an HTML mail as a model would read it, not as a person would see it: comments,
 * invisible elements and alternative texts are kept, since that is where injections hide. Linear in
 * the length: a tokenizer, no tree.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 ' +
    'head header hr html li main ol p pre section table tbody td tfoot th thead title tr ul'
  ).split(' '),
);
const UNREAD: ReadonlySet<string> = new Set(['script', 'style']);
const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(['alt', 'aria-label', 'title']);

/** Gives all text of an HTML document, hidden text included, scripts and style sheets left out. */
export function htmlText(html: string): string {
  const keeper = new TextKeeper(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, keeper);
  tokenizer.write(html);
  tokenizer.end();
  return tidy(keeper.out.join(''));
}

class TextKeeper implements TokenizerCallbacks {
  readonly out: string[] = [];
  readonly #html: string;
  #unread = false;
  #inTextAttribute = false;

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(start: number, end: number): void {
    this.#unread = UNREAD.has(this.#breakAt(start, end));
  }

  onclosetag(start: number, end: number): void {
    this.#unread = false;
    this.#breakAt(start, end);
  }

  ontext(start: number, end: number): void {
    if (!this.#unread) this.out.push(inline(this.#html.slice(start, end)));
  }

  ontextentity(code: number): void {
    this.out.push(String.fromCodePoint(code));
  }

  oncomment(start: number, end: number, endOffset: number): void {
    this.#keepAside(start, end - endOffset);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.#keepAside(start, end - endOffset);
  }

  ondeclaration(start: number, end: number): void {
    if (!/^!?doctype/i.test(this.#html.slice(start, start + 8))) this.#keepAside(start, end);
  }

  onprocessinginstruction(start: number, end: number): void {
    this.#keepAside(start, end);
  }

  onattribname(start: number, end: number): void {
    this.#inTextAttribute = TEXT_ATTRIBUTES.has(this.#html.slice(start, end).toLowerCase());
    if (this.#inTextAttribute) this.out.push(' ');
  }

  onattribdata(start: number, end: number): void {
    if (this.#inTextAttribute) this.out.push(inline(this.#html.slice(start, end)));
  }

  onattribentity(code: number): void {
    if (this.#inTextAttribute) this.out.push(String.fromCodePoint(code));
  }

  onattribend(): void {
    if (this.#inTextAttribute) this.out.push(' ');
  }

  onopentagend(): void {}
  onselfclosingtag(): void {}
  onend(): void {}

  /** Ends the line where a block begins or ends; gives the element's name. */
  #breakAt(start: number, end: number): string {
    const name = this.#html.slice(start, end).toLowerCase();
    if (BLOCKS.has(name)) this.out.push('\n');
    return name;
  }

  #keepAside(start: number, end: number): void {
    this.out.push('\n', inline(this.#html.slice(start, end)), '\n');
  }
}

function inline(text: string): string {
  return text.replace(/[ \t\r\n\f]+/g, ' ');
}

/** One space between words, one empty line at most; no zero-width character is touched. */
function tidy(text: string): string {
  const lines: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw
      .replace(/[ \t]+/g, ' ')
      .replace(/^ /, '')
      .replace(/ $/, '');
    if (line !== '' || lines.at(-1) !== '') lines.push(line);
  }
  return lines.join('\n').trim();
}
