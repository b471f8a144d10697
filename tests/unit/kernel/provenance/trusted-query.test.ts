/** What is no query, what a query tells of itself, and every form that a quote may have. */
import { describe, expect, test } from 'vitest';
import { mayBeForm } from '../../../../kernel/provenance/quote-normal.js';
import {
  isTrustedQuery,
  TrustedQuery,
  trustQuery,
} from '../../../../kernel/provenance/trusted-query.js';

const principal = 'user:alice@example.com';

function quotes(text: string, ...literals: (string | number)[]): readonly boolean[] {
  const query = trustQuery(text, { principal });
  return literals.map((literal) => query.quotes(literal));
}

const fault = (message: string) => expect.objectContaining({ code: 'query_malformed', message });

describe('a query', () => {
  test('has its text in NFC, the label of the user, and the principal as it is compared', () => {
    const query = trustQuery('Mail cafe\u0301', { principal: 'user:Alice@EXAMPLE.com' });
    expect(query.text).toBe('Mail caf\u00e9');
    expect(query.principal).toBe('user:Alice@example.com');
    expect(query.label).toEqual({
      sources: ['user'],
      control: [],
      readers: 'anyone',
      subjects: ['user'],
    });
    const narrow = trustQuery('x', { principal, readers: ['user', 'cap:a.b'] });
    expect(narrow.label.readers).toEqual(['cap:a.b', principal]);
    expect([query, TrustedQuery, TrustedQuery.prototype].every(Object.isFrozen)).toBe(true);
  });

  test('is known by its brand, and made by nothing else', () => {
    const query = trustQuery('x', { principal });
    const odd = [null, undefined, 'x', {}, Object.create(query), new Proxy(query, {})];
    expect([query, ...odd].map(isTrustedQuery)).toEqual([true, ...odd.map(() => false)]);
    const Open = TrustedQuery as unknown as new (...parts: unknown[]) => TrustedQuery;
    for (const key of [undefined, {}, Object.freeze({})])
      expect(() => new Open(key, 'x', query.label, principal)).toThrow(
        fault('a query is made by `trustQuery`'),
      );
  });

  test('is refused where it is no text, or too much, or its principal or readers are none', () => {
    const make =
      (text: unknown, more: object = {}) =>
      () =>
        trustQuery(text as string, { principal, ...more });
    expect(make(7)).toThrow(fault('a query that is no text'));
    for (const text of ['', ' \n\t']) expect(make(text)).toThrow(fault('an empty query'));
    expect(make('x'.repeat(262_144))).not.toThrow();
    expect(make('x'.repeat(262_145))).toThrow(fault('a query over 262144 characters'));
    expect(make('a\ud800')).toThrow(fault('a query with a lone surrogate'));
    const name = 'a principal is `user:` and a name of at most 320 characters without spaces';
    expect(make('x', { principal: `user:${'a'.repeat(320)}` })).not.toThrow();
    for (const odd of ['', 'alice', 'user:', 'user:a b', `user:${'a'.repeat(321)}`, 'xuser:a', 7])
      expect(make('x', { principal: odd })).toThrow(fault(name));
    const readers = 'readers must be `anyone`, or a list of `user`, `user:NAME` and `cap:NAME`';
    expect(make('x', { readers: ['bob'] })).toThrow(fault(readers));
  });

  test('answers alike however often and for how many literals it is asked', () => {
    const query = trustQuery('Mail bob@example.com the plan', { principal });
    for (let i = 0; i < 5000; i += 1) expect(query.quotes(`no${i}`)).toBe(false);
    const long = `the ${'x'.repeat(300)}`;
    for (const round of [1, 2]) {
      expect([round, query.quotes('the plan'), query.quotes('ob@example.com')]).toEqual([
        round,
        true,
        false,
      ]);
      expect([query.quotes(long), query.quotes('')]).toEqual([false, false]);
    }
    expect(query.quotes('cafe\u0301')).toBe(false);
    expect([true, false, null].map((one) => query.quotes(one))).toEqual([false, false, false]);
  });
});

