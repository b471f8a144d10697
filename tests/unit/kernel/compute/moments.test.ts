import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, dayOf, daysInMonth } from '../../../../kernel/compute/civil.js';
import { readMoment } from '../../../../kernel/compute/moment.js';
import { naiveForm, naiveMoment, naiveMomentText, naiveMove } from '../../../model/naive-moment.js';
import { seeded } from '../../../property/seed.js';
import { computed, expectStop } from './computed.js';

const DAY = 86_400_000;
const day = fc.integer({ min: Date.UTC(1000, 0, 1) / DAY, max: Date.UTC(9999, 11, 31) / DAY });
const minute = fc.integer({ min: 0, max: 1439 });

function textOf(number: number, minutes: number | null): string {
  const iso = new Date(number * DAY + (minutes ?? 0) * 60_000).toISOString();
  return minutes === null ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
}

describe('days of the calendar', () => {
  seeded(
    'are those of `Date`, back and forth',
    fc.property(day, (number) => {
      const date = new Date(number * DAY);
      const civil = {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      };
      expect(dayOf(number)).toEqual(civil);
      expect(dayNumber(civil)).toBe(number);
      const last = new Date(Date.UTC(civil.year, civil.month, 0)).getUTCDate();
      expect(daysInMonth(civil.year, civil.month)).toBe(last);
    }),
    { runs: 5000 },
  );
});

test('the end of February and of December is that of `Date` in every year', () => {
  const odd: number[] = [];
  for (let year = 1000; year <= 9999; year += 1) {
    for (const [month, at] of [
      [1, 28],
      [1, 29],
      [1, 30],
      [11, 31],
      [11, 32],
    ] as const) {
      const date = new Date(Date.UTC(year, month, at));
      const { year: y, month: m, day } = dayOf(date.getTime() / DAY);
      const isSame = y === date.getUTCFullYear() && m === date.getUTCMonth() + 1;
      if (!isSame || day !== date.getUTCDate()) odd.push(year);
    }
  }
  expect(odd).toEqual([]);
});

