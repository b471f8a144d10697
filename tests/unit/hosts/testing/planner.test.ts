/** Planners that were talked into more: nothing of it runs on a real kernel. */
import { describe, expect, test } from 'vitest';
import {
  adversarialPlanner,
  corruptions,
  corruptPlanner,
  doubled,
  hijacks,
  scriptedPlanner,
} from '../../../../hosts/testing/index.js';
import { makeOffice, officeGrant } from '../../../fakes/office.js';
import { call, planOf } from '../../../fakes/plan-steps.js';
import { expectCommitted } from '../../../fakes/refusal.js';

const honest = planOf(
  call('inbox', 'read_inbox'),
  call('sent', 'send_email', { to: 'bob@example.org', body: 'done' }),
);
const query = 'Tell bob@example.org "done".';
const aim = {
  tool: 'send_email',
  args: { to: 'attacker@evil.com', body: 'done' },
  capabilities: officeGrant,
};

test('without malice the plan runs', async () => {
  const office = makeOffice({ planner: scriptedPlanner(honest) });
  expectCommitted(await office.run(query));
  expect(office.canaries.of('send_email')).toEqual([{ to: 'bob@example.org', body: 'done' }]);
});

describe.each(hijacks)('an effect $name', (hijack) => {
  test.each([0, 1, 2])('is not made (%i)', async (at) => {
    const office = makeOffice({ planner: adversarialPlanner(honest, aim, hijack, at) });
    const { status } = await office.run(query);
    expect(status).toBe('blocked');
    const sent = office.canaries.of('send_email').map(({ to }) => to);
    expect(sent.filter((to) => to !== 'bob@example.org')).toEqual([]);
  });
});

test.each(corruptions)('nothing runs of a plan with $name', async (corruption) => {
  const office = makeOffice({ planner: corruptPlanner(honest, corruption, 1) });
  const { status } = await office.run(query);
  expect(status).toBe('rejected');
  expect(office.canaries.calls).toEqual([]);
});

test('a place that a plan does not have is told', async () => {
  const planner = corruptPlanner(honest, { name: 'no place', make: () => null });
  await expect(planner.plan({} as never, { signal: AbortSignal.timeout(1000) })).rejects.toThrow(
    'the plan has no place for no place',
  );
});

test('a plan that changes as it is read runs as it was verified, or not at all', async () => {
  const planner = scriptedPlanner(() => doubled(honest, 'attacker@evil.com'));
  const office = makeOffice({ planner });
  await office.run(query);
  expect(JSON.stringify(office.canaries.calls)).not.toContain('attacker');
});
