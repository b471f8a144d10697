// Family T, audit: what is recorded before and after an effect, and what happens where it is not.
import { createHash } from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, memoryAuditSink } from '../../hosts/index.js';
import { verifyAudit } from '../../kernel/index.js';
import { scriptedParser } from '../../reasoner/index.js';
import type { PolicySource, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { recordsLike, recordsOf, sinkThatFails } from '../fakes/audit-records.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice, eventsOf, makeOffice, officeGrant } from '../fakes/office.js';
import { call, fact, parse, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

const query = 'Note "PIN 4711" for alice@example.com';
const note: Step = call('note', 'save_note', { text: 'PIN 4711' });

verifies(
  ['INV-T2', 'INV-B8'],
  'an effect whose admission is not recorded does not run',
  async () => {
    for (const how of ['throws', 'rejects'] as const) {
      const { sink, kept } = sinkThatFails('admission', how);
      const office = makeOffice({ audit: sink });
      const result = await office.run(query, [note]);
      expectBlocked(result, 'audit_unavailable', 'admission');
      expect(office.canaries.calls).toEqual([]);
      expect(eventsOf(result, 'effect_started')).toEqual([]);
      expect(recordsLike(kept.lines(), 'admission')).toEqual([]);
    }
  },
);

verifies('INV-T2', 'nor does a run whose start or whose plan is not recorded', async () => {
  for (const kind of ['run_started', 'plan_verified'] as const) {
    const office = makeOffice({ audit: sinkThatFails(kind, 'rejects').sink });
    expectBlocked(await office.run(query, [note]), 'audit_unavailable', 'admission');
    expect(office.canaries.calls).toEqual([]);
  }
});

verifies(
  ['INV-T2', 'INV-T6'],
  'a release or a ruling that is not recorded lets nothing leave',
  async () => {
    const leak = [
      call('inbox', 'read_inbox'),
      call('note', 'send_email', { to: 'alice@example.com', body: ref('inbox', '0.id') }),
      call('ring', 'post_message', { channel: 'x', text: ref('inbox', '0.body') }),
    ];
    const declassify = [rule('release', always, { tool: 'post_message', argument: '*' })];
    const released = makeOffice({ declassify, audit: sinkThatFails('release', 'throws').sink });
    expectBlocked(await released.run(query, leak), 'audit_unavailable', 'admission');
    expect(released.canaries.of('post_message')).toEqual([]);
    const asking = [rule('ask', always, { tool: 'post_message', argument: '*' })];
    const ports = { approver: approverThat('allow') };
    const audit = sinkThatFails('ruling', 'rejects').sink;
    const ruled = makeOffice({ declassify: asking, ports, audit });
    expectBlocked(await ruled.run(query, leak), 'audit_unavailable', 'admission');
    expect(ruled.canaries.of('post_message')).toEqual([]);
  },
);

verifies('INV-T2', 'the admission stands in the store before the tool is called', async () => {
  const sink = memoryAuditSink();
  const seen: unknown[] = [];
  const save_note = () => {
    seen.push(...recordsOf(sink.lines()).map(({ kind }) => kind));
    return { id: 'x', reply: 'y' };
  };
  const office = makeOffice({ audit: sink, answers: { save_note } });
  expectCommitted(await office.run(query, [note]));
  expect(seen).toEqual(['run_started', 'plan_verified', 'admission']);
  expect(recordsOf(sink.lines()).map(({ kind }) => kind)).toEqual([
    'run_started',
    'plan_verified',
    'admission',
    'terminal',
    'run_ended',
  ]);
});

verifies(
  ['INV-T8', 'K-16'],
  'an effect whose end is not recorded leaves its run uncertain',
  async () => {
    for (const how of ['throws', 'rejects'] as const) {
      const { sink, kept } = sinkThatFails('terminal', how);
      const office = makeOffice({ audit: sink });
      const result = await office.run(query, [note, call('ring', 'ring_alarm')]);
      expect(result).toMatchObject({
        status: 'uncertain',
        output: null,
        problem: { code: 'audit_unavailable' },
        effects: [{ tool: 'save_note', outcome: 'committed' }],
      });
      expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['save_note']);
      expect(verifyAudit(kept.lines()).open).toMatchObject([{ run: result.run }]);
    }
  },
);

verifies(
  ['INV-T8', 'K-16'],
  'a write that threw is uncertain, and nothing follows it',
  async () => {
    const office = makeOffice({
      answers: {
        save_note: () => {
          throw new Error('line lost');
        },
      },
    });
    const result = await office.run(query, [note, call('ring', 'ring_alarm')]);
    expect(result).toMatchObject({ status: 'uncertain', problem: { code: 'tool_failed' } });
    expect(recordsLike(office.lines(), 'terminal').map(({ data }) => data)).toMatchObject([
      { outcome: 'uncertain', output: null, code: 'tool_failed', result: null },
    ]);
    expect(office.canaries.calls).toHaveLength(1);
  },
);

verifies(
  'INV-T8',
  'a write whose result does not fit is committed, its output invalid',
  async () => {
    for (const answer of [{ id: 1 }, () => () => 0]) {
      const office = makeOffice({ answers: { save_note: answer } });
      const result = await office.run(query, [note]);
      expect(result).toMatchObject({
        status: 'failed',
        output: null,
        effects: [{ outcome: 'committed', output: 'invalid' }],
      });
      expect(recordsLike(office.lines(), 'terminal')[0]?.data).toMatchObject({
        outcome: 'committed',
        output: 'invalid',
      });
    }
  },
);

verifies(
  ['INV-T5', 'INV-B8'],
  'a policy that changed after admission withdraws the effect',
  async () => {
    const sink = memoryAuditSink();
    const isAdmitted = (): boolean => recordsLike(sink.lines(), 'admission').length > 0;
    const policy: PolicySource = {
      current: () => ({
        version: isAdmitted() ? '2' : '1',
        grant: isAdmitted() ? [] : [...officeGrant].sort(),
        declassify: [],
      }),
    };
    const office = makeOffice({ audit: sink, ports: { policy } });
    const result = await office.run(query, [note]);
    expectBlocked(result, 'capability_missing', 'capability');
    expect(office.canaries.calls).toEqual([]);
    expect(result.effects).toMatchObject([{ outcome: 'withdrawn', output: null }]);
    expect(recordsLike(sink.lines(), 'terminal').map(({ data }) => data)).toEqual([
      { outcome: 'withdrawn', output: null, code: 'capability_missing', result: null },
    ]);
    expect(eventsOf(result, 'effect_started')).toEqual([]);
  },
);

verifies(['INV-T3', 'K-15'], 'records are numbered without a gap and chained', async () => {
  const office = makeOffice();
  await office.run(query, [note]);
  await office.run(query, [call('send', 'send_email', { to: 'eve@evil.com', body: 'x' })]);
  const records = recordsOf(office.lines());
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, i) => i));
  expect(records.slice(1).map(({ prev }) => prev)).toEqual(
    records.slice(0, -1).map(({ hash }) => hash),
  );
  expect(verifyAudit(office.lines())).toMatchObject({ ok: true });
  const edited = office.lines().map((line) => line.replace('"committed"', '"failed"'));
  expect(verifyAudit(edited).ok).toBe(false);
  const dropped = office.lines().filter((_, i) => i !== 2);
  expect(verifyAudit(dropped).ok).toBe(false);
});

