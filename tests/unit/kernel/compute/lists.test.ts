import { describe, expect, test } from 'vitest';
import type { ComputeFunction, Json } from '../../../../schemas/index.js';
import { compare, item } from '../../../fakes/plan-steps.js';
import { computed, expectStop } from './computed.js';

const people = [
  { name: 'Bo', age: 7, tags: ['x'] },
  { name: 'Al', age: 9, tags: [] },
  { name: 'Cy', age: 7, tags: ['x', 'y'] },
];
const list = people;
const [bo, al, cy] = people as unknown as readonly [Json, Json, Json];

describe('what picks', () => {
  test('select, filter and take', () => {
    const nine = compare(item('age'), 'equals', 9);
    const seven = compare(item('age'), 'equals', 7);
    expect(computed('select', { list }, { where: nine })).toEqual(al);
    expect(computed('filter', { list }, { where: seven })).toEqual([bo, cy]);
    expect(computed('filter', { list: [] }, { where: seven })).toEqual([]);
    expect(computed('take', { list, count: 2 })).toEqual([bo, al]);
    expect(computed('take', { list, count: 0 })).toEqual([]);
    expect(computed('take', { list, count: 99 })).toEqual(list);
    expectStop('select', { list }, { where: seven }, 'select_ambiguous');
    expectStop('select', { list: [] }, { where: seven }, 'select_none');
    for (const count of [-1, 1.5, '2', null]) expectStop('take', { list, count });
  });

  test('least and most: the first of equal ones, by numbers, moments or texts', () => {
    expect(computed('least', { list }, { by: 'age' })).toEqual(bo);
    expect(computed('most', { list }, { by: 'age' })).toEqual(al);
    expect(computed('least', { list }, { by: 'name' })).toEqual(al);
    expect(computed('most', { list: [2, 10, 9] })).toBe(10);
    expect(computed('least', { list: ['2024-05-15 10:00', '2024-05-15T09:00'] })).toBe(
      '2024-05-15T09:00',
    );
    expectStop('least', { list: [] }, {}, 'select_none');
    expectStop('most', { list }, { by: 'tags' });
    expectStop('most', { list: [1, 'SECRET'] });
    expectStop('least', { list: [null, null] });
  });

  test('distinct and difference, by a field or as a whole', () => {
    expect(computed('distinct', { list }, { by: 'age' })).toEqual([bo, al]);
    expect(computed('distinct', { list: [1, '1', 1, null] })).toEqual([1, '1', null]);
    const same = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ];
    expect(computed('distinct', { list: same })).toHaveLength(1);
    expect(computed('difference', { list, without: [{ age: 7 }] }, { by: 'age' })).toEqual([al]);
    expect(computed('difference', { list: [1, 2, 1], without: [1] })).toEqual([2]);
    expectStop('difference', { list, without: 'SECRET' });
  });

  test('choose', () => {
    const [yes, no] = ['a', 'b'];
    expect(computed('choose', { yes, no }, { where: compare(1, 'equals', 1) })).toBe('a');
    expect(computed('choose', { yes, no }, { where: compare(1, 'equals', 2) })).toBe('b');
  });
});

describe('what keeps all', () => {
  test('sort is stable, both ways', () => {
    expect(computed('sort', { list }, { by: 'age' })).toEqual([bo, cy, al]);
    expect(computed('sort', { list, order: 'descending' }, { by: 'age' })).toEqual([al, bo, cy]);
    expect(computed('sort', { list: [10, 9, 1], order: 'ascending' })).toEqual([1, 9, 10]);
    expect(computed('sort', { list: ['b', 'B', 'a'] })).toEqual(['B', 'a', 'b']);
    expect(computed('sort', { list: [] })).toEqual([]);
    expectStop('sort', { list: [1, 'SECRET'] });
    expectStop('sort', { list }, { by: 'missing' });
  });

  test('count, sum, rank and pluck', () => {
    expect(computed('count', { list })).toBe(3);
    expect(computed('sum', { list }, { by: 'age' })).toBe(23);
    expect(computed('sum', { list: [] })).toBe(0);
    expect(computed('rank', { list: ['a', 'b'] })).toEqual([
      { place: 1, item: 'a' },
      { place: 2, item: 'b' },
    ]);
    expect(computed('pluck', { list }, { by: 'tags.0' })).toEqual(['x', null, 'x']);
    expect(computed('pluck', { list: ['SECRET'] }, { by: 'length' })).toEqual([null]);
    expectStop('sum', { list: [1, 'SECRET'] });
    expectStop('sum', { list: [1e308, 1e308] });
  });

  test('group, flatten and entries', () => {
    expect(computed('group', { list }, { by: 'age' })).toEqual([
      { key: 7, items: [bo, cy] },
      { key: 9, items: [al] },
    ]);
    expect(computed('flatten', { list: [[1], [], [[2], 3]] })).toEqual([1, [2], 3]);
    expect(computed('entries', { record: { b: 1, a: [2] } })).toEqual([
      { key: 'b', value: 1 },
      { key: 'a', value: [2] },
    ]);
    expectStop('flatten', { list: [[1], 'SECRET'] });
    for (const record of [[], 'SECRET', null]) expectStop('entries', { record });
  });
});

const lists: readonly ComputeFunction[] = [
  ...(['sort', 'least', 'most', 'count', 'sum', 'group', 'rank', 'pluck', 'flatten'] as const),
  ...(['distinct', 'difference', 'take', 'select', 'filter', 'join'] as const),
];

describe('bounds', () => {
  const more = { without: [], count: 1, separator: ',' };
  const fields = { by: 'a', where: compare(item('a'), 'equals', 1) };

  test.each(lists)('%s wants a list, and of 10,000 items at most', (fn) => {
    for (const other of ['SECRET', { SECRET: 1 }, null, 7]) {
      expectStop(fn, { ...more, list: other }, fields);
    }
    const full = Array.from({ length: 10_001 }, () => (fn === 'flatten' ? [] : 1));
    expectStop(fn, { ...more, list: full }, fn === 'join' ? {} : fields);
  });

  test('10,000 items are not too many, 10,001 that come of it are', () => {
    const most = Array.from({ length: 10_000 }, (_, i) => i);
    expect(computed('count', { list: most })).toBe(10_000);
    expect(computed('sort', { list: most, order: 'descending' })).toEqual([...most].reverse());
    expect(computed('flatten', { list: [most.slice(1), [0]] })).toHaveLength(10_000);
    expectStop('flatten', { list: [most, [0]] });
  });
});
