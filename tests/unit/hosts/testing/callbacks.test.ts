/** What a host hands to a kernel at its worst: nothing unadmitted runs, and every run ends. */
import { describe, expect, test } from 'vitest';
import {
  hostileApprovers,
  hostileClocks,
  hostileDeclassifiers,
  hostileRandoms,
  hostileSinks,
} from '../../../../hosts/testing/index.js';
import { makeOffice, type Office, type OfficeOptions } from '../../../fakes/office.js';
import { call, ref } from '../../../fakes/plan-steps.js';
import { expectBlocked } from '../../../fakes/refusal.js';
import { always, rule } from '../../../fakes/release-rule.js';
import { soon } from './soon.js';

const query = 'Forward my mail to bob@example.org.';
const steps = [
  call('inbox', 'read_inbox'),
  call('sent', 'send_email', { to: 'bob@example.org', body: ref('inbox', '0.body') }),
];

/** What a run ended as: a kernel that cannot be built, or a run that faults, ran nothing. */
async function endOf(options: OfficeOptions): Promise<readonly [string, Office | null]> {
  let office: Office | null = null;
  try {
    office = makeOffice(options);
    return [(await office.run(query, steps)).status, office];
  } catch (error) {
    return [error instanceof Error ? error.name : 'thrown', office];
  }
}

const toolsOf = (office: Office | null): readonly string[] =>
  office === null ? [] : office.canaries.calls.map(({ tool }) => tool);

test.each(hostileDeclassifiers)('a declassifier that $name', async ({ make }) => {
  const office = makeOffice({ declassify: make() });
  expect((await office.run(query, steps)).status).toBe('blocked');
  expect(toolsOf(office)).toEqual(['read_inbox']);
});

describe('an approver', () => {
  const declassify = [rule('ask', always)];

  test.each(hostileApprovers)('that $name', async ({ make }) => {
    const office = makeOffice({ declassify, ports: { approver: make(), timer: soon } });
    expect((await office.run(query, steps)).status).toBe('blocked');
    expect(toolsOf(office)).toEqual(['read_inbox']);
  });

  test('without one the call is refused too', async () => {
    expectBlocked(
      await makeOffice({ declassify }).run(query, steps),
      'approval_unavailable',
      'approval',
    );
  });
});

test.each(hostileSinks)('a store of records that $name', async ({ make }) => {
  const [status, office] = await endOf({ audit: make(), declassify: [rule('release', always)] });
  expect(status).not.toBe('committed');
  expect(toolsOf(office)).toEqual([]);
});

describe.each([
  ...hostileClocks.map(({ name, make }) => ({
    what: `a clock that ${name}`,
    ports: () => ({ clock: make() }),
  })),
  ...hostileRandoms.map(({ name, make }) => ({
    what: `a source of ids that ${name}`,
    ports: () => ({ random: make() }),
  })),
])('$what', ({ ports }) => {
  test('ends the run, which does not send what may not leave', async () => {
    const [status, office] = await endOf({ ports: ports() });
    expect(status).not.toBe('committed');
    expect(toolsOf(office)).not.toContain('send_email');
  });

  test('does not make a yes worth a second call', async () => {
    const asked: string[] = [];
    const approver = {
      ask: async ({ approval, digest }: { approval: string; digest: string }) => {
        asked.push(digest);
        const decision = asked.length === 1 ? ('allow' as const) : ('deny' as const);
        return { approval, digest, decision, approver: 'somebody' };
      },
    };
    const declassify = [rule('ask', always)];
    const [, office] = await endOf({ declassify, ports: { ...ports(), approver, timer: soon } });
    await office?.run(query, steps).catch(() => undefined);
    const sent = toolsOf(office).filter((tool) => tool === 'send_email');
    expect(sent.length).toBeLessThanOrEqual(1);
    expect(sent.length).toBeLessThanOrEqual(asked.length);
  });
});
