// Family P: what a computation makes carries the labels of everything that went into it.
import { expect } from 'vitest';
import type { Label, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice } from '../fakes/office.js';
import {
  call,
  compare,
  compute,
  constant,
  fact,
  filter,
  item,
  record,
  ref,
} from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const query = 'Mail "see you" to alice@example.com';
const facts = {
  base: { value: 100, readers: 'anyone' },
  ask: { value: 'Dear {who}', readers: 'anyone' },
  comma: { value: ', ', readers: 'anyone' },
  day: { value: '2024-05-15', readers: 'anyone' },
} as const;
const inbox = call('inbox', 'read_inbox');
const bookings = call('bookings', 'find_bookings');

/** The label of what the last step makes. */
async function labelOf(...steps: readonly Step[]): Promise<Label> {
  const result = await makeOffice().run(query, steps, { facts });
  expectCommitted(result);
  return result.output?.label as Label;
}

verifies(
  'INV-P21',
  'a text made of several has all their sources and no more readers',
  async () => {
    const made: readonly Step[] = [
      compute('x', 'template', {
        text: fact('ask'),
        fields: record({ who: ref('inbox', '1.from') }),
      }),
      compute('x', 'join', {
        separator: fact('comma'),
        list: [fact('ask'), ref('inbox', '1.from')],
      }),
      compute('x', 'split', { separator: fact('comma'), text: ref('inbox', '1.from') }),
      compute('x', 'extract', { pattern: fact('ask'), text: ref('loud') }),
    ];
    const loud = compute('loud', 'template', {
      text: 'Dear {x}',
      fields: record({ x: ref('inbox', '1.from') }),
    });
    for (const step of made) {
      const { sources, control, readers } = await labelOf(inbox, loud, step);
      expect(sources).toEqual(expect.arrayContaining(['host', 'tool:read_inbox']));
      expect(control).toEqual(expect.arrayContaining(['planner']));
      expect(readers).toEqual(['user:alice@example.com']);
    }
  },
);

verifies('INV-P21', 'a number or a day made of two has the sources of both', async () => {
  const page = { page: '20' };
  const office = makeOffice({ answers: { web_fetch: page } });
  const steps = [
    call('web', 'web_fetch', { url: 'alice@example.com' }),
    compute('n', 'number', { text: ref('web', 'page') }),
  ];
  const made: readonly Step[] = [
    compute('x', 'add', { left: fact('base'), right: ref('n') }),
    compute('x', 'divide', { left: fact('base'), right: ref('n') }),
    compute('x', 'round', { digits: 2, number: ref('n') }),
    compute('x', 'move', { moment: fact('day'), amount: ref('n'), unit: 'days' }),
    compute('x', 'sum', { list: [fact('base'), ref('n')] }),
    compute('x', 'format', { form: 'money', value: ref('n') }),
  ];
  for (const step of made) {
    const result = await office.run(query, [...steps, step], { facts });
    expectCommitted(result);
    expect(result.output?.label.sources).toContain('tool:web_fetch');
    expect(result.output?.label.control).toContain('planner');
  }
});

verifies('INV-P21', 'an address glued together is nobody the user named', async () => {
  const office = makeOffice();
  const glued = compute('to', 'join', { separator: '@', list: ['alice', 'example.com'] });
  const send = call('send', 'send_email', { to: ref('to'), body: 'see you' });
  expectBlocked(await office.run(query, [glued, send]), 'critical_untrusted');
  expect(office.canaries.of('send_email')).toEqual([]);
});

verifies('INV-P21', 'whoever had a say in an order or a number is in its control', async () => {
  const sorted = compute('s', 'sort', { list: ref('bookings') }, { by: 'title' });
  const first = await labelOf(
    bookings,
    sorted,
    compute('x', 'pluck', { list: ref('s') }, { by: 'id' }),
  );
  expect(first.control).toEqual(['host', 'planner', 'tool:find_bookings', 'user']);
  const kept = filter('s', ref('bookings'), compare(item('title'), 'equals', 'alice@example.com'));
  const count = await labelOf(bookings, kept, compute('x', 'count', { list: ref('s') }));
  expect(count).toMatchObject({
    sources: ['host'],
    control: ['host', 'planner', 'tool:find_bookings', 'user'],
  });
  const whole = await labelOf(bookings, compute('x', 'count', { list: ref('bookings') }));
  expect(whole.control).toEqual(['planner', 'user']);
  const total = await labelOf(inbox, compute('x', 'count', { list: ref('inbox') }));
  expect(total.sources).toEqual(['tool:read_inbox']);
});

verifies('INV-P21', 'what a condition chooses has the condition in its control', async () => {
  const where = compare(ref('inbox', '1.from'), 'equals', 'attacker@evil.com');
  const chosen = compute('x', 'choose', { yes: 'see you', no: 'alice@example.com' }, { where });
  const label = await labelOf(inbox, chosen);
  expect(label.sources).toEqual(['user']);
  expect(label.control).toEqual(['planner', 'tool:read_inbox', 'user']);
});

verifies('INV-P21', 'whoever may read nothing reads nothing that was made of it', async () => {
  const office = makeOffice();
  const steps = [
    call('all', 'list_contacts'),
    compute('names', 'pluck', { list: ref('all') }, { by: 'email' }),
    compute('text', 'join', { list: ref('names'), separator: ', ' }),
    constant('me', 'alice@example.com'),
    call('send', 'send_email', { to: ref('me'), body: ref('text') }),
  ];
  const label = (await office.run(query, steps.slice(0, 3))).output?.label;
  expect(label).toMatchObject({
    readers: ['user:alice@example.com'],
    subjects: ['third_party', 'user'],
  });
  expectBlocked(await office.run(query, steps), 'third_party_subject');
});
