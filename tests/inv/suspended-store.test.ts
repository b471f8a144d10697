// Family U: where a suspended run is kept, once; what the audit says; what is not stored.
import { describe, expect } from 'vitest';
import { AuditChain, memoryAuditSink } from '../../hosts/index.js';
import type { AuditSink, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { call, child, map, parallel, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';
import {
  changedTools,
  mailQuery,
  mailTo,
  makeOffices,
  memorySuspensions,
  readMails,
  refusal,
  resume,
  suspend,
} from '../fakes/suspensions.js';

/** A sink that takes every record but those of one kind. */
function refusing(kind: string): AuditSink {
  const sink = memoryAuditSink();
  return {
    key: sink.key,
    head: () => sink.head(),
    append(lines, head) {
      if (lines.some((line) => line.includes(`"kind":"${kind}"`))) throw new Error('full');
      return sink.append(lines, head);
    },
  };
}

describe('the store', () => {
  verifies('INV-U2', 'gives a run away once, whatever becomes of it', async () => {
    const offices = makeOffices();
    const { id } = await suspend(offices);
    const two = [offices.open(), offices.open()];
    const ended = await Promise.allSettled(two.map((office) => resume(office, offices, id)));
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const sent = two.flatMap(({ canaries }) => canaries.of('send_email'));
    expect(sent).toHaveLength(1);
    await expect(resume(offices.open(), offices, id)).rejects.toThrow(
      refusal('suspension_claimed'),
    );
  });

  verifies('INV-U2', 'keeps a run claimed whose process failed right after', async () => {
    const offices = makeOffices();
    const { id } = await suspend(offices);
    const cancelled = new AbortController();
    cancelled.abort();
    const { kernel } = offices.open();
    const result = await kernel.resume(offices.store, id, { signal: cancelled.signal });
    expect(result.status).toBe('aborted');
    await expect(kernel.resume(offices.store, id)).rejects.toThrow(refusal('suspension_claimed'));
    expect(offices.kinds().slice(-3)).toEqual(['run_resumed', 'plan_verified', 'run_ended']);
  });

  verifies('INV-U2', 'that says anything but yes gives nothing away', async () => {
    const offices = makeOffices();
    const { id } = await suspend(offices);
    const office = offices.open();
    for (const answer of [undefined, null, 1, 'true', {}, Promise.resolve(false)]) {
      const store = { ...offices.store, claim: () => answer as boolean };
      await expect(office.kernel.resume(store, id)).rejects.toThrow(refusal('suspension_claimed'));
    }
    expect(office.canaries.calls).toEqual([]);
  });

  verifies(
    'INV-U1',
    'gives back what was sealed with its key under that name, or nothing',
    async () => {
      const offices = makeOffices();
      const [{ id }, { id: other }] = [await suspend(offices), await suspend(offices)];
      const { texts } = offices.store;
      const text = texts.get(id) ?? '';
      const forged = [
        ['cut', text.slice(0, -1)],
        ['empty', ''],
        ['added to', `${text} `],
        ['of another name', texts.get(other) ?? ''],
        ['bob replaced', text.replace('carol@example.org', 'mallory@evil.com')],
        ['without a seal', text.slice(64)],
        ['another seal', `${'0'.repeat(64)}${text.slice(64)}`],
      ] as const;
      const office = offices.open();
      for (const [, changed] of forged) {
        texts.set(id, changed);
        await expect(resume(office, offices, id)).rejects.toThrow(refusal('suspension_malformed'));
      }
      const foreign = memorySuspensions('b6'.repeat(32));
      foreign.texts.set(id, text);
      await expect(office.kernel.resume(foreign, id)).rejects.toThrow(
        refusal('suspension_malformed'),
      );
      await expect(office.kernel.resume(foreign, 'none')).rejects.toThrow(
        refusal('suspension_unknown'),
      );
      expect([office.canaries.calls, [...offices.store.claimed]]).toEqual([[], []]);
      texts.set(id, text);
      expectCommitted(await resume(office, offices, id));
    },
  );
});

describe('the audit', () => {
  verifies('INV-U5', 'tells where a run was stored and taken up, under one id', async () => {
    const offices = makeOffices();
    const { id, run } = await suspend(offices);
    const kinds = offices.kinds();
    expect(kinds.slice(-3)).toEqual(['denial', 'run_ended', 'run_suspended']);
    expectCommitted(await resume(offices.open(), offices, id));
    expect(offices.kinds().slice(kinds.length)).toEqual([
      'run_resumed',
      'plan_verified',
      'ruling',
      'admission',
      'terminal',
      'run_ended',
    ]);
    const records = offices.records();
    expect(new Set(records.map((record) => record.run))).toEqual(new Set([run]));
    const [stored, taken] = ['run_suspended', 'run_resumed'].map((kind) =>
      records.find((record) => record.kind === kind),
    );
    expect(stored?.data).toMatchObject({ suspension: id, step: 'one' });
    const digest = stored?.kind === 'run_suspended' ? stored.data.stored : null;
    expect(taken?.data).toEqual({ suspension: id, stored: digest });
  });

  verifies('INV-U5', 'refuses both where it takes no record of them', async () => {
    const offices = makeOffices();
    const { id } = await suspend(offices);
    for (const kind of ['run_suspended', 'run_resumed']) {
      const sink = refusing(kind);
      const { kernel, run, canaries } = offices.open({ audit: new AuditChain(sink) });
      const store = memorySuspensions();
      const asked = await run(mailQuery, [readMails, mailTo('one')]);
      if (kind === 'run_suspended') {
        await expect(kernel.suspend(asked, store)).rejects.toThrow(refusal('audit_unavailable'));
        expect([...store.texts.keys()]).toEqual([]);
        continue;
      }
      const own = await kernel.suspend(asked, store);
      expectBlocked(await kernel.resume(store, own.id), 'audit_unavailable', 'admission');
      expect(canaries.of('send_email')).toEqual([]);
    }
    expectCommitted(await resume(offices.open(), offices, id));
  });
});

describe('a run is not stored', () => {
  verifies('INV-U6', 'twice, or by another kernel than its own', async () => {
    const offices = makeOffices();
    const office = offices.open();
    const result = await office.run(mailQuery, [mailTo('one')]);
    const other = offices.open();
    await expect(other.kernel.suspend(result, offices.store)).rejects.toThrow(
      refusal('suspension_impossible'),
    );
    await office.kernel.suspend(result, offices.store);
    await expect(office.kernel.suspend(result, memorySuspensions())).rejects.toThrow(
      refusal('suspension_impossible'),
    );
    const forged = { status: 'needs_approval', suspension: { ...result.suspension } } as never;
    await expect(office.kernel.suspend(forged, offices.store)).rejects.toThrow(
      refusal('suspension_impossible'),
    );
  });

  const decided = [
    rule('release', always, { id: 'decided', argument: 'decision' }),
    rule('release', always),
  ];
  const inside: readonly (readonly [string, readonly Step[]])[] = [
    [
      'a map',
      [
        readMails,
        map('all', ref('mails'), call('m', 'send_email', { to: 'bob@example.org', body: 'hello' })),
      ],
    ],
    ['a sub-kernel', [readMails, child('c', ref('mails'), ['mail.send'])]],
  ];
  for (const [where, steps] of inside) {
    verifies('INV-U6', `where the question came from inside ${where}`, async () => {
      const offices = makeOffices();
      const planner = {
        plan: async () => planOf(call('i', 'send_email', { to: 'bob@example.org', body: 'hello' })),
      };
      const office = offices.open({ planner, declassify: decided });
      const result = await office.run(mailQuery, steps);
      expect(result.status).toBe('needs_approval');
      expect(result.suspension?.obstacle).toMatch(/^the question came from inside step `/);
      await expect(office.kernel.suspend(result, offices.store)).rejects.toThrow(
        result.suspension?.obstacle ?? '',
      );
      expect([...offices.store.texts.keys()]).toEqual([]);
    });
  }

  verifies('INV-U6', 'where it came while steps overlapped', async () => {
    const offices = makeOffices();
    const tools = changedTools('read_inbox', { confirm: 'always' });
    const office = offices.open({ tools, guardrails: { version: 1, rules: [] } });
    const result = await office.run(mailQuery, [
      parallel(call('contacts', 'list_contacts', {})),
      parallel(readMails),
    ]);
    expect([result.status, result.suspension?.obstacle]).toEqual([
      'needs_approval',
      'the question came while steps overlapped, from `contacts` on',
    ]);
  });

  verifies(
    'INV-U6',
    'that ended otherwise, takes its plan in fragments, or has an unknown end',
    async () => {
      const offices = makeOffices();
      const office = offices.open();
      const done = await office.run(mailQuery, [readMails]);
      expect(done.suspension).toBeNull();
      const session = await office.kernel.open(mailQuery);
      await session.take(planOf(mailTo('one')));
      const part = await session.end(null);
      expect([part.status, part.suspension]).toEqual(['needs_approval', null]);
      for (const result of [done, part])
        await expect(office.kernel.suspend(result, offices.store)).rejects.toThrow(
          refusal('suspension_impossible'),
        );
      // Its ends wait for a record that the store does not take.
      const deferring: AuditSink = { ...refusing('run_ended'), write: () => undefined };
      const unsure = offices.open({ audit: new AuditChain(deferring) });
      const unknown = await unsure.run(mailQuery, [readMails, mailTo('one')]);
      expect([unknown.status, unknown.suspension]).toEqual(['uncertain', null]);
    },
  );
});
