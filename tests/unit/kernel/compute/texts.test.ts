import { describe, expect, test } from 'vitest';
import { computed, expectStop } from './computed.js';

const MOST = 1_000_000;

describe('template', () => {
  test('fills every hole, once', () => {
    const fields = { who: 'Bo', n: 2.5, all: ['a', 1, null, true], none: null };
    expect(computed('template', { text: 'Dear {who}, {n}: {all}{none}.', fields })).toBe(
      'Dear Bo, 2.5: a, 1, , true.',
    );
    // What is filled in is no template.
    expect(computed('template', { text: '{a}', fields: { a: '{b}', b: 'SECRET' } })).toBe('{b}');
    expect(computed('template', { text: '{ a }{1}{}', fields: { a: 1 } })).toBe('{ a }{1}{}');
    expect(computed('template', { text: '$& {a}', fields: { a: '$1$&' } })).toBe('$& $1$&');
  });

  test('has a field for every hole, and nothing but scalars', () => {
    expectStop('template', { text: '{SECRET}', fields: {} });
    expectStop('template', { text: '{toString}', fields: {} });
    expectStop('template', { text: '{a}', fields: { a: { b: 'SECRET' } } });
    expectStop('template', { text: '{a}', fields: { a: [[{ b: 'SECRET' }]] } });
    expectStop('template', { text: 7, fields: {} });
    expectStop('template', { text: 'SECRET', fields: ['SECRET'] });
  });

  test('makes a million characters at most', () => {
    const a = 'x'.repeat(MOST / 2);
    expect(computed('template', { text: '{a}{a}', fields: { a } })).toHaveLength(MOST);
    expectStop('template', { text: '{a}{a}.', fields: { a } });
    expectStop('template', { text: '{a}'.repeat(10_000), fields: { a } });
  });
});

describe('join and split', () => {
  test('put together and take apart', () => {
    expect(computed('join', { list: ['a', 1, true, null, ['b', 'c']], separator: '-' })).toBe(
      'a-1-true--b, c',
    );
    expect(computed('join', { list: [], separator: ', ' })).toBe('');
    expect(computed('split', { text: 'a, b, ', separator: ', ' })).toEqual(['a', 'b', '']);
    expect(computed('split', { text: '', separator: ',' })).toEqual(['']);
    expectStop('join', { list: [{ a: 'SECRET' }], separator: ',' });
    expectStop('join', { list: ['SECRET'], separator: 1 });
    expectStop('split', { text: 'SECRET', separator: '' });
    expectStop('split', { text: ['SECRET'], separator: ',' });
  });

  test('are bounded', () => {
    const half = 'x'.repeat(MOST / 2);
    expectStop('join', { list: [half, half, 'x'], separator: '' });
    expectStop('join', {
      list: Array.from({ length: 9999 }, () => ''),
      separator: 'x'.repeat(101),
    });
    expect(computed('split', { text: ','.repeat(9999), separator: ',' })).toHaveLength(10_000);
    expectStop('split', { text: ','.repeat(10_000), separator: ',' });
  });
});

describe('format', () => {
  test.each([
    ['2024-05-05 14:30', 'date', '2024-05-05'],
    ['2024-05-05 14:30', 'time', '14:30'],
    ['2024-05-05', 'time', '00:00'],
    ['2024-05-05T14:30:59', 'date_time', '2024-05-05 14:30'],
    ['2024-05-05', 'weekday', 'Sunday'],
    ['1969-12-31', 'weekday', 'Wednesday'],
    ['2024-05-05', 'year', '2024'],
    ['2024-05-05', 'month', '05'],
    ['2024-05-05', 'day', '05'],
    [90, 'clock', '01:30'],
    [6000, 'clock', '100:00'],
    [1.005, 'money', '1.01'],
    [-0.001, 'money', '0.00'],
    [1e20, 'money', '100000000000000000000.00'],
    [2.5, 'integer', '3'],
    [-2.5, 'integer', '-3'],
  ] as const)('%s as %s', (value, form, text) => {
    expect(computed('format', { value, form })).toBe(text);
  });

  test('of another kind of value is none', () => {
    for (const form of ['date', 'time', 'weekday']) {
      for (const value of ['SECRET', 7, null, '2023-02-29']) expectStop('format', { value, form });
    }
    for (const form of ['money', 'integer', 'clock']) {
      for (const value of ['SECRET', null, [1], 1e21, -1e300])
        expectStop('format', { value, form });
    }
    for (const value of [-1, 1.5, 1e17]) expectStop('format', { value, form: 'clock' });
  });
});
