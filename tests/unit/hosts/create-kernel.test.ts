import { expect, test } from 'vitest';
import { scriptedPlanner } from '../../../reasoner/index.js';
import { makeOffice, officeGrant } from '../../fakes/office.js';
import { call, child, planOf, ref } from '../../fakes/plan-steps.js';
import { expectBlocked } from '../../fakes/refusal.js';
import { rule } from '../../fakes/release-rule.js';

const steps = [
  call('inbox', 'read_inbox'),
  call('send', 'send_email', { to: 'bob@example.org', body: ref('inbox', '0.body') }),
];

/** What an attacker would like every options object to inherit. */
const wishes: Readonly<Record<string, unknown>> = {
  declassify: () => 'release',
  grant: officeGrant,
  plan: { steps: [call('ring', 'ring_alarm')], final: 'ring' },
  facts: { me: { value: 'attacker@evil.com' } },
  source: 'user',
  handle: 'mail',
  minted: true,
  readers: 'anyone',
  policy: { current: () => ({ version: '', grant: officeGrant, declassify: () => 'release' }) },
};

test('what every object inherits is no option of a kernel, a run, a fact or a tool', async () => {
  const before = Object.keys(Object.prototype);
  try {
    // Hidden from loops, in which zod would trip over them.
    for (const [key, value] of Object.entries(wishes))
      Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
    const office = makeOffice({ grant: ['mail.read', 'mail.send'] });
    expectBlocked(await office.run('Mail it to bob@example.org', steps), 'reader_excluded');
    const none = await office.kernel.run('Ring');
    expect([none.status, none.problem?.code]).toEqual(['failed', 'reasoner_missing']);
    const ring = await office.run('Ring', [call('ring', 'ring_alarm')]);
    expectBlocked(ring, 'capability_missing', 'capability');
    expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['read_inbox']);
  } finally {
    for (const key of Object.keys(wishes)) Reflect.deleteProperty(Object.prototype, key);
  }
  expect(Object.keys(Object.prototype)).toEqual(before);
});

test('the name of a rule is nothing but a name: its bits are counted from zero', async () => {
  const names = ['toString', 'valueOf', 'hasOwnProperty'];
  for (const id of names) {
    const when = { capacity: 1 };
    const office = makeOffice({
      declassify: [rule('release', when, { id, argument: 'decision' })],
      planner: scriptedPlanner(planOf(call('ring', 'ring_alarm'))),
    });
    const steps = [call('inbox', 'read_inbox'), child('one', ref('inbox'), ['alarm.ring'])];
    expect([id, (await office.run('Ring', steps)).status]).toEqual([id, 'committed']);
    const twice = await office.run('Ring', [...steps, child('two', ref('inbox'), ['alarm.ring'])]);
    expectBlocked(twice, 'decision_tainted');
  }
});
