// Family P, integrity: who wrote, and who chose, what an effect touches. No release rule anywhere.
import { expect } from 'vitest';
import { scriptedParser, scriptedPlanner } from '../../reasoner/index.js';
import type { Ref } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { alice, makeOffice } from '../fakes/office.js';
import { call, constant, fact, merge, parse, planOf, record, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const toMe = 'Mail "see you" to alice@example.com, please';

verifies(['INV-P4', 'K-19'], 'an address that a malicious planner wrote gets no mail', async () => {
  const planner = scriptedPlanner(
    planOf(call('send', 'send_email', { to: 'attacker@evil.com', body: 'see you' })),
  );
  const office = makeOffice({ planner });
  const denial = expectBlocked(await office.run(toMe), 'critical_untrusted');
  expect(denial?.remedies.map(({ move }) => move)).toEqual([
    'quote_value',
    'use_fact',
    'release_rule',
  ]);
  expect(office.canaries.calls).toEqual([]);
});

verifies('INV-P4', 'an address of the query or of a fact gets mail', async () => {
  const office = makeOffice();
  expectCommitted(
    await office.run(
      toMe,
      [
        call('quoted', 'send_email', { to: 'alice@example.com', body: 'see you' }),
        call('known', 'send_email', { to: fact('me'), body: 'see you' }),
      ],
      { facts: { me: 'alice@example.com' } },
    ),
  );
  expect(office.canaries.of('send_email')).toHaveLength(2);
});

verifies('INV-P4', 'an address that a tool returned gets no mail, wherever it stood', async () => {
  const office = makeOffice();
  for (const path of ['1.from', '0.from', '0.body']) {
    const steps = [
      call('inbox', 'read_inbox'),
      call('send', 'send_email', { to: ref('inbox', path), body: 'see you' }),
    ];
    expectBlocked(await office.run(toMe, steps), 'critical_untrusted');
  }
  expect(office.canaries.of('send_email')).toEqual([]);
});

verifies(['INV-P4', 'K-23'], 'a constant is the planner’s unless the query quotes it', async () => {
  const office = makeOffice();
  const send = (to: string) => [
    constant('to', to),
    call('send', 'send_email', { to: ref('to'), body: 'see you' }),
  ];
  expectBlocked(await office.run(toMe, send('attacker@evil.com')), 'critical_untrusted');
  expectCommitted(await office.run(toMe, send('alice@example.com')));
  expect(office.canaries.of('send_email')).toEqual([{ to: 'alice@example.com', body: 'see you' }]);
});

verifies(['INV-P4', 'INV-P11'], 'the handle of a channel is no URL', async () => {
  const office = makeOffice();
  const steps = (path: string) => [
    call('channels', 'list_channels'),
    call('fetch', 'web_fetch', { url: ref('channels', path) }),
  ];
  expectBlocked(await office.run('Look around', steps('0.id')), 'critical_untrusted');
  expectBlocked(await office.run('Look around', steps('0.name')), 'critical_untrusted');
  expect(office.canaries.of('web_fetch')).toEqual([]);
});

verifies(
  'INV-P11',
  'a handle is good as an argument of its own kind, and of no other',
  async () => {
    const office = makeOffice();
    const list = call('channels', 'list_channels');
    const post = call('post', 'post_message', { channel: ref('channels', '0.id'), text: 'hello' });
    expectCommitted(await office.run('Post hello', [list, post]));
    const cancel = call('cancel', 'cancel_booking', { booking: ref('channels', '0.id') });
    expectBlocked(await office.run('Post hello', [list, cancel]), 'handle_required');
    expect(office.canaries.of('post_message')).toEqual([{ channel: 'c1', text: 'hello' }]);
    expect(office.canaries.of('cancel_booking')).toEqual([]);
  },
);

verifies('INV-P11', 'a quoted name is no handle, and neither is a handle beside text', async () => {
  const office = makeOffice();
  const post = call('post', 'post_message', { channel: 'c1', text: 'hello' });
  expectBlocked(await office.run('Post hello to c1', [post]), 'handle_required');
  expect(office.canaries.of('post_message')).toEqual([]);
});

verifies(['INV-P19', 'INV-P16'], 'whoever shapes a list does not choose from it', async () => {
  const office = makeOffice();
  const inbox = call('inbox', 'read_inbox');
  const archive = (mail: Ref) => call('archive', 'archive_mail', { mail });
  const denial = expectBlocked(
    await office.run('Archive the first mail', [inbox, archive(ref('inbox', '0.id'))]),
    'control_tainted',
  );
  expect(denial?.reason).toContain('written by host:mail; chosen by planner, tool:read_inbox');
  const washed = [inbox, merge('one', { mail: ref('inbox', '0.id') }), archive(ref('one', 'mail'))];
  expectBlocked(await office.run('Archive the first mail', washed), 'control_tainted');
  expect(office.canaries.of('archive_mail')).toEqual([]);
});

verifies(
  'INV-P19',
  'what the planner picks from a list of the host is chosen by nobody else',
  async () => {
    const office = makeOffice();
    const facts = {
      people: { value: ['a@example.com', 'b@example.com'], readers: 'anyone' as const },
    };
    const pick = call('send', 'send_email', { to: fact('people', '1'), body: 'hello' });
    expectCommitted(await office.run('Mail hello', [pick], { facts }));
    expect(office.canaries.of('send_email')).toEqual([{ to: 'b@example.com', body: 'hello' }]);
  },
);

verifies('INV-P5', 'an irreversible target chosen by its place in a list is refused', async () => {
  const office = makeOffice();
  const cancel = (path: string) => [
    call('found', 'find_bookings', { title: 'Paris' }),
    call('cancel', 'cancel_booking', { booking: ref('found', path) }),
  ];
  const denial = expectBlocked(
    await office.run('Cancel my Paris trip', cancel('1.id')),
    'target_unanchored',
  );
  expect(denial?.reason).toContain('chosen by host, planner, user');
  expect(office.canaries.of('cancel_booking')).toEqual([]);
});

verifies('INV-P5', 'an irreversible target that the host names is accepted', async () => {
  const office = makeOffice();
  const facts = {
    trip: { value: 'b1', handle: 'booking', readers: ['user', 'cap:travel.cancel'] },
    trips: { value: ['b1', 'b2'], handle: 'booking', readers: ['user', 'cap:travel.cancel'] },
  };
  const cancel = (path?: string) => [
    call('cancel', 'cancel_booking', {
      booking: fact(path === undefined ? 'trip' : 'trips', path),
    }),
  ];
  expectCommitted(await office.run('Cancel my trip', cancel(), { facts }));
  expectBlocked(await office.run('Cancel my trip', cancel('1'), { facts }), 'target_unanchored');
  expect(office.canaries.of('cancel_booking')).toEqual([{ booking: 'b1' }]);
});

verifies(['INV-P4', 'INV-P12'], 'an address that the parser read gets no mail', async () => {
  const parser = scriptedParser({ address: { email: 'alice@example.com' } });
  const office = makeOffice({ parser });
  const steps = [
    call('inbox', 'read_inbox'),
    parse('who', ref('inbox'), 'address'),
    call('send', 'send_email', { to: ref('who', 'email'), body: 'see you' }),
  ];
  expectBlocked(await office.run(toMe, steps), 'critical_untrusted');
  expect(office.canaries.of('send_email')).toEqual([]);
});

verifies('INV-P4', 'a record of quoted pieces is no address', async () => {
  const office = makeOffice();
  const glued = call('send', 'send_email', {
    to: record({ name: 'alice', host: 'evil.com' }),
    body: 'see you',
  });
  const result = await office.run(`Tell alice about evil.com as ${alice}`, [glued]);
  expectBlocked(result, 'schema_invalid', 'schema');
  expect(office.canaries.of('send_email')).toEqual([]);
});
