import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { naiveRounded } from '../../../model/naive-text.js';
import { seeded } from '../../../property/seed.js';
import { computed, expectStop } from './computed.js';

describe('arithmetic', () => {
  test('gives finite numbers', () => {
    expect(computed('add', { left: 1, right: 2 })).toBe(3);
    expect(computed('subtract', { left: 1, right: 2 })).toBe(-1);
    expect(computed('multiply', { left: 3, right: 2 })).toBe(6);
    expect(computed('divide', { left: 3, right: 2 })).toBe(1.5);
    expect(computed('percent', { of: 50, rate: 10 })).toBe(5);
    expect(Object.is(computed('multiply', { left: -1, right: 0 }), 0)).toBe(true);
  });

  test('or none', () => {
    expectStop('divide', { left: 1, right: 0 });
    expectStop('divide', { left: 0, right: 0 });
    expectStop('add', { left: 1e308, right: 1e308 });
    expectStop('multiply', { left: 1e200, right: 1e200 });
    expectStop('percent', { of: 'SECRET', rate: 10 });
    expectStop('percent', { of: 1e308, rate: 1e3 });
    for (const fn of ['add', 'subtract', 'multiply', 'divide'] as const) {
      for (const odd of ['SECRET', '1', null, true, [1], { a: 1 }]) {
        expectStop(fn, { left: odd, right: 1 });
        expectStop(fn, { left: 1, right: odd });
      }
    }
  });
});

describe('number', () => {
  test.each([
    ['12', 12],
    [' -3.50 ', -3.5],
    ['1,234', 1234],
    ['12,345,678.9', 12_345_678.9],
    ['007', 7],
    ['-0', 0],
  ] as const)('%s', (text, value) => {
    expect(Object.is(computed('number', { text }), value)).toBe(true);
  });

  test.each([
    ...['', 'SECRET', '1e3', '0x10', 'Infinity', 'NaN', '1.', '.5', '+1', '1 2', '--1', '1_000'],
    ...['1,2', '1,2345', '1.234,5', '$5', '5%', '1'.repeat(16), '\u0661\u0662'],
  ])('not %j', (text) => expectStop('number', { text }));

  test('not another kind of value', () => {
    for (const text of [7, null, true, ['1']]) expectStop('number', { text });
  });
});

describe('round', () => {
  test.each([
    [2.5, undefined, 3],
    [-2.5, undefined, -3],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [0.1 + 0.2, 12, 0.3],
    [1e-7, 7, 1e-7],
    [1e-7, 6, 0],
    [123_456_789.5, 0, 123_456_790],
    [1e21, 0, 1e21],
    [1.5e300, 12, 1.5e300],
    [-1e22, 2, -1e22],
    [2 ** 53, 12, 2 ** 53],
  ] as const)('%d to %s digits', (number, digits, value) => {
    const args = digits === undefined ? { number } : { number, digits };
    expect(computed('round', args)).toBe(value);
  });

  test('to so many digits, and of nothing but numbers', () => {
    for (const digits of [-1, 13, 1.5, '2', null]) expectStop('round', { number: 1, digits });
    for (const number of ['SECRET', null, [1]]) expectStop('round', { number });
  });

  seeded(
    'is the nearest decimal, digit by digit',
    fc.property(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.tuple(fc.integer(), fc.integer({ min: 0, max: 6 })).map(([n, d]) => n / 10 ** d),
      ),
      fc.integer({ min: 0, max: 12 }),
      (number, digits) => {
        const expected = Number(naiveRounded(number, digits)) + 0;
        expect(computed('round', { number, digits })).toBe(expected);
      },
    ),
  );
});
