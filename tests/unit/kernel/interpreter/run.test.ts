import { expect, test } from 'vitest';
import { memoryAuditSink } from '../../../../hosts/index.js';
import { scriptedPlanner } from '../../../../reasoner/index.js';
import { eventsOf, makeOffice } from '../../../fakes/office.js';
import { call, child, constant, planOf, ref } from '../../../fakes/plan-steps.js';

function planDigest(lines: readonly string[]): unknown {
  const record = lines.map((line) => JSON.parse(line)).find(({ kind }) => kind === 'plan_verified');
  return record.data.plan;
}

test('what audit and trace say of a plan depends on the key of the store', async () => {
  const digests = [];
  for (const key of ['a'.repeat(64), 'b'.repeat(64)]) {
    const sink = memoryAuditSink();
    const office = makeOffice({ audit: { ...sink, key } });
    const result = await office.run('The PIN is 4711', [constant('pin', '4711')]);
    const [emitted] = eventsOf(result, 'plan_emitted');
    const digest = planDigest(sink.lines());
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(digest).toBe(emitted?.digest);
    digests.push(digest);
  }
  expect(digests[0]).not.toBe(digests[1]);
});

test('readers that are no list are a fault of the host, told as one', async () => {
  const office = makeOffice();
  const steps = [constant('one', 1)];
  const readers = 'user' as never;
  await expect(office.run('Go', steps, { readers })).rejects.toMatchObject({
    name: 'KernelFault',
    code: 'query_malformed',
  });
  for (const fact of [
    { value: 1, readers },
    { value: 1, subjects: 'anyone' as never },
  ]) {
    await expect(office.run('Go', steps, { facts: { fact } })).rejects.toMatchObject({
      name: 'KernelFault',
      code: 'fact_malformed',
    });
  }
});

test('the plan of a sub-kernel is recorded before its first step, like the plan of the run', async () => {
  const sink = memoryAuditSink();
  const planner = scriptedPlanner(planOf(constant('one', 1), constant('two', 2)));
  const office = makeOffice({ audit: sink, planner });
  const steps = [call('inbox', 'read_inbox'), child('agent', ref('inbox'), [])];
  expect((await office.run('Go', steps)).status).toBe('committed');
  const plans = sink
    .lines()
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'plan_verified');
  expect(plans.map(({ data }) => data.steps)).toEqual([2, 2]);
  expect(plans[0].data.plan).not.toBe(plans[1].data.plan);
});
