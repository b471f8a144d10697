/**
 * Makes what cannot be seen visible: control characters, which a terminal obeys, and characters
 * that take no room or turn the direction of writing, in which text hides. Pure, linear,
 * idempotent.
 */

const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** Scripts in which a joiner between two letters is spelling. */
const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}' +
  '\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}';
const PICTURE = '\\p{Extended_Pictographic}';

/** What stays comes first: a style mark on an emoji, a joiner inside one, a joiner in spelling. */
const UNSEEN = new RegExp(
  [
    '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
    `(?<=[${PICTURE}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=${PICTURE})`,
    `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
    '(?![\\t\\n])([\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}])',
  ].join('|'),
  'gu',
);

function named(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `[U+${code}]`;
}

function withPlainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Shows control characters as `[U+001B]`; tabs and line breaks stay. */
export function withoutControls(text: string): string {
  return withPlainBreaks(text).replace(CONTROL, named);
}

/** Shows control, bidirectional, zero-width and other invisible characters as `[U+202E]`. */
export function visibleText(text: string): string {
  return withPlainBreaks(text).replace(UNSEEN, (char, unseen?: string) =>
    unseen === undefined ? char : named(char),
  );
}

/** The same in one line: nobody can write a second one beneath it. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n]/g, ' ');
}
