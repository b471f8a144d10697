/**
 * HTML put together by a template that escapes whatever goes in, except markup of its own making.
 * Upholds INV-V2. Pure, linear.
 */
import { visibleLine } from '../answer/visible-text.js';

/** Known to this file alone: nothing else makes markup. */
const making: object = Object.freeze({});

/** Text that is HTML already: only `html` makes it. */
export class Markup {
  readonly #text: string;

  constructor(key: object, text: string) {
    if (key !== making) throw new TypeError('markup is made by `html`');
    this.#text = text;
    Object.freeze(this);
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template takes: text is escaped, null is nothing. */
export type Part = Markup | string | number | null | readonly Part[];

const entities: Readonly<Record<string, string>> = Object.freeze({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '=': '&#61;',
});

function written(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return String(part);
  if (typeof part === 'object') return part.map(written).join('');
  // INV-V2: no text of a record opens a tag or leaves an attribute, whatever quotes stand round it.
  return visibleLine(String(part)).replace(/[&<>"'`=]/g, (char) => entities[char] ?? '');
}

/** Makes HTML; parts go where text or the quoted value of an attribute may stand. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [i, part] of parts.entries()) text += written(part) + (strings[i + 1] ?? '');
  return new Markup(making, text);
}

/** A style sheet of ours, as it stands: nothing of a record is in it. */
export function styleElement(sheet: string): Markup {
  return new Markup(making, `<style>${sheet}</style>`);
}
