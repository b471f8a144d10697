// Family P: who chose the item that a computation picks.
import { expect } from 'vitest';
import type { Condition, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice } from '../fakes/office.js';
import { call, compare, compute, fact, filter, item, ref, select } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const query = 'Cancel the booking "Paris" of 2';
const bookings = call('all', 'find_bookings');
const cancel = (id = 'one', path = 'id'): Step =>
  call('cancel', 'cancel_booking', { booking: ref(id, path) });
const named = compare(item('title'), 'equals', 'Paris');

verifies('INV-P22', 'words of the user that name exactly one item choose it', async () => {
  const naming: readonly Condition[] = [
    named,
    compare('Paris', 'equals', item('title')),
    compare(item('title'), 'contains', 'Paris'),
    compare(item('title'), 'starts_with', 'Paris'),
    compare(item('title'), 'in', fact('wanted')),
    { all: [named, compare(item('title'), 'mentions', 'Paris')] },
  ];
  const facts = { wanted: { value: ['Paris', 'Oslo'], readers: 'anyone' } } as const;
  for (const where of naming) {
    const office = makeOffice();
    expectCommitted(
      await office.run(query, [bookings, select('one', ref('all'), where), cancel()], { facts }),
    );
    expect(office.canaries.of('cancel_booking')).toEqual([{ booking: 'b1' }]);
  }
});

verifies('INV-P22', 'any other pick is that of the fields, the list and the planner', async () => {
  const [paris, rome] = [
    { id: 'b1', title: 'Paris' },
    { id: 'b2', title: 'Rome' },
  ];
  const picks: readonly (readonly [Condition, object])[] = [
    [compare(item('title'), 'equals', 'Rome'), rome],
    [compare(item('title'), 'differs', 'Paris'), rome],
    [{ not: named }, rome],
    [compare(item('id'), 'equals', 'b1'), paris],
    [{ any: [named, named] }, paris],
    [{ all: [named, compare(item('id'), 'differs', 'x')] }, paris],
    [compare(item('title'), 'equals', item('title')), paris],
    [compare('Paris', 'in', ref('all', '0.title')), paris],
    [compare(item('title'), 'equals', ref('all', '0.title')), paris],
    [compare(item('nothing'), 'equals', null), paris],
  ];
  for (const [where, booking] of picks) {
    const office = makeOffice({ answers: { find_bookings: [booking] } });
    const result = await office.run(query, [bookings, select('one', ref('all'), where), cancel()]);
    expect(['control_tainted', 'target_unanchored']).toContain(result.problem?.code);
    expect(office.canaries.of('cancel_booking')).toEqual([]);
  }
});

verifies('INV-P22', 'none that fits and more than one that fits end the run', async () => {
  for (const [titles, code] of [
    [['Rome'], 'select_none'],
    [[], 'select_none'],
    [['Paris', 'Paris'], 'select_ambiguous'],
  ] as const) {
    const list = titles.map((title, i) => ({ id: `b${i}`, title }));
    const office = makeOffice({ answers: { find_bookings: list } });
    const result = await office.run(query, [bookings, select('one', ref('all'), named), cancel()]);
    expect(result).toMatchObject({ status: 'failed', problem: { code }, output: null });
    expect(result.problem?.message).not.toContain('Paris');
    expect(office.canaries.of('cancel_booking')).toEqual([]);
  }
});

verifies('INV-P22', 'a strict host counts what was compared as having chosen', async () => {
  const office = makeOffice({ selection: 'strict' });
  const result = await office.run(query, [bookings, select('one', ref('all'), named), cancel()]);
  expectBlocked(result, 'control_tainted');
});

verifies(
  'INV-P22',
  'a list that the planner trimmed is not forgotten by a later quote',
  async () => {
    const two = [
      { id: 'b1', title: 'Paris' },
      { id: 'b2', title: 'Paris' },
    ];
    const list = { list: ref('all') };
    const trims: readonly Step[] = [
      filter('some', ref('all'), compare(item('id'), 'equals', 'b2')),
      filter('some', ref('all'), { all: [named, compare(item('id'), 'differs', 'b1')] }),
      compute('some', 'take', { ...list, count: 1 }),
      compute('some', 'distinct', list, { by: 'title' }),
      compute('some', 'difference', { ...list, without: [ref('all', '0')] }, { by: 'id' }),
    ];
    for (const trim of trims) {
      const office = makeOffice({ answers: { find_bookings: two } });
      const steps = [bookings, trim, select('one', ref('some'), named), cancel()];
      const result = await office.run(query, steps);
      expect(['control_tainted', 'target_unanchored']).toContain(result.problem?.code);
      expect(office.canaries.of('cancel_booking')).toEqual([]);
    }
  },
);

verifies(
  'INV-P22',
  'the least, the most and the first are chosen by what they were compared with',
  async () => {
    for (const step of [
      compute('one', 'least', { list: ref('all') }, { by: 'title' }),
      compute('one', 'most', { list: ref('all') }, { by: 'title' }),
      compute('few', 'sort', { list: ref('all') }, { by: 'title' }),
    ]) {
      const office = makeOffice();
      const path = step.id === 'few' ? '0.id' : 'id';
      expectBlocked(
        await office.run(query, [bookings, step, cancel(step.id, path)]),
        'control_tainted',
      );
    }
  },
);

verifies('INV-P22', 'a list that words of the user trimmed is theirs', async () => {
  const office = makeOffice();
  const kept = filter('some', ref('all'), compare(item('title'), 'starts_with', 'Paris'));
  expectCommitted(
    await office.run(query, [bookings, kept, select('one', ref('some'), named), cancel()]),
  );
});
