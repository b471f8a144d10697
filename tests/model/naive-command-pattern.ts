/** Beginnings of commands, from the sentences of the items. */
import type { ActionCommand } from '../../schemas/index.js';

type Fit = 'hit' | 'unknown' | 'miss';

function beginsByText(pattern: string, text: string, isExact: boolean): boolean {
  const [one, other] = [pattern.trim(), text.trim()];
  return isExact ? one === other : `${other} `.startsWith(`${one} `);
}

function beginsByWords(pattern: string, words: ActionCommand['words'], isExact: boolean): Fit {
  const wanted = pattern.trim().split(/\s+/);
  const known = words.indexOf(null) === -1 ? words : words.slice(0, words.indexOf(null));
  const both = Math.min(wanted.length, known.length);
  if (wanted.slice(0, both).join(' ') !== known.slice(0, both).join(' ')) return 'miss';
  if (known.length < wanted.length) return known.length < words.length ? 'unknown' : 'miss';
  const further = words.slice(wanted.length);
  if (!isExact || further.length === 0) return 'hit';
  return further.some((word) => word !== null) ? 'miss' : 'unknown';
}

function plain(program: string | null | undefined): string {
  return (program ?? '').toLowerCase().replace(/^.*\//su, '');
}

/** What allows: text and words as they are. */
export function naiveAllows(
  pattern: string,
  { words, text }: ActionCommand,
  isExact: boolean,
): Fit {
  if (text !== null && !beginsByText(pattern, text, isExact)) return 'miss';
  return beginsByWords(pattern, words, isExact);
}

/** What denies: the text, or the words with the program by its plain name. */
export function naiveDenies(
  pattern: string,
  { words, text }: ActionCommand,
  isExact: boolean,
): Fit {
  if (text !== null && beginsByText(pattern, text, isExact)) return 'hit';
  const [program = '', ...rest] = pattern.trim().split(/\s+/);
  const [first, ...others] = words;
  const named = typeof first === 'string' ? [plain(first), ...others] : words;
  return beginsByWords([plain(program), ...rest].join(' '), named, isExact);
}
