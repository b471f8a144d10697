import { describe, expect, test } from 'vitest';
import { extractFields, patternParts } from '../../../../kernel/compute/extract.js';
import { computed, expectStop } from './computed.js';

const extracted = (pattern: string, text: string) => computed('extract', { pattern, text });

describe('extract', () => {
  test('reads a text from its first character to its last', () => {
    expect(extracted('{a}', 'all of it')).toEqual({ a: 'all of it' });
    expect(extracted('to {a}, {b}.', 'to Bo, Al, Cy.')).toEqual({ a: 'Bo', b: 'Al, Cy' });
    expect(extracted('{a}.', 'a.b.')).toEqual({ a: 'a.b' });
    expect(extracted('{a}{{b}}', 'x{y}')).toEqual({ a: 'x', b: 'y' });
    expect(extracted('({a})', '()')).toEqual({ a: '' });
    expect(extracted('$^{a}.*{b}|', '$^1.*2|')).toEqual({ a: '1', b: '2' });
  });

  test('has no answer for a text of another form', () => {
    for (const [pattern, text] of [
      ['to {a}', 'SECRET'],
      ['{a}, {b}', 'SECRET'],
      ['{a}.', 'SECRET'],
      ['{a}ab', 'b'],
      ['x{a}x', 'x'],
    ] as const) {
      expectStop('extract', { pattern, text });
    }
    expectStop('extract', { pattern: '{a}', text: 7 });
  });

  test('wants holes, named apart, with text between them', () => {
    for (const pattern of ['', 'SECRET', '{a}{b}', '{a} {a}', '{A}', '{}', '{ a }']) {
      expectStop('extract', { pattern, text: 'SECRET' });
    }
    // A name that no value of the kernel may have as a key.
    for (const pattern of ['{constructor}', '{a} {prototype}']) {
      expectStop('extract', { pattern, text: 'a b' });
    }
    expect(extracted('{tostring} {hasownproperty}', 'a b')).toEqual({
      ...{ tostring: 'a', hasownproperty: 'b' },
    });
  });
});

/** Counts how many characters are asked for: by index, and by every search. */
function countingText(text: string): { readonly text: string; readonly work: () => number } {
  let work = 0;
  const counted = {
    get length(): number {
      return text.length;
    },
    startsWith(part: string, at: number): boolean {
      work += part.length;
      return text.startsWith(part, at);
    },
    endsWith(part: string): boolean {
      work += part.length;
      return text.endsWith(part);
    },
    indexOf(part: string, at: number): number {
      const found = text.indexOf(part, at);
      work += (found === -1 ? text.length : found) - at + part.length;
      return found;
    },
    slice(from: number, to: number): string {
      work += to - from;
      return text.slice(from, to);
    },
  };
  return { text: counted as unknown as string, work: () => work };
}

describe('the work of a pattern', () => {
  test('grows with the text, however often a part of it nearly fits', () => {
    const holes = Array.from({ length: 20 }, (_, i) => `{h${i}}`);
    const parts = patternParts(`${holes.join('ab')}ab!`) ?? [];
    for (const length of [1000, 10_000, 100_000]) {
      for (const body of ['a'.repeat(length), 'ab'.repeat(length / 2), 'aab'.repeat(length / 3)]) {
        const counted = countingText(`${body}?`);
        expect(extractFields(counted.text, parts)).toBeUndefined();
        expect(counted.work()).toBeLessThan(4 * length + 100);
      }
    }
  });
});
