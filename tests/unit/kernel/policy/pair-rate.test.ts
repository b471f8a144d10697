// kernel/policy/pair-rate.ts: ten messages a minute, each ordered pair by itself.
import { expect, it } from 'vitest';
import { makePairRate } from '../../../../kernel/policy/pair-rate.js';
import { verifies } from '../../../claims/verifies.js';

const often = (count: number, ask: () => boolean): readonly boolean[] =>
  Array.from({ length: count }, ask);

verifies('G-51', 'the eleventh message within a minute is refused, and a minute later not', () => {
  const rate = makePairRate();
  for (let i = 0; i < 10; i += 1) expect(rate.admits('A', 'B', i * 1000)).toBe(true);
  expect(rate.admits('A', 'B', 59_999)).toBe(false);
  // The window slides: one has left it, so one may go.
  expect([60_000, 60_000, 61_000].map((now) => rate.admits('A', 'B', now))).toEqual([
    true,
    false,
    true,
  ]);
});

verifies('G-51', 'each direction and each pair counts by itself', () => {
  const rate = makePairRate();
  expect(often(11, () => rate.admits('A', 'B', 0)).at(-1)).toBe(false);
  expect(rate.admits('B', 'A', 0)).toBe(true);
  expect(rate.admits('A', 'C', 0)).toBe(true);
});

it('does not count what it refused', () => {
  const rate = makePairRate();
  often(10, () => rate.admits('A', 'B', 0));
  often(50, () => rate.admits('A', 'B', 30_000));
  expect(rate.admits('A', 'B', 60_000)).toBe(true);
});

it('is not fooled by a clock that is set back', () => {
  const rate = makePairRate();
  often(10, () => rate.admits('A', 'B', 100_000));
  expect(rate.admits('A', 'B', 0)).toBe(false);
  expect(rate.admits('A', 'B', Number.NaN)).toBe(false);
});

it('remembers no more pairs than it may, and refuses those it cannot remember', () => {
  const rate = makePairRate({ maxPairs: 2 });
  expect(rate.admits('A', 'B', 0)).toBe(true);
  expect(rate.admits('A', 'C', 1)).toBe(true);
  expect(rate.admits('A', 'D', 2)).toBe(false);
  expect(rate.admits('A', 'B', 3)).toBe(true);
  // The pair that spoke last stays; the other one is a minute old.
  expect(rate.admits('A', 'D', 60_001)).toBe(true);
  expect(rate.admits('A', 'C', 60_002)).toBe(false);
});

it('lets nobody speak without a name', () => {
  const rate = makePairRate();
  expect(rate.admits('', 'B', 0)).toBe(false);
  expect(rate.admits('A', 'B C', 0)).toBe(false);
});
