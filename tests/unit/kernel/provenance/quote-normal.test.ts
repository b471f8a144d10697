/** What whole tokens of a query stand for, and what looks like it and is not. */
import { describe, expect, test } from 'vitest';
import { trustQuery } from '../../../../kernel/provenance/trusted-query.js';

const quotes = (text: string, literal: string | number): boolean =>
  trustQuery(text, { principal: 'user:alice@example.com' }).quotes(literal);

describe('numbers', () => {
  test.each([
    ['$5', 5],
    ['€5', 5],
    ['£5', 5],
    ['¥5', 5],
    ['5$', 5],
    ['5€', 5],
    ['5£', 5],
    ['5¥', 5],
    ['5%', 5],
    ['-5', -5],
    ['$-5', -5],
    ['+5', 5],
    ['0.25', 0.25],
    ['12345', 12_345],
    ['1,234', 1_234],
    ['123,456', 123_456],
    ['1,234,567.5', 1_234_567.5],
  ])('%s', (written, number) => {
    expect(quotes(`pay ${written} now`, number)).toBe(true);
    expect(quotes(written, number)).toBe(true);
  });

  test.each([
    ['x5', 5],
    ['5x', 5],
    ['%5', 5],
    ['$$5', 5],
    ['5%%', 5],
    ['5.5.5', 5.5],
    ['1,23', 123],
    ['1234,567', 1_234_567],
    [',234', 234],
    ['1,2345', 12_345],
    ['--5', 5],
    ['5-6', 5],
  ])('%s is not', (written, number) => {
    expect(quotes(`pay ${written} now`, number)).toBe(false);
  });
});

describe('days', () => {
  test.each([
    ['3 May 2024', '2024-05-03'],
    ['3 May, 2024', '2024-05-03'],
    ['3rd of May 2024', '2024-05-03'],
    ['1st May 2024', '2024-05-01'],
    ['22nd May. 2024', '2024-05-22'],
    ['May 3 2024', '2024-05-03'],
    ['May 31st, 2024', '2024-05-31'],
    ['Sept 4th', null],
    ['Sep 4th', '--09-04'],
    ['SEPTEMBER 4', '--09-04'],
    ['4 sep', '--09-04'],
    ['4th of September', '--09-04'],
    ['Dec. 24', '--12-24'],
    ['March 10th until March 12th, 2025', '2025-03-10'],
    ['Mar 10 through Mar. 12 2025', '2025-03-10'],
    ['March 10 to March 10 2025', '2025-03-10'],
    ['March 10 to April 12 2025', '2025-03-10'],
  ])('%s is %s', (written, form) => {
    if (form === null) expect(quotes(`on ${written}`, '--09-04')).toBe(false);
    else expect(quotes(`on ${written}`, form)).toBe(true);
  });

  test.each([
    ['3  May 2024', '2024-05-03'],
    ['3of May 2024', '2024-05-03'],
    ['33 May 2024', '2024-05-33'],
    ['0 May 2024', '2024-05-00'],
    ['103 May 2024', '2024-05-03'],
    ['3 May 20245', '2024-05-03'],
    ['3 May 24', '--05-03'],
    ['3 May 2', '--05-03'],
    ['May 3, 24', '--05-03'],
    ['May 3 24', '--05-03'],
    ['3 Ma 2024', '2024-05-03'],
    ['3 Mayday 2024', '2024-05-03'],
    ['3 Foo 2024', '2024-00-03'],
    ['March 10 and March 12 2025', '2025-03-10'],
    ['March 10 to the 12th 2025', '2025-03-10'],
    ['April 10 to March 12 2025', '2025-04-10'],
    ['Foo 10 to March 12 2025', '2025-00-10'],
  ])('%s is not %s', (written, form) => {
    expect(quotes(`on ${written}`, form)).toBe(false);
  });
});

describe('times and durations', () => {
  test.each([
    ['9am', '09:00'],
    ['9 A.M.', '09:00'],
    ['9pm', '21:00'],
    ['9:05 pm', '21:05'],
    ['12:30 am', '00:30'],
    ['12:30 p.m', '12:30'],
    ['1 am', '01:00'],
    ['11:59pm', '23:59'],
    ['0:00', '00:00'],
    ['19:07', '19:07'],
    ['1 second', 'PT1S'],
    ['2 secs', 'PT2S'],
    ['3 mins', 'PT3M'],
    ['4 hrs', 'PT4H'],
    ['5days', 'P5D'],
    ['1-week', 'P1W'],
    ['007 Minutes', 'PT7M'],
    ['123456 seconds', 'PT123456S'],
    ['zero days', 'P0D'],
    ['one hour', 'PT1H'],
    ['two days', 'P2D'],
    ['Three days', 'P3D'],
    ['four days', 'P4D'],
    ['five days', 'P5D'],
    ['six days', 'P6D'],
    ['seven days', 'P7D'],
    ['eight days', 'P8D'],
    ['nine days', 'P9D'],
    ['ten days', 'P10D'],
    ['eleven days', 'P11D'],
    ['twelve days', 'P12D'],
  ])('%s is %s', (written, form) => {
    expect(quotes(`at ${written} please`, form)).toBe(true);
  });

  test.each([
    ['9', '09:00'],
    ['19:07', '07:07'],
    ['9:5', '09:05'],
    ['9:60', '09:60'],
    ['24 am', '24:00'],
    ['24 pm', '12:00'],
    ['13:30 pm', '25:30'],
    ['0 am', '00:00'],
    ['0:30 am', '00:30'],
    ['13 am', '13:00'],
    ['99 pm', '99:00'],
    ['9 xm', '09:00'],
    ['9  am', '09:00'],
    ['1234567 seconds', 'PT1234567S'],
    ['234567 second', 'P234567D'],
    ['3 fortnights', 'P3D'],
    ['thirteen days', 'P13D'],
    ['a day', 'P1D'],
    ['3  days', 'P3D'],
    ['3--days', 'P3D'],
    ['3 dayss', 'P3D'],
  ])('%s is not %s', (written, form) => {
    expect(quotes(`at ${written} please`, form)).toBe(false);
  });
});

describe('a form begins where its token does, wherever another like it stands', () => {
  test.each([
    ['abcdefghij x3 May 2024', '2024-05-03'],
    ['abcdefghijk 1May 3, 2024', '2024-05-03'],
    ['abcdefghijkl 1January 11th to January 15th 2025', '2025-01-11'],
    ['abcde x3 May', '--05-03'],
    ['abcde 1May 3', '--05-03'],
    ['abcd x9:30', '09:30'],
    ['ab cd x3-day', 'P3D'],
  ])('%s: not %s', (query, form) => {
    expect(quotes(query, form)).toBe(false);
  });

  test.each([
    ['3 May 2024x', '2024-05-03'],
    ['9:30x', '09:30'],
    ['3 days-old', 'P3D'],
    ['May 3x', '--05-03'],
  ])('and ends where one does: %s is not %s', (query, form) => {
    expect(quotes(`on ${query}`, form)).toBe(false);
  });
});

test('days without a count stand for no number of them', () => {
  for (let count = 0; count <= 12; count += 1)
    expect(quotes('in some days please', `P${count}D`)).toBe(false);
});