const codeFact = { code: { value: '4711', readers: 'anyone' as const } };
const setPin = call('set', 'set_pin', { pin: fact('code') });

/** A kernel whose one tool sets a PIN, and its store. */
function pinKernel() {
  const sink = memoryAuditSink();
  const tool = makeCanaries().tool(
    {
      name: 'set_pin',
      description: 'Sets the PIN.',
      effect: 'write',
      capabilities: ['pin.write'],
      classes: ['secretAccess', 'workspaceMutation'],
      input: z.strictObject({ pin: z.string() }),
      output: z.string(),
    },
    '4711',
  );
  const kernel = createKernel({
    tools: [tool],
    schemas: { code: z.string() },
    parser: scriptedParser({ code: '4711' }),
    grant: ['pin.write'],
    principal: alice,
    audit: sink,
  });
  return { kernel, sink };
}

verifies(['INV-T4', 'K-22'], 'records hold no value, and no bare digest of one', async () => {
  const { kernel, sink } = pinKernel();
  const plan = planOf(setPin, parse('again', ref('set'), 'code', '4711'));
  const result = await kernel.run('4711', { plan, facts: codeFact });
  expectCommitted(result);
  const records = sink.lines().join('\n');
  expect(`${records}${JSON.stringify(result)}`).not.toContain('4711');
  const texts = ['4711', '"4711"', '{"pin":"4711"}', stableStringify(plan)];
  const guesses = texts.map((text) => createHash('sha256').update(text).digest('hex'));
  expect(guesses.filter((digest) => records.includes(digest))).toEqual([]);
});

verifies('INV-T4', 'two stores have two keys: the same arguments look different', async () => {
  const digests: unknown[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { kernel, sink } = pinKernel();
    const plan = planOf(setPin);
    await kernel.run('4711', { plan, facts: codeFact });
    await kernel.run('4711', { plan, facts: codeFact });
    digests.push(...recordsLike(sink.lines(), 'admission').map(({ data }) => data.args));
    digests.push(...recordsLike(sink.lines(), 'plan_verified').map(({ data }) => data.plan));
  }
  expect(digests).toHaveLength(8);
  expect(new Set(digests).size).toBe(4);
});
