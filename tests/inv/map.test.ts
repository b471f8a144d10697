// Families P and L: how often the steps of a map run, and who decided that.
import { expect } from 'vitest';
import type { MapStep, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { eventsOf, makeOffice } from '../fakes/office.js';
import {
  call,
  child,
  compare,
  compute,
  constant,
  each,
  fact,
  filter,
  item,
  map,
  planOf,
  ref,
} from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const query = 'Write down "milk" for each, for example for "Paris"';
const note = call('note', 'save_note', { text: 'milk' });
const bookings = call('all', 'find_bookings');
const inbox = call('all', 'read_inbox');

verifies('INV-P24', 'a list that outsiders shape decides on no effect', async () => {
  const archive = call('a', 'archive_mail', { mail: each('id') });
  for (const [inner, code] of [
    [note, 'decision_tainted'],
    [call('ring', 'ring_alarm'), 'decision_tainted'],
    [archive, 'control_tainted'],
  ] as const) {
    const office = makeOffice();
    expectBlocked(await office.run(query, [inbox, map('m', ref('all'), inner)]), code);
    expect(office.canaries.calls).toHaveLength(1);
  }
});

verifies('INV-P24', 'a list of the host, or of the user, does', async () => {
  const office = makeOffice();
  expectCommitted(await office.run(query, [bookings, map('m', ref('all'), note)]));
  expect(office.canaries.of('save_note')).toHaveLength(2);
  const facts = { days: { value: ['a', 'b', 'c'], readers: 'anyone' } } as const;
  const other = makeOffice();
  const steps = [map('m', fact('days'), call('n', 'save_note', { text: each() }))];
  expectCommitted(await other.run(query, steps, { facts }));
  expect(other.canaries.of('save_note')).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
});

verifies(
  ['INV-P24', 'INV-P21'],
  'fields that outsiders wrote do not trim it in secret',
  async () => {
    const trims: readonly Step[] = [
      filter('some', ref('all'), compare(item('title'), 'differs', 'Paris')),
      compute('some', 'distinct', { list: ref('all') }, { by: 'title' }),
      compute('some', 'sort', { list: ref('all') }, { by: 'title' }),
      compute('some', 'group', { list: ref('all') }, { by: 'title' }),
    ];
    for (const trim of trims) {
      const office = makeOffice();
      const result = await office.run(query, [bookings, trim, map('m', ref('some'), note)]);
      expectBlocked(result, 'decision_tainted');
      expect(office.canaries.of('save_note')).toEqual([]);
    }
  },
);

verifies('INV-P24', 'what it makes tells who shaped the list, and so does every item', async () => {
  const office = makeOffice();
  const { output } = await office.run(query, [inbox, map('m', ref('all'), constant('c', 'milk'))]);
  expect(output?.label).toMatchObject({
    sources: ['tool:read_inbox', 'user'],
    control: ['planner', 'tool:read_inbox', 'user'],
  });
  const one = await office.run(query, [
    call('b', 'find_bookings'),
    map(
      'm',
      ref('b'),
      compute('x', 'choose', { yes: each('id'), no: 1 }, { where: compare(1, 'equals', 1) }),
    ),
  ]);
  expect(one.output?.label.control).toEqual(['host', 'planner', 'user']);
});

verifies('INV-P24', 'what a map inside a sub-kernel touched is in what that returns', async () => {
  const inner = planOf(
    call('b', 'find_bookings'),
    map('m', ref('b'), call('s', 'shout', { text: each('title') }), constant('c', 1)),
    constant('end', 1),
  );
  const office = makeOffice({ planner: { plan: async () => inner } });
  const { output } = await office.run(query, [
    constant('x', 'milk'),
    child('agent', ref('x'), ['travel.read']),
  ]);
  expect(output?.label.sources).toEqual(
    expect.arrayContaining(['tool:find_bookings', 'tool:shout']),
  );
});

verifies('INV-L7', 'a list longer than the bound runs none of the steps', async () => {
  const narrow: MapStep = { ...map('m', ref('all'), note), atMost: 1 };
  const office = makeOffice();
  const result = await office.run(query, [bookings, narrow]);
  expect(result).toMatchObject({ status: 'aborted', problem: { code: 'limit_fan_out' } });
  expect(office.canaries.calls).toHaveLength(1);
  const roomy = makeOffice();
  expectCommitted(await roomy.run(query, [bookings, { ...narrow, atMost: 2 }]));
  expect(roomy.canaries.of('save_note')).toHaveLength(2);
});

verifies(['INV-L7', 'INV-L1'], 'the steps of a map count like all others', async () => {
  for (const [limits, code] of [
    [{ maxEffects: 2 }, 'limit_effects'],
    [{ maxSteps: 3 }, 'limit_steps'],
  ] as const) {
    const office = makeOffice({ limits });
    const result = await office.run(query, [bookings, map('m', ref('all'), note)]);
    expect(result).toMatchObject({ status: 'aborted', problem: { code } });
    expect(office.canaries.of('save_note')).toHaveLength(1);
  }
});

verifies('INV-L7', 'no plan asks for more than the bound of all maps', async () => {
  for (const atMost of [0, 257, 1.5, -1]) {
    const result = await makeOffice().run(query, [
      bookings,
      { ...map('m', ref('all'), note), atMost },
    ]);
    expect(result).toMatchObject({ status: 'rejected', problem: { code: 'plan_malformed' } });
  }
});

verifies('INV-L3', 'a cancel ends a map between two of its steps', async () => {
  const controller = new AbortController();
  const stop = (): object => {
    controller.abort();
    return { id: 'x', reply: '' };
  };
  const office = makeOffice({ answers: { save_note: stop } });
  const steps = [bookings, map('m', ref('all'), note)];
  const result = await office.run(query, steps, { signal: controller.signal });
  expect(result.status).not.toBe('committed');
  expect(office.canaries.of('save_note')).toHaveLength(1);
});

verifies('INV-T7', 'the steps of a map are told of in order, by item', async () => {
  const office = makeOffice();
  const result = await office.run(query, [bookings, map('m', ref('all'), note)]);
  expect(eventsOf(result, 'step_started').map(({ step }) => step)).toEqual([
    ...['all', 'm', 'm.1.note', 'm.2.note'],
  ]);
});
