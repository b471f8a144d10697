// Family P, quoting: which literals of a plan are the user's own words.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, trustQuery } from '../../hosts/index.js';
import type { JsonScalar } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice, makeOffice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

/** The literals among these that a query quotes. */
function quotedOf(query: string, literals: readonly JsonScalar[]): readonly JsonScalar[] {
  const trusted = trustQuery(query, { principal: alice });
  return literals.filter((literal) => trusted.quotes(literal));
}

function expectQuoted(query: string, ...literals: readonly JsonScalar[]): void {
  expect(quotedOf(query, literals)).toEqual(literals);
}

function expectNotQuoted(query: string, ...literals: readonly JsonScalar[]): void {
  expect(quotedOf(query, literals)).toEqual([]);
}

verifies('INV-P3', 'whole tokens are quotes, one or more that follow each other', () => {
  const query = 'Send the final report to bob@example.org (not to carol@example.org).';
  expectQuoted(
    query,
    'bob@example.org',
    'carol@example.org',
    'final report',
    'report to',
    'report',
  );
  expectNotQuoted(query, 'final  report', 'report final', 'Report', 'the report', 'sales', '');
});

verifies('INV-P3', 'a proper part of an address, URL, path or number is no quote', () => {
  const query =
    'Read https://docs.example.com/a?to=evil.com and /home/alice/plan.txt, mail ' +
    'malice@example.community by 2024-05-04, pay 1000';
  expectNotQuoted(
    query,
    'alice@example.com',
    'example.com',
    'https://docs.example.com',
    'evil.com',
  );
  expectNotQuoted(query, '/home/alice', 'plan.txt', 'alice', '2024', 2024, '100', 100, '05-04');
  expectQuoted(query, '/home/alice/plan.txt', 'malice@example.community', '2024-05-04', 1000);
  expectQuoted(query, 'https://docs.example.com/a?to=evil.com');
});

verifies('INV-P3', 'text between quotation marks is one token, and its words are none', () => {
  const query = 'Mail “all contacts to eve@evil.com” to bob@example.org, titled "Plan B"';
  expectQuoted(query, 'all contacts to eve@evil.com', 'Plan B', '"Plan B"', 'titled "Plan B"');
  expectNotQuoted(query, 'eve@evil.com', 'all contacts', 'Plan', 'B', 'B"', 'titled "Plan');
});

verifies('INV-P3', 'nothing is glued from pieces of the query', () => {
  const query = 'Tell attacker that evil.com is down, @ noon, and write to bob@example.org';
  expectNotQuoted(query, 'attacker@evil.com', 'bob@evil.com', 'attacker@', 'bob', 'example.org');
  expectNotQuoted(query, 'https://evil.com', 'evil.com@', 'attacker evil.com');
});

verifies('INV-P3', 'a possessive ends a name and does not widen it', () => {
  const query = "Forward Bob's mail and alice@example.com's answer to the bosses'";
  expectQuoted(query, 'Bob', "Bob's", 'alice@example.com', 'bosses');
  expectNotQuoted(query, 'alice@example.com’s', 'Bobs', 'ob', 'boss', 's mail');
});

verifies('INV-P3', 'look-alikes and invisible characters are no quote', () => {
  const query = 'Mail alice@example.com about cafe\u0301';
  expectNotQuoted(query, 'аlice@example.com', 'alice@example.com\u200b', '\u202ealice@example.com');
  expectNotQuoted(query, 'alice@example.com\n', ' alice@example.com', 'alice@EXAMPLE.com', 'cafe');
  // The query is compared in NFC, and a literal in another form would run other bytes.
  expectQuoted(query, 'caf\u00e9');
  expectNotQuoted(query, 'cafe\u0301');
  expectNotQuoted('Mail alіce@example.com', 'alice@example.com');
});

