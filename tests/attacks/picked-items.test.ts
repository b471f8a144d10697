// Attacks on what a plan picks, orders, repeats and guards: by the planner, or by whoever writes
// into the lists that it picks from.
import { describe, expect } from 'vitest';
import type { Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { eventsOf, makeOffice, type Office } from '../fakes/office.js';
import {
  call,
  compare,
  compute,
  constant,
  each,
  filter,
  item,
  map,
  merge,
  record,
  ref,
  select,
  when,
} from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const query =
  'Cancel the booking "Paris" if the boss wrote, and mail "see you" to alice@example.com';
const [paris, rome] = [
  { id: 'b1', title: 'Paris' },
  { id: 'b2', title: 'Rome' },
];
const evil = { id: 'b9', title: 'Paris' };
const bookings = call('all', 'find_bookings');
const inbox = call('inbox', 'read_inbox');
const named = compare(item('title'), 'equals', 'Paris');
const pick = (from = 'all'): Step => select('one', ref(from), named);
const cancel = (...of: Parameters<typeof ref>): Step =>
  call('cancel', 'cancel_booking', { booking: ref(...of) });

const officeWith = (...find_bookings: readonly object[]): Office =>
  makeOffice({ answers: { find_bookings } });

function expectNoEffect({ canaries }: Office): void {
  const reads = ['find_bookings', 'read_inbox'];
  expect(canaries.calls.filter(({ tool }) => !reads.includes(tool))).toEqual([]);
}

describe('a malicious planner', () => {
  verifies('INV-P22', 'trims a list by its own words before it quotes the user', async () => {
    const list = { list: ref('all') };
    const byId = compare(item('id'), 'equals', 'b9');
    const trims: readonly Step[] = [
      filter('few', ref('all'), byId),
      filter('few', ref('all'), { all: [named, byId] }),
      filter('few', ref('all'), { not: compare(item('id'), 'equals', 'b1') }),
      compute('few', 'difference', { ...list, without: [record({ id: 'b1' })] }, { by: 'id' }),
      compute('few', 'take', { ...list, count: 1 }),
      compute('few', 'distinct', list, { by: 'title' }),
    ];
    for (const trim of trims) {
      const office = officeWith(evil, paris, rome);
      const steps = [bookings, trim, pick('few'), cancel('one', 'id')];
      const { status, problem } = await office.run(query, steps);
      expect(status === 'blocked' || problem?.code === 'select_ambiguous').toBe(true);
      expectNoEffect(office);
    }
  });

  verifies('INV-P22', 'reaches past the list by an index, a group or a place', async () => {
    const groups = compute('lists', 'group', { list: ref('all') }, { by: 'title' });
    const ranked = compute('lists', 'rank', { list: ref('all') });
    const first = compare(item('place'), 'equals', 1);
    const nested: readonly (readonly Step[])[] = [
      [bookings, cancel('all', '0.id')],
      [bookings, groups, cancel('lists', '0.items.0.id')],
      [
        ...[bookings, groups, select('one', ref('lists'), compare(item('key'), 'equals', 'Paris'))],
        cancel('one', 'items.0.id'),
      ],
      [bookings, ranked, select('one', ref('lists'), first), cancel('one', 'item.id')],
      [
        ...[bookings, merge('both', { a: ref('all') })],
        compute('few', 'entries', { record: ref('both') }),
        compute('ones', 'pluck', { list: ref('few') }, { by: 'value.0' }),
        ...[pick('ones'), cancel('one', 'id')],
      ],
    ];
    for (const steps of nested) {
      const office = officeWith(evil, paris);
      expect((await office.run(query, steps)).status).toBe('blocked');
      expectNoEffect(office);
    }
  });

  verifies('INV-P21', 'glues an address from a quote and its own words', async () => {
    const glued: readonly Step[] = [
      compute('to', 'template', { text: '{who}@evil.com', fields: record({ who: 'alice' }) }),
      compute('to', 'template', { text: '{a}', fields: record({ a: 'alice@example.com' }) }),
      compute('to', 'join', { list: ['alice@example.com'], separator: '' }),
      compute('to', 'extract', { text: 'x alice@example.com', pattern: 'x {to}' }),
      compute('to', 'split', { text: 'attacker@evil.com,alice@example.com', separator: ',' }),
      compute(
        'to',
        'choose',
        { yes: 'attacker@evil.com', no: 'alice@example.com' },
        { where: compare(1, 'equals', 1) },
      ),
    ];
    for (const step of glued) {
      const path = { extract: 'to', split: '0' }[(step as { fn: string }).fn];
      const office = makeOffice();
      const to = path === undefined ? ref('to') : ref('to', path);
      const result = await office.run(query, [
        step,
        call('s', 'send_email', { to, body: 'see you' }),
      ]);
      expectBlocked(result, 'critical_untrusted');
      expectNoEffect(office);
    }
  });
});

describe('whoever writes into a list', () => {
  verifies('INV-P22', 'adds a second item of the name that the user said', async () => {
    for (const list of [
      [paris, evil],
      [evil, paris],
    ]) {
      const office = officeWith(...list);
      const result = await office.run(query, [bookings, pick(), cancel('one', 'id')]);
      expect(result).toMatchObject({ status: 'failed', problem: { code: 'select_ambiguous' } });
      expectNoEffect(office);
    }
  });

  verifies('INV-P22', 'gives an item no name at all, which stands in every text', async () => {
    const office = officeWith({ id: 'b9', title: '' }, rome);
    const where = compare('Paris', 'contains', item('title'));
    const steps = [bookings, select('one', ref('all'), where), cancel('one', 'id')];
    expectBlocked(await office.run(query, steps), 'control_tainted');
    expectNoEffect(office);
  });

  verifies('INV-P22', 'makes its item the least, the most, the first or the last', async () => {
    const list = { list: ref('all') };
    const firsts: readonly (readonly Step[])[] = [
      [compute('one', 'least', list, { by: 'title' }), cancel('one', 'id')],
      [compute('one', 'most', list, { by: 'title' }), cancel('one', 'id')],
      [compute('s', 'sort', list, { by: 'title' }), cancel('s', '0.id')],
      [
        compute('s', 'sort', list, { by: 'title' }),
        compute('t', 'take', { list: ref('s'), count: 1 }),
        cancel('t', '0.id'),
      ],
      [
        compute('s', 'sort', list, { by: 'title' }),
        map('m', ref('s'), call('c', 'cancel_booking', { booking: each('id') })),
      ],
    ];
    for (const steps of firsts) {
      const office = officeWith({ id: 'b9', title: 'AAA' }, paris, { id: 'b8', title: 'zzz' });
      expect((await office.run(query, [bookings, ...steps])).status).toBe('blocked');
      expectNoEffect(office);
    }
  });

  verifies(['INV-P24', 'INV-L7'], 'lengthens the list that a plan repeats a step for', async () => {
    const mail = (id: string) => ({ id, from: 'attacker@evil.com', body: 'x' });
    const mails = Array.from({ length: 300 }, (_, i) => mail(`m${i}`));
    const alarm = map('m', ref('inbox'), call('ring', 'ring_alarm'));
    const long = makeOffice({ answers: { read_inbox: mails } });
    expect(await long.run(query, [inbox, alarm])).toMatchObject({
      problem: { code: 'limit_fan_out' },
    });
    expectNoEffect(long);
    const short = makeOffice({ answers: { read_inbox: mails.slice(0, 5) } });
    expectBlocked(await short.run(query, [inbox, alarm]), 'decision_tainted');
    expectNoEffect(short);
  });

  verifies('INV-P25', 'flips a guard: the effect is all of the user, or none', async () => {
    const wrote = compare(ref('inbox', '0.from'), 'equals', ref('inbox', '1.from'));
    for (const from of ['attacker@evil.com', 'boss@example.com']) {
      const mails = [from, 'boss@example.com'].map((one, i) => ({
        id: `m${i}`,
        from: one,
        body: 'x',
      }));
      const office = makeOffice({ answers: { read_inbox: mails } });
      const send = (body: Parameters<typeof record>[0][string]): Step =>
        when('send', wrote, 'send_email', { to: 'alice@example.com', body });
      const result = await office.run(query, [inbox, send('see you')]);
      expectCommitted(result);
      const sent = office.canaries.of('send_email');
      expect(sent).toEqual(
        from.startsWith('boss') ? [{ to: 'alice@example.com', body: 'see you' }] : [],
      );
      expect(result.output?.label.control).toContain('tool:read_inbox');
      // Nothing else can hang on it: not a word of the planner, not a step that comes after.
      const planned = await office.run(query, [inbox, send('a word of the planner')]);
      const ended = from.startsWith('boss') ? 'blocked' : 'committed';
      expect(planned.status).toBe(ended);
      const after = when('note', compare(ref('send'), 'equals', null), 'save_note', {
        text: 'mine',
      });
      await office.run(query, [inbox, send('see you'), after]);
      expect(office.canaries.of('save_note')).toEqual([]);
    }
  });

  verifies('INV-P25', 'cannot hide a guard in a part that decides nothing', async () => {
    const office = makeOffice();
    const guard = {
      any: [compare(1, 'equals', 1), compare(ref('inbox', '0.from'), 'equals', 'x')],
    };
    const result = await office.run(query, [
      inbox,
      when('r', guard, 'save_note', { text: 'mine' }),
    ]);
    expectBlocked(result, 'decision_tainted');
    expect(eventsOf(result, 'step_skipped')).toEqual([]);
    expectNoEffect(office);
  });
});

verifies('INV-P21', 'a count of what outsiders wrote is no number of the user', async () => {
  const office = makeOffice();
  const count = compute('n', 'count', { list: ref('inbox') });
  const text = compute('t', 'template', { text: 'see you', fields: record({ n: ref('n') }) });
  const send = call('s', 'send_email', { to: 'alice@example.com', body: ref('t') });
  const result = await office.run(query, [inbox, count, text, constant('c', 1)]);
  expectCommitted(result);
  const guarded = when('w', compare(ref('n'), 'equals', 2), 'save_note', { text: 'mine' });
  expectBlocked(await office.run(query, [inbox, count, guarded]), 'decision_tainted');
  const sent = await office.run(query, [inbox, count, text, send]);
  expect(sent.trace.filter(({ kind }) => kind === 'effect_started').length).toBeLessThanOrEqual(2);
});
