// The index of places against looking at each of them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { occurrences } from '../../../../kernel/provenance/occurrences.js';
import { indexStarts, placesOf } from '../../../../kernel/provenance/start-index.js';

function naive(text: string, part: string): number[] {
  return [...text].flatMap((_, at) => (text.slice(at, at + part.length) === part ? [at] : []));
}

const everywhere = (text: string): Set<number> => new Set([...text].map((_, at) => at));
const sorted = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b);

/** Few letters, so that much is alike; around the length at which the way of looking changes. */
const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 200 });
const repeated = fc
  .tuple(fc.constantFrom('a', 'ab', 'aab'), fc.integer({ min: 1, max: 90 }))
  .map(([unit, times]) => unit.repeat(times));

describe('occurrences', () => {
  test('are found like one by one, overlaps too', () => {
    fc.assert(
      fc.property(fc.oneof(texts, repeated), fc.oneof(texts, repeated), (text, part) => {
        if (part === '') return;
        expect([...occurrences(text, part)]).toEqual(naive(text, part));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test.each([63, 64, 65, 66, 130])('of a part of %d letters are all found', (length) => {
    const part = `${'ab'.repeat(length)}`.slice(0, length);
    const text = `${part}b${part}${part}a${part.slice(1)}`;
    expect([...occurrences(text, part)]).toEqual(naive(text, part));
    expect([...occurrences(part, part)]).toEqual([0]);
    expect([...occurrences(part, `${part}a`)]).toEqual([]);
  });

  test('after a start that comes to nothing are found', () => {
    const part = `${'a'.repeat(70)}b${'a'.repeat(10)}c`;
    const text = `${'a'.repeat(75)}b${'a'.repeat(5)}${part}${'a'.repeat(90)}b${'a'.repeat(10)}c`;
    expect([...occurrences(text, part)]).toEqual(naive(text, part));
    expect(naive(text, part)).toHaveLength(2);
  });
});

describe('the index', () => {
  test('names the places where a part stands, and no other', () => {
    fc.assert(
      fc.property(fc.oneof(texts, repeated), fc.oneof(texts, repeated), (text, part) => {
        if (part === '') return;
        const index = indexStarts(text, everywhere(text));
        expect(sorted(placesOf(index, part))).toEqual(naive(text, part));
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  test('knows the places that it was given, and no other', () => {
    const text = 'ab '.repeat(40);
    for (const part of ['ab', 'ab ab', 'ab '.repeat(25).trim(), 'b']) {
      const starts = new Set(naive(text, 'ab').filter((at) => at % 2 === 0));
      const found = naive(text, part).filter((at) => starts.has(at));
      expect(sorted(placesOf(indexStarts(text, starts), part))).toEqual(found);
    }
  });

  test.each([7, 8, 9, 10])('tells %d long parts that begin alike apart', (count) => {
    const head = 'x'.repeat(64);
    const parts = Array.from({ length: count }, (_, i) => `${head}${i} `);
    const text = parts.join('');
    const starts = new Set(parts.map((_, i) => parts.slice(0, i).join('').length));
    const index = indexStarts(text, starts);
    for (const [i, part] of parts.entries()) {
      const expected = naive(text, part.trimEnd()).filter((at) => starts.has(at));
      expect(placesOf(index, part.trimEnd())).toEqual(expected);
      expect(expected.length, `${i}`).toBeGreaterThan(0);
    }
    expect(sorted(placesOf(index, head))).toHaveLength(
      naive(text, head).filter((at) => starts.has(at)).length,
    );
  });

  test('of places in any order is in order', () => {
    const text = 'delta alpha charlie bravo';
    const index = indexStarts(text, new Set([0, 6, 12, 20]));
    expect(index.places.map(({ key }) => key.slice(0, 5))).toEqual([
      'alpha',
      'bravo',
      'charl',
      'delta',
    ]);
    expect(placesOf(index, 'charlie')).toEqual([12]);
    expect(placesOf(index, 'echo')).toEqual([]);
  });
});
