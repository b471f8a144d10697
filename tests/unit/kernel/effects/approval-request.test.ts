import { expect, test } from 'vitest';
import { approverThat } from '../../../fakes/approvers.js';
import { makeOffice } from '../../../fakes/office.js';
import { call } from '../../../fakes/plan-steps.js';
import { expectBlocked } from '../../../fakes/refusal.js';
import { always, rule } from '../../../fakes/release-rule.js';

function fail(): never {
  throw new Error('PIN-4711');
}

test('an answer that runs code when it is read is no ruling; its error stays inside', async () => {
  const ruling = { approval: 'a', digest: 'b', decision: 'allow', approver: 'c' };
  const answers: readonly unknown[] = [
    Object.defineProperty({ ...ruling }, 'approval', { get: fail, enumerable: true }),
    new Proxy(ruling, { ownKeys: fail }),
    Object.create(ruling),
  ];
  for (const answer of answers) {
    const office = makeOffice({
      declassify: [rule('ask', always)],
      ports: { approver: approverThat('allow', () => answer) },
    });
    const result = await office.run('Mail to bob@example.org', [
      call('send', 'send_email', { to: 'bob@example.org', body: 'planned' }),
    ]);
    expectBlocked(result, 'approval_failed', 'approval');
    expect(office.canaries.calls).toEqual([]);
    expect(JSON.stringify(result)).not.toContain('PIN-4711');
  }
});
