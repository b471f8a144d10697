import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKernel, defineTool } from '../../../../hosts/index.js';
import type { DeclassPolicy, PolicySource } from '../../../../schemas/index.js';
import { approverThat } from '../../../fakes/approvers.js';
import { alice, makeOffice, officeGrant } from '../../../fakes/office.js';
import { call, planOf, ref } from '../../../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../../../fakes/refusal.js';
import { always, rule } from '../../../fakes/release-rule.js';

const query = 'Mail the first message to bob@example.org';
const leak = [
  call('inbox', 'read_inbox'),
  call('send', 'send_email', { to: 'bob@example.org', body: ref('inbox', '0.body') }),
];

/** An office whose rules change while its approver thinks. */
function office(before: DeclassPolicy, after: DeclassPolicy) {
  let declassify = before;
  const policy: PolicySource = {
    current: () => ({ version: JSON.stringify(declassify), grant: officeGrant, declassify }),
  };
  const approver = approverThat('allow', (ruling) => {
    declassify = after;
    return ruling;
  });
  return makeOffice({ ports: { policy, approver } });
}

test('what a rule would release that came while the user was asked is not released', async () => {
  const asked = rule('ask', always, { id: 'asks' });
  const changing = office([asked], [rule('release', always, { id: 'gives' })]);
  const result = await changing.run(query, leak);
  expectBlocked(result, 'withdrawn', 'admission');
  expect(changing.canaries.of('send_email')).toEqual([]);
  expect(result.effects.map(({ outcome }) => outcome)).toEqual(['committed', 'withdrawn']);
  const steady = office([asked], [asked]);
  expectCommitted(await steady.run(query, leak));
});

test('an allow under one policy is none under the next, whatever that says', async () => {
  const asked = rule('ask', always, { id: 'asks' });
  const changing = office([asked], [asked, rule('release', always, { id: 'gives' })]);
  const result = await changing.run(query, leak);
  expectBlocked(result, 'approval_mismatch', 'approval');
  expect(changing.canaries.of('send_email')).toEqual([]);
});

test('whoever keeps verdicts is told once of each call that guard and judge saw', async () => {
  const told: unknown[] = [];
  const verdictLog = { write: (entry: unknown) => void told.push(entry) };
  const watched = makeOffice({ ports: { verdictLog } });
  expectCommitted(await watched.run(query, [call('inbox', 'read_inbox')]));
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told[0])).toContain('read_inbox');
  const unwatched = makeOffice();
  expectCommitted(await unwatched.run(query, [call('inbox', 'read_inbox')]));
  expect(told).toHaveLength(1);
});

test('an idempotency key that stands for other arguments is refused before anything runs', async () => {
  const paid: unknown[] = [];
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    effect: 'write',
    capabilities: ['money.pay'],
    classes: ['networkEgress'],
    sink: 'own',
    input: z.strictObject({ key: z.string(), to: z.string() }),
    output: z.null(),
    idempotency: '/key',
    run: (args) => {
      paid.push(args);
      return null;
    },
  });
  const kernel = createKernel({ tools: [pay], grant: ['money.pay'], principal: alice });
  const steps = [
    call('first', 'pay', { key: 'K7', to: 'Bob' }),
    call('same', 'pay', { key: 'K7', to: 'Bob' }),
    call('other', 'pay', { key: 'K7', to: 'Carol' }),
  ];
  const result = await kernel.run('Pay Bob and Carol by K7', { plan: planOf(...steps) });
  expectBlocked(result, 'idempotency_conflict', 'admission');
  expect(paid).toHaveLength(2);
});
