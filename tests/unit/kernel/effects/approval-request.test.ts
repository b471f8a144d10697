import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../../../hosts/index.js';
import { APPROVAL_TTL_MS } from '../../../../schemas/index.js';
import { approverThat } from '../../../fakes/approvers.js';
import { makeManualTime } from '../../../fakes/manual-time.js';
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

describe('why a question came to nothing', () => {
  const steps = [call('send', 'send_email', { to: 'bob@example.org', body: 'planned' })];
  const asking = { declassify: [rule('ask', always)] };
  const reasonOf = async (run: Promise<RunResult>): Promise<unknown> => {
    const { problem } = await run;
    return [problem?.code, problem?.denial?.reason ?? problem?.message];
  };
  const mail = 'Mail to bob@example.org';

  test('nobody is connected', async () => {
    expect(await reasonOf(makeOffice(asking).run(mail, steps))).toEqual([
      'approval_unavailable',
      'no approver is connected',
    ]);
  });

  test('the host would rather not wait: the reason is what would have been asked', async () => {
    const office = makeOffice({ ...asking, approval: 'suspend' });
    const { status, problem } = await office.run(mail, steps);
    expect([
      status,
      problem?.denial?.stage,
      problem?.denial?.code,
      problem?.denial?.reason,
    ]).toEqual([
      'needs_approval',
      'approval',
      'approval_unavailable',
      '`/body` of `send_email`: content_to_other',
    ]);
  });

  test('somebody refused', async () => {
    const office = makeOffice({ ...asking, ports: { approver: approverThat('deny') } });
    expect(await reasonOf(office.run(mail, steps))).toEqual([
      'approval_denied',
      'refused by `alice`',
    ]);
  });

  test('nobody ruled in time', async () => {
    const time = makeManualTime();
    const { clock, timer } = time;
    const approver = { ask: () => new Promise<never>(() => undefined) };
    const office = makeOffice({ ...asking, ports: { approver, clock, timer } });
    const reason = reasonOf(office.run(mail, steps));
    await expect.poll(time.waiting).toBeGreaterThan(0);
    time.pass(APPROVAL_TTL_MS);
    expect(await reason).toEqual(['approval_expired', 'nobody ruled in time']);
  });

  test('the run was cancelled, which is no denial', async () => {
    const controller = new AbortController();
    const approver = {
      ask: () => {
        controller.abort();
        return new Promise<never>(() => undefined);
      },
    };
    const office = makeOffice({ ...asking, ports: { approver } });
    const run = office.run(mail, steps, { signal: controller.signal as never });
    expect(await reasonOf(run)).toEqual(['cancelled', 'cancelled while waiting for a ruling']);
  });

  test('the ruling is recorded as it was given, and traced', async () => {
    const office = makeOffice({ ...asking, ports: { approver: approverThat('allow') } });
    const result = await office.run(mail, steps);
    expect(result.status).toBe('committed');
    const events = result.trace.filter(({ kind }) => kind === 'asked' || kind === 'ruled');
    expect(events).toMatchObject([
      { kind: 'asked', tool: 'send_email' },
      { kind: 'ruled', decision: 'allow', approver: 'alice' },
    ]);
    const ruling = office.lines().find((line) => line.includes('"kind":"ruling"')) ?? '{}';
    expect(JSON.parse(ruling).data).toMatchObject({
      decision: 'allow',
      approver: 'alice',
      source: null,
      isSigned: false,
      of: 1,
    });
  });

  test('a signature that nobody asked for counts as none', async () => {
    const approver = approverThat('allow', (ruling) => ({ ...ruling, signature: 'c2lnbmVk' }));
    const office = makeOffice({ ...asking, ports: { approver } });
    await office.run(mail, steps);
    const ruling = office.lines().find((line) => line.includes('"kind":"ruling"')) ?? '{"data":{}}';
    expect(JSON.parse(ruling).data.isSigned).toBe(false);
  });
});

test('a release is traced by its argument and its rule, and nothing is where nothing was', async () => {
  const office = makeOffice({ declassify: [rule('release', always, { id: 'gives' })] });
  const sent = [call('send', 'send_email', { to: 'bob@example.org', body: 'planned' })];
  const result = await office.run('Mail to bob@example.org', sent);
  expect(result.trace.filter(({ kind }) => kind === 'released')).toMatchObject([
    { kind: 'released', argument: '/body', rule: 'gives' },
  ]);
  expect(office.lines().filter((line) => line.includes('"kind":"release"'))).toHaveLength(1);
  const plain = makeOffice();
  await plain.run('Read my mail', [call('inbox', 'read_inbox')]);
  expect(plain.lines().filter((line) => line.includes('"kind":"release"'))).toEqual([]);
});
