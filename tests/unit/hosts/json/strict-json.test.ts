/**
 * The strict parser: what it refuses, with which code and where; and that it never disagrees with
 * JSON.parse.
 */
import fc from 'fast-check';
import { createScanner } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { HostError } from '../../../../hosts/errors.js';
import { jsonToken } from '../../../../hosts/json/json-token.js';
import { parseStrictJson, type StrictJsonLimits } from '../../../../hosts/json/strict-json.js';
import { seeded } from '../../../property/seed.js';

function refusal(text: string, limits?: StrictJsonLimits): HostError {
  try {
    parseStrictJson(text, limits);
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
  throw new Error('the text was accepted');
}

function codeOf(text: string, limits?: StrictJsonLimits): string {
  const error = refusal(text, limits);
  return `${error.code} ${error.at}`;
}

/**
 * The same data with ordinary prototypes, so that it can be compared with what JSON.parse returns.
 */
function plain(value: unknown): unknown {
  return structuredClone(value);
}

const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

interface Census {
  keys: number;
  isPlain: boolean;
}

function count(value: unknown, depth: number, census: Census): void {
  if (typeof value === 'number' && !Number.isFinite(value)) census.isPlain = false;
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) census.isPlain = false;
  if (typeof value !== 'object' || value === null) return;
  if (depth >= 64) census.isPlain = false;
  for (const key of Array.isArray(value) ? [] : Object.keys(value)) {
    census.keys += 1;
    if (RESERVED.has(key) || /\p{Surrogate}/u.test(key)) census.isPlain = false;
  }
  for (const child of Object.values(value)) count(child, depth + 1, census);
}

/**
 * Asks whether accepted text holds what the strict parser refuses, judged by what JSON.parse made
 * of it.
 */
function hasExtras(text: string, parsed: unknown): boolean {
  const census: Census = { keys: 0, isPlain: true };
  count(parsed, 0, census);
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/gs, '').split(':').length - 1;
  return !census.isPlain || colons !== census.keys;
}

describe('what it accepts', () => {
  test.each([
    ['null', null],
    [' \t\r\n true ', true],
    ['-0.5e+2', -50],
    ['"\\u00e9\\ud83d\\ude00 \\/ \\b"', 'é😀 / \b'],
    ['[]', []],
    ['{"a":[1,{"b":"c"}],"":null}', { a: [1, { b: 'c' }], '': null }],
  ])('%s', (text, expected) => {
    expect(plain(parseStrictJson(text))).toEqual(expected);
  });

  test('frozen data whose objects have no prototype', () => {
    const value = parseStrictJson('{"a":[{"b":1}]}') as { a: readonly [{ b: number }] };
    for (const part of [value, value.a, value.a[0]]) expect(Object.isFrozen(part)).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Object.getPrototypeOf(value.a[0])).toBe(null);
    expect('toString' in value).toBe(false);
  });

  test('the same key in two different objects, and keys of Object.prototype', () => {
    const text = '[{"a":1},{"a":{"a":2}},{"toString":3}]';
    expect(plain(parseStrictJson(text))).toEqual(JSON.parse(text));
  });
});