describe('moments', () => {
  const units = fc.constantFrom('minutes', 'hours', 'days', 'weeks', 'months', 'years');

  seeded(
    'are read, moved and written as `Date` does',
    fc.property(
      day,
      fc.option(minute, { nil: null }),
      units,
      fc.integer({ min: -5000, max: 5000 }),
      (number, minutes, unit, amount) => {
        const moment = textOf(number, minutes);
        const from = naiveMoment(moment);
        if (from === null) throw new Error('a moment that `Date` cannot read');
        const to = naiveMomentText(naiveMove(from, amount, unit));
        if (to === null) expectStop('move', { moment, amount, unit });
        else expect(computed('move', { moment, amount, unit })).toBe(to);
        for (const form of ['date', 'time', 'date_time', 'weekday', 'year', 'month', 'day']) {
          expect(computed('format', { value: moment, form })).toBe(naiveForm(from, form));
        }
      },
    ),
    { runs: 5000 },
  );

  seeded(
    'lie so far apart',
    fc.property(day, minute, fc.integer({ min: 0, max: 10_000_000 }), (number, minutes, amount) => {
      const from = textOf(number, minutes);
      const at = new Date(`${from.replace(' ', 'T')}:00Z`).getTime() + amount * 60_000;
      fc.pre(new Date(at).getUTCFullYear() <= 9999);
      const to = textOf(0, at / 60_000);
      expect(computed('between', { from, to, unit: 'minutes' })).toBe(amount);
      expect(computed('between', { from: to, to: from, unit: 'days' })).toBe(-amount / 1440 + 0);
    }),
  );

  seeded(
    'are no other texts',
    fc.property(
      fc.stringMatching(/^\d{3,5}[-/ ]\d{1,2}-\d{1,2}([T ]\d\d:\d\d(:\d\d)?)?Z?$/),
      (text) => {
        expect(readMoment(text) !== undefined).toBe(naiveMoment(text) !== null);
      },
    ),
    { runs: 3000 },
  );

  test.each([
    ['2024-01-31', 1, 'months', '2024-02-29'],
    ['2023-01-31', 1, 'months', '2023-02-28'],
    ['2024-02-29', 1, 'years', '2025-02-28'],
    ['2024-02-29', -1, 'months', '2024-01-29'],
    ['2024-12-31', 1, 'days', '2025-01-01'],
    ['2024-05-15', 90, 'minutes', '2024-05-15 01:30'],
    ['2024-05-15T23:30', 1, 'hours', '2024-05-16 00:30'],
    ['2024-05-15 10:00', -2, 'weeks', '2024-05-01 10:00'],
  ] as const)('%s and %d %s', (moment, amount, unit, to) => {
    expect(computed('move', { moment, amount, unit })).toBe(to);
  });

  test.each([
    ['2000-02-28', 'P1D', '2000-02-29'],
    ['2000-02-29', 'P2W', '2000-03-14'],
    ['2024-05-15', 'PT90M', '2024-05-15 01:30'],
    ['2024-05-15', 'PT24H', '2024-05-16'],
    ['2024-05-15 10:00', 'PT0M', '2024-05-15 10:00'],
  ] as const)('%s and %s', (moment, amount, to) => {
    expect(computed('move', { moment, amount })).toBe(to);
  });

  test('and no other durations', () => {
    for (const amount of ['SECRET', 'P1', 'PT1D', 'P1H', 'P1Y', 'P1DT1H', '-P1D', 1, null]) {
      expectStop('move', { moment: '2024-05-15', amount });
    }
    expectStop('move', { moment: '2024-05-15', amount: 'P1D', unit: 'days' });
  });

  test.each([
    ['--05-15', '2024-05-15', '2024-05-15'],
    ['--05-15', '2024-05-15 23:59', '2024-05-15'],
    ['--05-14', '2024-05-15', '2025-05-14'],
    ['--02-29', '1999-01-01', '2000-02-29'],
    ['--02-29', '1896-03-01', '1904-02-29'],
  ] as const)('the next %s after %s', (day, after, found) => {
    expect(computed('next', { day, after })).toBe(found);
  });

  test('is of a day that there is', () => {
    for (const day of ['SECRET', '2024-05-15', '--13-01', '--02-30', '--5-1', 7]) {
      expectStop('next', { day, after: '2024-05-15' });
    }
    expectStop('next', { day: '--05-15', after: 'SECRET' });
    expectStop('next', { day: '--01-01', after: '9999-05-15' });
  });

  test('stay within four digits of a year', () => {
    expectStop('move', { moment: '9999-12-31', amount: 1, unit: 'days' });
    expectStop('move', { moment: '1000-01-01', amount: -1, unit: 'minutes' });
    for (const amount of [120_001, -120_000, 10_000_000]) {
      expectStop('move', { moment: '2024-01-01', amount, unit: 'months' });
    }
    expectStop('move', { moment: '2024-01-01', amount: 10_000_001, unit: 'minutes' });
    for (const amount of [1.5, '1', null]) {
      expectStop('move', { moment: '2024-01-01', amount, unit: 'days' });
    }
  });

  test('a day and a time of day', () => {
    const date = '2024-05-15';
    expect(computed('moment', { date, time: '09:30' })).toBe('2024-05-15 09:30');
    for (const time of ['SECRET', '24:00', '9:30', '09:60', '09:30Z', '', 930]) {
      expectStop('moment', { date, time });
    }
    expectStop('moment', { date: '2024-05-15 10:00', time: '09:30' });
    expectStop('moment', { date: 'SECRET', time: '09:30' });
  });

  test.each([
    ...['SECRET', '', '2023-02-29', '2024-13-01', '2024-00-10', '2024-01-32', '0999-12-31'],
    ...['24-01-01', '2024-1-1', '2024-01-01 24:00', '2024-01-01 10:60', '2024-01-01 10:00:60'],
    ...[
      '2024-01-01Z',
      '2024-01-01T10:00Z',
      '2024-01-01 10:00+02:00',
      ' 2024-01-01',
      '2024-01-01\n',
    ],
  ])('%j is none', (text) => {
    expect(readMoment(text)).toBeUndefined();
    expectStop('between', { from: text, to: '2024-01-01', unit: 'days' });
    expectStop('between', { from: '2024-01-01', to: text, unit: 'days' });
  });
});
