import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { occurrences } from '../../kernel/provenance/occurrences.js';
import { indexStarts, placesOf } from '../../kernel/provenance/start-index.js';
import { trustQuery } from '../../kernel/provenance/trusted-query.js';
import { countedWork } from './counted-work.js';
import { seeded } from './seed.js';

const principal = 'user:me@example.com';
/**
 * Much longer than a quotation may be: one at the end of the text, taken whole, and the search for
 * its closing mark, which ends where the text does, spare less than a fifth of the work.
 */
const SIZE = 8192;
const pattern = fc
  .string({ unit: fc.constantFrom('a', ' ', '"', "'", '.', '(', ',', '1', ':'), maxLength: 4 })
  .filter((text) => text.trim() !== '');

/** Steps of asking one query for one literal, both as long as told. */
function steps(unit: string, literal: string, size: number, isLong: boolean): number {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  const share = isLong ? size / 2 : 40;
  const part = `${literal.repeat(Math.ceil(share / literal.length)).slice(0, share)}`;
  const query = trustQuery(`a${text}`, { principal });
  return countedWork(() => {
    query.quotes(part);
    query.quotes(`${part}b`);
    query.quotes(`b${part}`);
    query.quotes(-1);
  });
}

describe('asking for a quote', () => {
  seeded(
    'takes twice the steps for twice the text, whatever repeats in it',
    fc.property(pattern, pattern, fc.boolean(), fc.boolean(), (unit, other, isSame, isLong) => {
      const literal = isSame ? unit : other;
      const once = steps(unit, literal, SIZE, isLong);
      const twice = steps(unit, literal, 2 * SIZE, isLong);
      expect(twice).toBeLessThan(2.5 * once + 5000);
    }),
    { runs: 100 },
  );

  seeded(
    'takes few steps more for many literals than for some',
    fc.property(pattern, fc.boolean(), (unit, isSame) => {
      const text = unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
      const asked = (count: number): number => {
        const query = trustQuery(`a ${text}`, { principal });
        return countedWork(() => {
          for (let i = 0; i < count; i += 1) query.quotes(isSame ? unit : `a ${unit}${i}`);
        });
      };
      // Some take the query apart; the others only look.
      expect(asked(2000)).toBeLessThan(asked(100) + 2000 * 60);
    }),
    { runs: 50 },
  );

  test('counts what it is to count: a quadratic search is seen', () => {
    const search = (size: number): number => {
      const text = 'a'.repeat(size);
      return countedWork(() => {
        for (let i = 0; i < size; i += 1) text.indexOf('b', i);
      });
    };
    expect(search(800)).toBeGreaterThan(3 * search(400));
  });
});

describe('the places where a text occurs', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 });

  seeded(
    'are found among places in order as they are in the text',
    fc.property(text, text, fc.constantFrom(1, 20, 70), fc.nat(3), (whole, part, times, step) => {
      const [inText, wanted] = [whole.repeat(2 * times), part.repeat(times)];
      const starts = new Set([...inText].map((_, i) => i).filter((i) => i % (step + 1) === 0));
      const found = [...placesOf(indexStarts(inText, starts), wanted)].sort((a, b) => a - b);
      expect(found).toEqual([...occurrences(inText, wanted)].filter((at) => starts.has(at)));
    }),
  );

  seeded(
    'are all of them, short or long, overlaps too',
    fc.property(text, text, fc.constantFrom(1, 20, 70), (whole, part, times) => {
      const [inText, wanted] = [whole.repeat(2 * times), part.repeat(times)];
      const found = [...inText].map((_, i) => i).filter((i) => inText.startsWith(wanted, i));
      expect([...occurrences(inText, wanted)]).toEqual(found);
    }),
  );
});
