/** The bounds of a value that was put together: exact at the edge, in depth, number and text. */
import { expect, test } from 'vitest';
import { isBounded } from '../../../../kernel/snapshot/bounded.js';
import { defaultBounds } from '../../../../kernel/snapshot/snapshot.js';
import type { Json } from '../../../../schemas/index.js';

const { maxChars, maxDepth, maxNodes } = defaultBounds;
const half = 'x'.repeat(maxChars / 2);

function nested(depth: number, inner: Json, wrap: (value: Json) => Json): Json {
  return depth === 0 ? inner : wrap(nested(depth - 1, inner, wrap));
}

const asList = (value: Json): Json => [value];
const asRecord = (value: Json): Json => ({ a: value });

test('scalars are within the bounds', () => {
  for (const value of [null, true, 0, '', 'x', [], {}]) expect(isBounded(value)).toBe(true);
});

test('depth is counted in lists and records, and scalars add none', () => {
  for (const wrap of [asList, asRecord]) {
    for (const inner of [null, 1, 'x']) expect(isBounded(nested(maxDepth, inner, wrap))).toBe(true);
    expect(isBounded(nested(maxDepth + 1, 1, wrap))).toBe(false);
    expect(isBounded(nested(maxDepth, [], wrap))).toBe(false);
    expect(isBounded(nested(maxDepth, {}, wrap))).toBe(false);
  }
});

test('text and keys share one bound, to the character', () => {
  const fits: readonly Json[] = [
    half + half,
    [half, half],
    { a: half, b: half.slice(2) },
    [{ [half]: 1 }, half],
  ];
  for (const value of fits) expect(isBounded(value)).toBe(true);
  const tooMuch: readonly Json[] = [
    `${half + half}x`,
    [half, half, 'x'],
    [half, `${half}x`, ''],
    { a: half, b: half },
    { a: 1, [half]: `${half}` },
    [{ [half]: 1 }, `${half}x`],
    { [half]: half, '': 1, x: 1 },
  ];
  for (const value of tooMuch) expect(isBounded(value)).toBe(false);
});

test('every value counts, the lists and records that hold others too', () => {
  const thousand: Json = Array.from({ length: 999 }, () => 0);
  const fits = Array.from({ length: maxNodes / 1000 - 1 }, () => thousand);
  const rest = Array.from({ length: 998 }, () => 0);
  expect(isBounded([...fits, rest])).toBe(true);
  expect(isBounded([...fits, rest, 0])).toBe(false);
  expect(isBounded([...fits, [...rest, 0], 0])).toBe(false);
  expect(isBounded({ a: [...fits, rest] })).toBe(false);
});
