// Family P: content may decide whether an effect happens, and then nothing else about it.
import { expect } from 'vitest';
import type { Arg, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { eventsOf, makeOffice } from '../fakes/office.js';
import { call, compare, constant, each, fact, map, ref, when } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

const query = 'If the boss wrote, mail "see you" to alice@example.com';
const inbox = call('inbox', 'read_inbox');
const holds = compare(ref('inbox', '0.from'), 'equals', 'boss@example.com');
const fails = compare(ref('inbox', '0.from'), 'equals', 'nobody@example.com');
const send = (body: Arg, condition = holds): Step =>
  when('send', condition, 'send_email', { to: 'alice@example.com', body });

verifies('INV-P25', 'content decides on an effect that is all of the user', async () => {
  const office = makeOffice();
  const result = await office.run(query, [inbox, send('see you')]);
  expectCommitted(result);
  expect(office.canaries.of('send_email')).toEqual([{ to: 'alice@example.com', body: 'see you' }]);
  // And the records say that it did.
  const [, allowed] = eventsOf(result, 'gate_allowed');
  expect(allowed?.labels['decision']?.control).toEqual(['planner', 'tool:read_inbox', 'user']);
});

verifies('INV-P25', 'of nothing else that the planner or content wrote', async () => {
  for (const body of ['a word of the planner', ref('inbox', '0.body'), fact('mine')] as const) {
    const office = makeOffice();
    const facts = { mine: { value: 'x', handle: 'file', readers: 'anyone' } } as const;
    const result = await office.run(query, [inbox, send(body)], { facts });
    expect(result.status).toBe('blocked');
    expect(office.canaries.of('send_email')).toEqual([]);
  }
  const office = makeOffice();
  const planned = [inbox, when('note', holds, 'save_note', { text: 'a word of the planner' })];
  expectBlocked(await office.run(query, planned), 'decision_tainted');
  // The same effect without a guard, or with one that is the host's, passes.
  expectCommitted(await office.run(query, [call('note', 'save_note', { text: 'a word' })]));
  const facts = { day: { value: 'Monday', readers: 'anyone' } } as const;
  const hosted = when('note', compare(fact('day'), 'equals', 'Monday'), 'save_note', { text: 'x' });
  expectCommitted(await office.run(query, [hosted], { facts }));
});

verifies(
  'INV-P25',
  'a guard that does not hold leaves out the effect, and says who knew',
  async () => {
    const office = makeOffice();
    const result = await office.run(query, [inbox, send('see you', fails)]);
    expectCommitted(result);
    expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['read_inbox']);
    expect(eventsOf(result, 'step_skipped').map(({ step }) => step)).toEqual(['send']);
    expect(result.output?.label.control).toContain('tool:read_inbox');
    const taken = await office.run(query, [inbox, send('see you')]);
    expect(taken.output?.label.control).toContain('tool:read_inbox');
  },
);

verifies(
  'INV-P25',
  'the result of a guarded effect, or its absence, is no clean guard',
  async () => {
    const second = when('note', compare(ref('send'), 'equals', null), 'save_note', {
      text: 'planned',
    });
    for (const condition of [holds, fails]) {
      const office = makeOffice();
      const result = await office.run(query, [inbox, send('see you', condition), second]);
      if (condition === fails) expectBlocked(result, 'decision_tainted');
      expect(office.canaries.of('save_note')).toEqual([]);
    }
  },
);

verifies('INV-P25', 'every part of a guard counts, also one that decided nothing', async () => {
  const office = makeOffice();
  const never = compare(1, 'equals', 2);
  for (const condition of [{ all: [never, holds] }, { any: [{ not: never }, holds] }]) {
    const steps = [inbox, when('note', condition, 'save_note', { text: 'planned' })];
    const result = await office.run(query, steps);
    if ('any' in condition) expectBlocked(result, 'decision_tainted');
    else expect(result.output?.label.control).toContain('tool:read_inbox');
    expect(office.canaries.of('save_note')).toEqual([]);
  }
});

verifies(
  ['INV-P25', 'INV-P24'],
  'a guard does not excuse the list of the map around it',
  async () => {
    const office = makeOffice();
    const inner = when('n', compare(each('from'), 'equals', 'boss@example.com'), 'save_note', {
      text: 'see you',
    });
    expectBlocked(
      await office.run(query, [inbox, map('m', ref('inbox'), inner)]),
      'decision_tainted',
    );
  },
);

verifies('INV-P25', 'a rule may release the decision', async () => {
  const declassify = [rule('release', always, { tool: 'save_note', argument: 'decision' })];
  const office = makeOffice({ declassify });
  const steps = [inbox, when('note', holds, 'save_note', { text: 'a word of the planner' })];
  expectCommitted(await office.run(query, steps));
});

verifies('INV-L1', 'a guarded effect counts as one if it happens', async () => {
  const two = (condition = holds): readonly Step[] => [
    inbox,
    send('see you', condition),
    { ...when('again', holds, 'save_note', { text: 'see you' }) },
    constant('end', 1),
  ];
  const office = makeOffice({ limits: { maxEffects: 2 } });
  expect(await office.run(query, two())).toMatchObject({ problem: { code: 'limit_effects' } });
  expectCommitted(await office.run(query, two(fails)));
});