describe('the form of a quote', () => {
  const months = [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
    ...['August', 'September', 'October', 'November', 'December'],
  ];

  test.each(months.map((name, at) => [name, `${at + 1}`.padStart(2, '0')]))(
    'names %s by its number, however it is written',
    (name, number) => {
      const date = `2024-${number}-03`;
      const texts = [
        `on ${name} 3, 2024`,
        `on 3 ${name.toLowerCase()} 2024`,
        `the 3rd of ${name} 2024`,
        `on ${name.slice(0, 3)}. 3rd 2024`,
      ];
      for (const text of texts) expect([text, ...quotes(text, date)]).toEqual([text, true]);
      expect(quotes(`on ${name} 3rd`, `--${number}-03`)).toEqual([true]);
      expect(quotes(`on the 3rd of ${name}`, `--${number}-03`)).toEqual([true]);
    },
  );

  test('is none of a day that is no day, or a month that is none', () => {
    expect(quotes('on May 31, 2024', '2024-05-31')).toEqual([true]);
    expect(quotes('on May 32, 2024 or May 0, 2024', '2024-05-32', '2024-05-00')).toEqual([
      false,
      false,
    ]);
    expect(quotes('on Foo 3, 2024', '2024-00-03', '2024-01-03')).toEqual([false, false]);
    expect(quotes('on 5/6/2024', '2024-05-06', '2024-06-05')).toEqual([false, false]);
    expect(quotes('May 3, 2024', '--05-03')).toEqual([false]);
  });

  test('gives the first day of a range the year of the second, within one year', () => {
    const range = 'from January 11th to January 15th 2025';
    expect(quotes(range, '2025-01-11', '2025-01-15')).toEqual([true, true]);
    expect(quotes('January 11th until March 2nd, 2025', '2025-01-11')).toEqual([true]);
    expect(quotes('December 30th to January 2nd 2025', '2025-12-30', '2024-12-30')).toEqual([
      false,
      false,
    ]);
  });

  test.each([
    ['at 9 am', '09:00'],
    ['at 9:30', '09:30'],
    ['at 9:30 p.m.', '21:30'],
    ['at 12am', '00:00'],
    ['at 12 PM', '12:00'],
    ['at 23:59', '23:59'],
    ['at 0:05', '00:05'],
  ])('of a time: %s is %s', (text, form) => {
    expect(quotes(text, form)).toEqual([true]);
  });

  test('of a time is none where there is no such time, or only a number', () => {
    expect(quotes('at 9:60, 13 pm or 0 am', '09:60', '13:00', '01:00', '00:00')).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(quotes('at 9', '09:00')).toEqual([false]);
    expect(quotes('at 13 pm', '25:00')).toEqual([false]);
  });

  test.each([
    ['30 seconds', 'PT30S'],
    ['1 sec', 'PT1S'],
    ['15 minutes', 'PT15M'],
    ['5 min', 'PT5M'],
    ['2 hours', 'PT2H'],
    ['2 hr', 'PT2H'],
    ['3-day', 'P3D'],
    ['two weeks', 'P2W'],
    ['zero days', 'P0D'],
    ['Twelve Hours', 'PT12H'],
    ['ten minutes', 'PT10M'],
  ])('of a duration: %s is %s', (text, form) => {
    expect(quotes(`wait ${text} now`, form)).toEqual([true]);
  });

  test('of a number loses signs of money and percent, and commas of thousands', () => {
    expect(quotes('pay $1,234.50 or 7% of €-3 to +4', 1234.5, 7, -3, 4)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(quotes('pay 12,34 or 1,2345', 1234, 12_345, 12, 34)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(quotes('call 555-1234', 555, 1234)).toEqual([false, false]);
  });

  test('has one of few shapes', () => {
    const shapes = ['2024-05-03', '--05-03', '09:30', 'PT5M', 'P3D', 'P2W'];
    expect(shapes.map(mayBeForm)).toEqual(shapes.map(() => true));
    const odd = [
      '',
      'May',
      '24-05-03',
      '2024-5-3',
      '9:30',
      'P5',
      'PT5',
      'x09:30',
      '09:30x',
      '-05-03',
    ];
    expect(odd.map(mayBeForm)).toEqual(odd.map(() => false));
  });
});
