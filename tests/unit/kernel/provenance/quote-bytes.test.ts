/**
 * What runs is what was compared: quotes are whole tokens, and the bytes of a literal are the
 * user's.
 */
import { describe, expect, test } from 'vitest';
import { trustQuery } from '../../../../kernel/index.js';

const principal = 'user:alice@example.com';
const quotes = (query: string, literal: string): boolean =>
  trustQuery(query, { principal }).quotes(literal);

describe('a path is one token to its end', () => {
  const query = "Delete /data/a,b.txt and /tmp/x's and C:\\tmp\\a;b, then stop";

  test.each(['/data/a,b.txt', "/tmp/x's", 'C:\\tmp\\a;b'])('`%s` is a quote', (path) => {
    expect(quotes(query, path)).toBe(true);
  });

  test.each(['/data/a', 'b.txt', '/tmp/x', 'C:\\tmp\\a'])('`%s` is not', (part) => {
    expect(quotes(query, part)).toBe(false);
  });
});

describe('a literal that is not in NFC would run other bytes than the ones compared', () => {
  test.each([
    ['the Kelvin sign for K', '/data/K', '/data/\u212a'],
    ['the Greek question mark for a semicolon', 'a;b/c', 'a\u037eb/c'],
    ['e and an accent for one letter', 'caf\u00e9', 'cafe\u0301'],
  ])('%s', (_name, word, literal) => {
    const query = `Open ${word} now`;
    expect(literal.normalize('NFC')).toBe(word);
    expect(quotes(query, word)).toBe(true);
    expect(quotes(query, literal)).toBe(false);
  });

  test('a query in another form quotes by its NFC', () => {
    expect(quotes('Open cafe\u0301 now', 'caf\u00e9')).toBe(true);
  });
});
