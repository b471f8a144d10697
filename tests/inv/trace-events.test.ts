// Family T, events: what a run tells while it goes.
import { expect } from 'vitest';
import { scriptedParser, scriptedPlanner } from '../../reasoner/index.js';
import type { TraceEvent } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { recordsLike } from '../fakes/audit-records.js';
import { eventsOf, makeOffice } from '../fakes/office.js';
import { call, child, parallel, parse, planOf, ref } from '../fakes/plan-steps.js';
import { expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

const query = 'Note hello, mail it to bob@example.org';
const inbox = call('inbox', 'read_inbox');

/** A run with every kind of thing in it. */
async function fullRun() {
  const office = makeOffice({
    parser: scriptedParser({ words: { text: 'x' } }),
    planner: scriptedPlanner(planOf(call('look', 'list_contacts'))),
    ports: { approver: approverThat('allow') },
    declassify: [rule('ask', always, { argument: '/body' })],
  });
  const result = await office.run(query, [
    parallel(inbox),
    parallel(call('people', 'list_contacts')),
    parse('sum', ref('inbox'), 'words'),
    child('agent', ref('sum'), ['contacts.read']),
    call('note', 'save_note', { text: 'hello' }),
    call('send', 'send_email', { to: 'bob@example.org', body: ref('sum', 'text') }),
  ]);
  expectCommitted(result);
  return { office, result };
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

verifies(
  ['INV-T7', 'K-15'],
  'events are numbered from zero without a gap and stand still',
  async () => {
    const { result } = await fullRun();
    expect(result.trace.map(({ seq }) => seq)).toEqual(result.trace.map((_, i) => i));
    expect(result.trace.map(({ run }) => run)).toEqual(result.trace.map(() => result.run));
    expect(result.trace.filter((event) => !isDeeplyFrozen(event))).toEqual([]);
    expect(Object.isFrozen(result.trace)).toBe(true);
    expect(() => (result.trace as TraceEvent[]).pop()).toThrow(TypeError);
  },
);

verifies(['INV-T1', 'K-7', 'K-17'], 'each start pays with the permit of one allow', async () => {
  const { result, office } = await fullRun();
  const allowed = eventsOf(result, 'gate_allowed');
  const started = eventsOf(result, 'effect_started');
  expect(started.map(({ permit, call: id, tool }) => [permit, id, tool])).toEqual(
    allowed.map(({ permit, call: id, tool }) => [permit, id, tool]),
  );
  expect(new Set(started.map(({ permit }) => permit)).size).toBe(started.length);
  expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(started.map(({ tool }) => tool));
  expect(eventsOf(result, 'effect_ended')).toHaveLength(started.length);
});

verifies(
  ['INV-T1', 'K-15'],
  'an allow stands before its start, and a start before its end',
  async () => {
    const { result } = await fullRun();
    for (const { call: id } of eventsOf(result, 'effect_started')) {
      const kinds = result.trace.flatMap((event) =>
        'call' in event && event.call === id ? [event.kind] : [],
      );
      expect(
        kinds.filter((kind) => kind !== 'released' && kind !== 'asked' && kind !== 'ruled'),
      ).toEqual(['gate_allowed', 'effect_started', 'effect_ended']);
    }
  },
);

verifies('INV-T1', 'a denied call has no permit and no start', async () => {
  const office = makeOffice();
  const { trace } = await office.run(query, [
    inbox,
    call('send', 'send_email', { to: 'eve@evil.com', body: 'hello' }),
  ]);
  const kinds = trace.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'effect_started')).toHaveLength(1);
  expect(trace.find(({ kind }) => kind === 'gate_denied')).toMatchObject({ permit: null });
  expect(recordsLike(office.lines(), 'denial')[0]?.data).toMatchObject({
    tool: 'send_email',
    stage: 'provenance',
    code: 'critical_untrusted',
  });
  expect(recordsLike(office.lines(), 'admission')).toHaveLength(1);
});

verifies('INV-T36', 'the record of a refusal says of what, by whom and to whom', async () => {
  const office = makeOffice();
  const { trace } = await office.run(query, [
    inbox,
    call('send', 'send_email', { to: 'eve@evil.com', body: 'hello' }),
  ]);
  const edge = { argument: '/to', failure: 'critical_untrusted', discloses: 'unknown' };
  const refused = trace.find((event) => event.kind === 'gate_denied');
  expect(refused).toMatchObject({ denial: { edge } });
  const [record] = recordsLike(office.lines(), 'denial');
  expect(record?.data).toMatchObject({
    edge,
    labels: { '/to': { sources: ['planner'] }, decision: { control: ['planner'] } },
  });
  expect(record?.data.answers?.at(-1)).toEqual({ stage: 'provenance', outcome: 'deny' });
  expect(office.lines().join()).not.toContain('evil.com');
});

verifies(
  ['K-15', 'K-21'],
  'the trace tells the plan, each step, each decision and the end',
  async () => {
    const { result } = await fullRun();
    expect(eventsOf(result, 'plan_emitted').map(({ depth, steps }) => [depth, steps])).toEqual([
      [0, 6],
      [1, 1],
    ]);
    expect(eventsOf(result, 'step_started').map(({ step, stepKind }) => [step, stepKind])).toEqual([
      ['inbox', 'tool'],
      ['people', 'tool'],
      ['sum', 'q_parse'],
      ['agent', 'subkernel'],
      ['agent.1', 'tool'],
      ['note', 'tool'],
      ['send', 'tool'],
    ]);
    expect(eventsOf(result, 'q_parse_result')).toMatchObject([{ schema: 'words', valid: true }]);
    expect(eventsOf(result, 'ruled')).toMatchObject([{ decision: 'allow', approver: 'alice' }]);
    const send = eventsOf(result, 'gate_allowed').at(-1);
    expect(send?.answers.map(({ stage, outcome }) => [stage, outcome])).toEqual([
      ['guard', 'allow'],
      ['capability', 'allow'],
      ['schema', 'allow'],
      ['provenance', 'require_user'],
      ['rules', 'allow'],
      ['judge', 'allow'],
      ['approval', 'allow'],
    ]);
    expect(Object.keys(send?.labels ?? {})).toEqual(['/to', '/body', 'decision']);
    expect(result.trace.at(-1)).toMatchObject({ kind: 'run_committed', code: null });
  },
);

verifies('INV-T6', 'what a rule asked about and a ruling let go is on record', async () => {
  const { office } = await fullRun();
  expect(recordsLike(office.lines(), 'ruling')[0]?.data).toMatchObject({
    decision: 'allow',
    approver: 'alice',
  });
  const [ruling] = recordsLike(office.lines(), 'ruling');
  const admission = recordsLike(office.lines(), 'admission').find(
    ({ call: id }) => id === ruling?.call,
  );
  expect(ruling?.data.args).toBe(admission?.data.args);
  expect(admission?.data.answers).toContainEqual({
    stage: 'provenance',
    outcome: 'require_user',
    asks: [{ rule: 'ask', argument: '/body' }],
  });
});
