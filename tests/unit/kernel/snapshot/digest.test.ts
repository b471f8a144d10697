/** What is printed into a record, and what is no key. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  asciiJson,
  DigestRefused,
  digestOf,
  makeHmac,
  recordText,
  sha256,
} from '../../../../kernel/snapshot/digest.js';
import { patched } from '../../../fakes/patched.js';

test('a hash is of the UTF-8 bytes, in lower-case hex', () => {
  for (const text of ['', 'abc', 'ä€😀']) {
    const hex = createHash('sha256').update(text, 'utf8').digest('hex');
    expect([sha256(text), sha256(Buffer.from(text, 'utf8'))]).toEqual([hex, hex]);
  }
});

test('a record is printable ASCII: the rest is escaped, unit by unit, to four digits', () => {
  const value = { z: 'a\u0000\u001f ~\u007f\u0080é', a: '\u200b😀\u2028' };
  const text = '{"z":"a\\u0000\\u001f ~\\u007f\\u0080\\u00e9","a":"\\u200b\\ud83d\\ude00\\u2028"}';
  expect(asciiJson(value)).toBe(text);
  expect(recordText(value)).toBe(text);
  expect(JSON.parse(text)).toEqual(value);
});

test('a record keeps the order in which it was built; a digest does not', () => {
  expect(recordText({ b: 1, a: 2 })).toBe('{"b":1,"a":2}');
  expect(digestOf({ b: 1, a: 2 })).toBe(digestOf({ a: 2, b: 1 }));
});

test('a key is 64 lower-case hex characters and nothing else', () => {
  const key = '0123456789abcdef'.repeat(4);
  expect(makeHmac(key)('x')).toMatch(/^[0-9a-f]{64}$/);
  const bad = [`${key}0`, `0${key}`, key.slice(1), key.toUpperCase(), `${key}\n`, `x${key}`, ''];
  for (const one of bad) {
    expect(() => makeHmac(one)).toThrow(DigestRefused);
    expect(() => makeHmac(one)).toThrow('malformed key');
  }
});

test('a digest under a patched `toJSON` is refused by that name', () => {
  for (const on of [Object.prototype, Array.prototype, String.prototype, Boolean.prototype]) {
    const refused = patched([{ on, key: 'toJSON', value: () => 'x' }], () => {
      try {
        return digestOf('x');
      } catch (error) {
        return error;
      }
    });
    expect(refused).toBeInstanceOf(DigestRefused);
    expect(refused).toMatchObject({ message: 'toJSON' });
  }
});

test('a refusal of a digest says its name and code', () => {
  const refused = new DigestRefused('toJSON');
  expect([refused.name, refused.code]).toEqual(['DigestRefused', 'digest_refused']);
  expect(refused).toBeInstanceOf(Error);
});
