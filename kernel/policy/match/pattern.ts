/**
 * What every pattern of a rule can tell (behaviour G-22, G-29). A pattern is made once, when the
 * policy is read, and asked often.
 */
import { MAX_PATTERN } from '../../../schemas/index.js';
import { isWellFormed } from '../../primordials.js';

/** `exact` for what allows; `loose` for what denies or asks: it matches at least as much. */
export type Strictness = 'exact' | 'loose';

/**
 * Where every value that the pattern matches, in either strictness, lies after `fold`: for an
 * index. It may cover more than the pattern matches, never less.
 */
export type Anchor =
  | { readonly kind: 'equals' | 'startsWith' | 'endsWith'; readonly text: string }
  | { readonly kind: 'any' };

export interface Pattern {
  /** As it is written, without the leading `!`. */
  readonly text: string;
  /** It began with `!`: what it matches is taken out. */
  readonly isNegation: boolean;
  readonly anchor: Anchor;
  readonly matches: (value: string, how: Strictness) => boolean;
}

const ASCII = /^\p{ASCII}*$/u;

/** Whether folding a text touches nothing but the case of single letters. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** One spelling for what differs by case or by Unicode composition; the same in every locale. */
export function fold(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  if (isAscii(lower)) return lower;
  // The lower case of a sigma depends on what stands around it.
  return lower.replaceAll('ς', 'σ').normalize('NFC');
}

/** A pattern taken apart from its `!`; null for what can be no pattern of any dimension. */
export function splitNegation(
  written: string,
): { readonly isNegation: boolean; readonly text: string } | null {
  const isNegation = written.startsWith('!');
  const text = isNegation ? written.slice(1) : written;
  if (text === '' || written.length > MAX_PATTERN) return null;
  if (!isWellFormed(text) || text.includes('\0')) return null;
  return { isNegation, text };
}
