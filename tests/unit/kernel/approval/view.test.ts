import { expect, test } from 'vitest';
import { visibleText } from '../../../../kernel/approval/view.js';

test('what takes no room on a screen is spelt out for the approver', () => {
  const unseen = [
    '\u0007',
    '\u202e',
    '\u200b',
    '\ufe0f',
    '\u{e0100}',
    '\u034f',
    '\u2028',
    '\u3164',
  ];
  for (const char of unseen) {
    const named = `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
    const { text } = visibleText(`a${char}b`);
    expect([text, text.includes(char)]).toEqual([
      char === '\u0007' ? '"a\\u0007b"' : `"a${named}b"`,
      false,
    ]);
  }
});

test('a long value is cut, and half a character of it is no character', () => {
  const { text, cut } = visibleText(`${'x'.repeat(2046)}😀 and more`);
  expect(cut).toBe(true);
  expect(text.endsWith('x\\u{d83d}')).toBe(true);
  expect(visibleText('short')).toEqual({ text: '"short"', cut: false });
});