describe('what it refuses, and where', () => {
  test.each([
    ['{"path":"/workspace/a","path":"/etc/passwd"}', 'json_duplicate_key 1:24'],
    ['{"a":1,\n "\\u0061":2}', 'json_duplicate_key 2:2'],
    ['{"path":"/workspace/a"}{"path":"/etc/passwd"}', 'json_malformed 1:24'],
    ['1 2', 'json_malformed 1:3'],
    ['{"name":"a","__proto__":{"isAdmin":true}}', 'json_reserved_key 1:13'],
    ['{"constructor":{"prototype":{"x":1}}}', 'json_reserved_key 1:2'],
    ['[{"\\u0070rototype":1}]', 'json_reserved_key 1:3'],
    ['["\\ud800"]', 'json_lone_surrogate 1:2'],
    ['["\\uDC00\\uD800"]', 'json_lone_surrogate 1:2'],
    ['{"a\ud800":1}', 'json_lone_surrogate 1:2'],
    ['', 'json_malformed 1:1'],
    ['[1,]', 'json_malformed 1:4'],
    ['{"a":1,}', 'json_malformed 1:8'],
    ['{a:1}', 'json_malformed 1:2'],
    ["'a'", 'json_malformed 1:1'],
    ['[1 2]', 'json_malformed 1:4'],
    ['{"a" 1}', 'json_malformed 1:6'],
    ['{"a":1]', 'json_malformed 1:7'],
    ['[1}', 'json_malformed 1:3'],
    [']', 'json_malformed 1:1'],
    ['[1] // done', 'json_malformed 1:5'],
    ['/* a */1', 'json_malformed 1:1'],
    ['01', 'json_malformed 1:2'],
    ['1.', 'json_malformed 1:1'],
    ['+1', 'json_malformed 1:1'],
    ['NaN', 'json_malformed 1:1'],
    ['1e999', 'json_malformed 1:1'],
    ['\ufeff1', 'json_malformed 1:1'],
    ['"a\u0001"', 'json_malformed 1:1'],
    ['"a\nb"', 'json_malformed 1:1'],
    ['"\\x41"', 'json_malformed 1:1'],
    ['"abc', 'json_malformed 1:1'],
    ['[\u00a01]', 'json_malformed 1:2'],
  ])('%j', (text, expected) => {
    expect(codeOf(text)).toBe(expected);
  });

  test('a value that is no text', () => {
    expect(codeOf(7 as unknown as string)).toBe('json_malformed null');
  });

  test('text over the length, depth over the bound; both bounds inclusive', () => {
    expect(parseStrictJson('[[]]', { maxDepth: 2, maxLength: 4 })).toEqual([[]]);
    expect(codeOf('[[]]', { maxDepth: 1 })).toBe('json_too_deep 1:2');
    expect(codeOf('[[]]', { maxLength: 3 })).toBe('json_too_long null');
    expect(parseStrictJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toHaveLength(1);
    expect(codeOf('{"a":'.repeat(65))).toBe('json_too_deep 1:321');
  });

  test.each(['[', '{"a":', '[{"a":'])('100,000 times %j, whatever the bound on depth', (open) => {
    const text = open.repeat(100_000);
    expect(refusal(text).code).toBe('json_too_deep');
    expect(refusal(text, { maxDepth: 1_000_000 }).code).toBe('json_malformed');
  });

  test('200,000 nested lists parse if the bound allows them', () => {
    const text = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(parseStrictJson(text, { maxDepth: 1_000_000 })).toHaveLength(1);
  });

  test('the message holds no content', () => {
    for (const text of [
      '{"canary":1,"canary":2}',
      '[canary]',
      '"canary\\x"',
      '{"canary" canary}',
    ]) {
      const error = refusal(text);
      expect(`${error.message} ${error.mend} ${String(error.stack)}`).not.toContain('canary"');
      expect(error.message).not.toContain('canary');
    }
  });
});

test('token kinds are those of the scanner', () => {
  const texts = ['{', '}', '[', ']', ',', ':', 'null', 'true', 'false', '""', '1', '//', '/**/'];
  const kinds = [...texts, '\n', ' ', '?', ''].map((text) => createScanner(text, false).scan());
  expect(kinds).toEqual(Object.values(jsonToken));
});

function agrees(text: string): void {
  let expected: unknown;
  let accepted = true;
  try {
    expected = JSON.parse(text);
  } catch {
    accepted = false;
  }
  let actual: unknown;
  try {
    actual = plain(parseStrictJson(text));
  } catch (error) {
    expect(error).toBeInstanceOf(HostError);
    if (accepted) expect(hasExtras(text, expected)).toBe(true);
    return;
  }
  expect(accepted).toBe(true);
  expect(actual).toEqual(expected);
  expect(hasExtras(text, expected)).toBe(false);
}

describe('agreement with JSON.parse', () => {
  seeded('on any JSON text', fc.property(fc.json({ maxDepth: 6, noUnicodeString: false }), agrees));
  const PIECES = '{}[],:"\\/ue0159.+-Ed8 \n\t\u2028\ufeff\ud83d\ude00'.split('');
  const words = [
    'null',
    'true',
    '1e5',
    '-0',
    '"a":',
    '"a"',
    '"__proto__":',
    '{"a":1,',
    '//',
    '\\ud83d',
  ];
  seeded(
    'on text made of JSON pieces',
    fc.property(
      fc
        .array(fc.constantFrom(...PIECES, ...words), { maxLength: 14 })
        .map((parts) => parts.join('')),
      agrees,
    ),
    { runs: 10_000 },
  );
  seeded(
    'on JSON text with a piece put in, cut out or written over',
    fc.property(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom('', ...PIECES, ...words),
      (text, place, cut, piece) => {
        const at = place % (text.length + 1);
        agrees(text.slice(0, at) + piece + text.slice(at + cut));
      },
    ),
    { runs: 5000 },
  );
  seeded(
    'on numbers of every shape',
    fc.property(fc.stringMatching(/^-?[0-9]{0,3}\.?[0-9]{0,3}([eE][+-]?[0-9]{0,3})?$/), agrees),
    { runs: 5000 },
  );
});
