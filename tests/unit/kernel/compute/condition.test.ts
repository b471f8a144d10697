import { describe, expect, test } from 'vitest';
import { answer } from '../../../../kernel/compute/condition.js';
import { labelled } from '../../../../kernel/provenance/tainted.js';
import {
  branchTree,
  type Condition,
  conditionTests,
  type Json,
  makeLabel,
  uniformTree,
} from '../../../../schemas/index.js';
import { compare, item, ref } from '../../../fakes/plan-steps.js';

const by = (source: string) => makeLabel({ sources: [source], readers: 'anyone' });

/** Asks about two values, referred to as `a` and `b`. */
function holds(test: (typeof conditionTests)[number], a: Json, b: Json): boolean {
  const values: Readonly<Record<string, Json>> = { a, b };
  return answer(compare(ref('a'), test, ref('b')), null, (value) => {
    const name = typeof value === 'object' && value?.kind === 'ref' ? value.ref : '';
    return labelled(values[name] as Json, by('user'));
  }).holds;
}

const YES: readonly (readonly [(typeof conditionTests)[number], Json, Json])[] = [
  ['equals', 'a', 'a'],
  ['equals', { a: 1, b: [2] }, { b: [2], a: 1 }],
  ['equals', null, null],
  ['differs', 1, '1'],
  ['less', 9, 10],
  ['less', '2024-05-15', '2024-05-15 00:01'],
  ['at_most', 2, 2],
  ['at_most', '2024-05-15', '2024-05-15T00:00'],
  ['more', -1, -2],
  ['at_least', '2024-05-16', '2024-05-15 23:59'],
  ['contains', 'Dear Bob', 'Bob'],
  ['contains', ['a', { b: 1 }], { b: 1 }],
  ['mentions', 'Dear BOB', 'bob'],
  ['starts_with', 'Dear Bob', 'Dear'],
  ['ends_with', 'Dear Bob', 'Bob'],
  ['in', 'Bob', ['Al', 'Bob']],
  ['in', 'Bob', 'Dear Bob'],
];
const NO: typeof YES = [
  ['equals', 'a', 'A'],
  ['equals', 'e\u0301', '\u00e9'],
  ['equals', 0, null],
  ['differs', [1], [1]],
  ['less', 10, 9],
  ['less', 'a', 'b'],
  ['less', '9', '10'],
  ['more', '2024-05-15', '2024-05-15T00:00'],
  ['contains', 'Bob', 'Dear Bob'],
  ['contains', 'bob', 'Bob'],
  ['contains', { a: 1 }, 'a'],
  ['contains', [1], '1'],
  ['contains', '12', 1],
  ['mentions', ['Bob'], 'Bob'],
  ['starts_with', 'Bob', 'ob'],
  ['ends_with', 'ob', 'Bob'],
  ['in', ['a'], 'a'],
];

describe('tests', () => {
  test.each(YES)('%s %j %j', (name, a, b) => expect(holds(name, a, b)).toBe(true));
  test.each(NO)('not %s %j %j', (name, a, b) => expect(holds(name, a, b)).toBe(false));

  test('answer no to values that cannot be compared', () => {
    const values: readonly Json[] = [null, true, 1, 'a', '2024-05-15', [], ['a'], {}, { a: 1 }];
    for (const name of conditionTests) {
      for (const a of values)
        for (const b of values) expect(typeof holds(name, a, b)).toBe('boolean');
    }
    for (const name of ['less', 'at_most', 'more', 'at_least'] as const) {
      for (const a of values) {
        for (const b of values) {
          const isNumbers = typeof a === 'number' && typeof b === 'number';
          const isMoments = a === '2024-05-15' && b === '2024-05-15';
          if (!isNumbers && !isMoments) expect(holds(name, a, b)).toBe(false);
        }
      }
    }
  });
});

const mail = {
  value: { from: 'Bob', tags: ['x'] },
  tree: branchTree(by('host'), {
    from: uniformTree(by('tool:a'), false),
    tags: uniformTree(by('tool:b'), true),
  }),
};
const ask = (condition: Condition, about: typeof mail | null = mail) =>
  answer(condition, about, (value) => labelled(value as Json, by('user')));

describe('an answer', () => {
  test('tells who was compared, and through what, whatever came out', () => {
    const from = compare(item('from'), 'equals', 'Bob');
    expect(ask(from)).toEqual({
      holds: true,
      operands: ['user'],
      compared: ['host', 'tool:a'],
      isNaming: true,
    });
    const never = compare(item('tags'), 'equals', 'no');
    for (const condition of [{ any: [from, never] }, { all: [never, from] }]) {
      expect(ask(condition).compared).toEqual(['host', 'tool:a', 'tool:b']);
    }
    expect(ask({ not: from })).toMatchObject({ holds: false, isNaming: false });
    expect(ask(compare(item('none'), 'equals', null))).toMatchObject({
      holds: true,
      compared: ['host', 'tool:a', 'tool:b'],
    });
  });

  test('names an item by words of one side only, and by no empty one', () => {
    const isNaming = (left: Parameters<typeof compare>[0], right: typeof left) =>
      ask(compare(left, 'contains', right)).isNaming;
    expect(isNaming(item('from'), 'Bo')).toBe(true);
    expect(isNaming('Bob and Al', item('from'))).toBe(false);
    expect(isNaming(item('from'), item('from'))).toBe(false);
    expect(isNaming('Bob', 'Bo')).toBe(false);
    expect(isNaming(item('from'), '')).toBe(false);
    const empty = { value: { from: '', tags: [] as string[] }, tree: mail.tree };
    const reversed = compare('Bob and Al', 'contains', item('from'));
    expect(ask(reversed, empty)).toMatchObject({ holds: true, isNaming: false });
  });

  test('about no item finds nothing in it', () => {
    expect(ask(compare(item('from'), 'equals', null), null)).toMatchObject({
      holds: true,
      compared: [],
    });
  });
});
