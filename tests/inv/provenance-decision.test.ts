// Family P, decision: who chose that an effect happens at all.
import { expect } from 'vitest';
import { scriptedPlanner } from '../../reasoner/index.js';
import type { PlannerContext, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { eventsOf, makeOffice, type OfficeOptions } from '../fakes/office.js';
import { call, child, constant, fact, merge, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

/** An office whose planner, once it has read content, plans these steps. */
function withInner(steps: readonly Step[], options: OfficeOptions = {}) {
  const planner = scriptedPlanner((context: PlannerContext) => {
    expect(context.content).toBeDefined();
    return planOf(...steps);
  });
  return makeOffice({ ...options, planner });
}

const inbox = call('inbox', 'read_inbox');
const agent = (...grant: readonly string[]): Step => child('agent', ref('inbox'), grant);

verifies(['INV-P9', 'C9'], 'content cannot run a tool that takes no argument', async () => {
  const office = withInner([call('ring', 'ring_alarm')]);
  const denial = expectBlocked(
    await office.run('See to my mail', [inbox, agent('alarm.ring')]),
    'decision_tainted',
  );
  expect(denial?.reason).toContain('`decision` of `ring_alarm`');
  expect(office.canaries.of('ring_alarm')).toEqual([]);
});

verifies('INV-P9', 'nor one whose arguments are all the host’s', async () => {
  const facts = { note: { value: 'hello', readers: 'anyone' as const } };
  const office = withInner([call('note', 'save_note', { text: fact('note') })]);
  const result = await office.run('See to my mail', [inbox, agent('notes.write')], { facts });
  expectBlocked(result, 'decision_tainted');
  expect(office.canaries.of('save_note')).toEqual([]);
});

verifies('INV-P9', 'the root planner, which has read nothing, may', async () => {
  const office = makeOffice();
  const result = await office.run('Ring', [inbox, call('ring', 'ring_alarm')]);
  expectCommitted(result);
  const decision = eventsOf(result, 'gate_allowed').at(-1)?.labels['decision'];
  expect(decision).toEqual({
    sources: ['user'],
    control: ['planner'],
    readers: 'anyone',
    subjects: ['user'],
  });
});

verifies('INV-P9', 'nesting one planner in another does not wash the decision', async () => {
  const planner = scriptedPlanner((context: PlannerContext) =>
    context.query === 'outer'
      ? planOf(constant('go', 'go'), child('inner', ref('go'), ['alarm.ring'], 'inner'))
      : planOf(call('ring', 'ring_alarm')),
  );
  const office = makeOffice({ planner });
  const steps = [inbox, child('agent', ref('inbox'), ['alarm.ring'], 'outer')];
  expectBlocked(await office.run('See to my mail', steps), 'decision_tainted');
  expect(office.canaries.of('ring_alarm')).toEqual([]);
});

verifies(
  ['INV-P9', 'INV-P4'],
  'inside a sub-kernel nothing can be quoted and no fact be chosen',
  async () => {
    const declassify = [rule('release', always, { argument: 'decision' })];
    const facts = { me: { value: 'alice@example.com', readers: 'anyone' as const } };
    const send = (to: Parameters<typeof call>[2]) =>
      withInner([call('send', 'send_email', { ...to, body: 'hi' })], { declassify });
    const run = (office: ReturnType<typeof send>) =>
      office.run('Mail hi to alice@example.com', [inbox, agent('mail.send')], { facts });
    const quoted = send({ to: 'alice@example.com' });
    expectBlocked(await run(quoted), 'critical_untrusted');
    const chosen = send({ to: fact('me') });
    expectBlocked(await run(chosen), 'control_tainted');
    expect(quoted.canaries.of('send_email')).toEqual([]);
    expect(chosen.canaries.of('send_email')).toEqual([]);
  },
);

verifies(
  'INV-P9',
  'a rule for all arguments does not speak for the decision; one for it does',
  async () => {
    const ring = [call('ring', 'ring_alarm')];
    const every = withInner(ring, { declassify: [rule('release', always)] });
    const steps = [inbox, agent('alarm.ring')];
    expectBlocked(await every.run('See to my mail', steps), 'decision_tainted');
    const decided = withInner(ring, {
      declassify: [rule('release', always, { tool: 'ring_alarm', argument: 'decision' })],
    });
    expectCommitted(await decided.run('See to my mail', steps));
    expect(every.canaries.of('ring_alarm')).toEqual([]);
    expect(decided.canaries.of('ring_alarm')).toEqual([{}]);
  },
);

verifies('INV-P9', 'reading is free: a tainted planner may look, within its grant', async () => {
  const office = withInner([call('list', 'list_contacts')]);
  expectCommitted(await office.run('See to my mail', [inbox, agent('contacts.read')]));
  expect(office.canaries.of('list_contacts')).toEqual([{}]);
});

verifies(
  'INV-P5',
  'what a tainted choice touched stays touched in what the host mints of it',
  async () => {
    const found = call('found', 'find_bookings', { title: 'Paris' });
    const tainted = [
      inbox,
      call('about', 'find_bookings', { title: ref('inbox', '0.body') }),
      merge('one', { trip: ref('about', '0.id') }),
      call('cancel', 'cancel_booking', { booking: ref('one', 'trip') }),
    ];
    const office = makeOffice();
    const denial = expectBlocked(
      await office.run('Cancel the trip to Paris', tainted),
      'control_tainted',
    );
    expect(denial?.reason).toContain('tool:read_inbox');
    expectCommitted(await office.run('Find Paris', [found]));
    expect(office.canaries.of('cancel_booking')).toEqual([]);
  },
);
