import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlText } from '../../../demo/mail/html-text.js';
import { seeded } from '../../property/seed.js';

describe('htmlText', () => {
  it.each([
    ['a comment', 'a<!-- hidden -->b', 'a\nhidden\nb'],
    ['a comment without an end', 'a<!-- hidden', 'a\nhidden'],
    [
      'a conditional comment',
      '<!--[if mso]><p>hidden</p><![endif]-->',
      '[if mso]><p>hidden</p><![endif]',
    ],
    ['a bogus comment', 'a<?hidden?>b<!hidden too>', 'a\nhidden?\nb\nhidden too'],
    ['an element that is not shown', 'a <i style="display:none">hidden</i> b', 'a hidden b'],
    ['an alternative text', '<img alt="hid&amp;den">', 'hid&den'],
    ['a tooltip', '<b title="hidden">a</b>', 'hidden a'],
    ['a text area', '<textarea>hidden <b>', 'hidden <b>'],
  ])('keeps %s', (_, html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  it('leaves out scripts, style sheets and the doctype', () => {
    expect(htmlText('<!DOCTYPE html><style>p{}</style><script>f("<p>")</script>a')).toBe('a');
  });

  it('keeps words that are only marked up whole, and blocks apart', () => {
    expect(htmlText('attac<b>ker</b>@<i>evil</i>.com<div>x</div>y')).toBe(
      'attacker@evil.com\nx\ny',
    );
  });

  it('decodes entities and keeps zero-width characters', () => {
    expect(htmlText('Malm&ouml; &#x200b;&amp;&nbsp;&lt;b>')).toBe('Malmö \u200b&\u00a0<b>');
  });

  const word = fc.constantFrom('alpha', 'beta', 'gamma');
  const around = fc.constantFrom(
    (text: string) => text,
    (text: string) => `<!-- ${text} -->`,
    (text: string) => `<p hidden>${text}</p>`,
    (text: string) => `<img alt='${text}'/>`,
    (text: string) => `<td><![CDATA[${text}]]>`,
    (text: string) => `</b>${text}<br>`,
  );
  seeded(
    'loses no word outside of tags',
    fc.property(fc.array(fc.tuple(around, word)), (pieces) => {
      const text = htmlText(pieces.map(([wrap, each]) => wrap(each)).join(' '));
      expect(text.match(/alpha|beta|gamma/g) ?? []).toEqual(pieces.map(([, each]) => each));
    }),
  );

  const bit = fc.oneof(fc.constantFrom('<', '>', '<!--', '-->', '&', '"', '=', '</', ' '), word);
  seeded(
    'gives tidy text for whatever it is given',
    fc.property(fc.array(fc.oneof(bit, fc.string({ unit: 'binary' }))), (bits) => {
      expect(htmlText(bits.join(''))).not.toMatch(/[ \t]{2}|\n\n\n|^\n|\n$/);
    }),
  );
});