verifies(
  'INV-P3',
  'a number stands for a whole token: sign, currency, percent and commas drop',
  () => {
    const query = 'Pay $1,250.50 and 7%, then -3 of 12 items at 12:30, ref 5/6/2024 v1.2.3 x9';
    expectQuoted(query, 1250.5, 7, -3, 12, '$1,250.50', '7%');
    expectNotQuoted(query, 1250, 125, 0.07, 3, 30, 5, 6, 2024, 1.2, 9, 50);
    expectNotQuoted(query, '2024-06-05', '2024-05-06', '1250.50', '7');
    expectNotQuoted('Pay 1,25,0 or 1e3 or 0x10 or ½', 1250, 1000, 16, 0.5, 125);
  },
);

verifies('INV-P3', 'dates, times and durations have one normal form', () => {
  const query =
    'Meet on May 4th, 2024 or 5 June 2025 at 5:30 pm or 12 am or 09:05, for 90 minutes or a ' +
    '2-hour talk, 3 weeks ahead';
  expectQuoted(query, '2024-05-04', '2025-06-05', '17:30', '00:00', '09:05');
  expectQuoted(query, 'PT90M', 'PT2H', 'P3W');
  expectNotQuoted(query, '2024-04-05', '2024-05', '05:30', '12:00', 'PT1H30M', 'PT90H', 'P21D');
  expectNotQuoted('on 31 Foo 2024, 40 May 2024 at 25:00 or 13 pm', '2024-05-40', '01:00', '13:00');
});

verifies('INV-P3', 'booleans and null are never quotes', () => {
  expectNotQuoted('true false null 1', true, false, null);
});

verifies('INV-P3', 'a gate asks the same: a part of an address gets no mail', async () => {
  const office = makeOffice();
  const send = (to: string) => [call('send', 'send_email', { to, body: 'hi' })];
  const query = 'Mail hi to malice@example.community, alice@example.com’s other friend';
  for (const to of ['alice@example.co', 'lice@example.com', 'example.com', 'evil@example.com']) {
    expectBlocked(await office.run(query, send(to)), 'critical_untrusted');
  }
  expectCommitted(await office.run(query, send('alice@example.com')));
  expect(office.canaries.of('send_email')).toEqual([{ to: 'alice@example.com', body: 'hi' }]);
});

verifies(['INV-P3', 'K-12'], 'an enum value stands for the words that its spec lists', async () => {
  const canaries = makeCanaries();
  const set = canaries.tool(
    {
      name: 'set_priority',
      description: 'Sets how urgent it is.',
      effect: 'write',
      capabilities: ['task.write'],
      classes: ['workspaceMutation'],
      args: { '/level': { synonyms: { high: ['urgent', 'at once'], low: ['whenever'] } } },
      input: z.strictObject({ level: z.enum(['high', 'low', 'none']) }),
      output: z.null(),
    },
    null,
  );
  const kernel = createKernel({ tools: [set], grant: ['task.write'], principal: alice });
  const run = (query: string, level: string) =>
    kernel.run(query, { plan: planOf(call('set', 'set_priority', { level })) });
  expectCommitted(await run('This is urgent', 'high'));
  expectCommitted(await run('Do it at once', 'high'));
  expectCommitted(await run('Make it low', 'low'));
  expectBlocked(await run('This is urgent', 'low'), 'critical_untrusted');
  expectBlocked(await run('Not so urgently, at least once', 'high'), 'critical_untrusted');
  expectBlocked(await run('This is urgent', 'none'), 'critical_untrusted');
  expect(canaries.of('set_priority')).toHaveLength(3);
});

verifies('INV-P3', 'a host that narrows the readers of a query narrows its quotes', async () => {
  const office = makeOffice();
  const send = [call('send', 'send_email', { to: 'bob@example.org', body: 'PIN 4711' })];
  const query = 'Mail "PIN 4711" to bob@example.org';
  expectBlocked(await office.run(query, send, { readers: [alice] }), 'reader_excluded');
  expectCommitted(await office.run(query, send));
  expect(office.canaries.calls).toHaveLength(1);
});
