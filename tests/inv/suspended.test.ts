// Family U: a run that waits for a ruling in no process goes on where it asked, decided anew.
import { describe, expect } from 'vitest';
import { AuditChain, declassify, labelTreeOf, memoryAuditSink } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import type { Office } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import {
  asksAboutMail,
  changedTools,
  mailQuery,
  mailTo,
  makeOffices,
  readMails,
  refusal,
  resume,
  saveNote,
  suspend,
  suspendedPlan,
} from '../fakes/suspensions.js';

describe('a run that is taken up', () => {
  verifies('INV-U4', 'goes on where it asked: what has run does not run again', async () => {
    const offices = makeOffices();
    const first = offices.open();
    const steps = [saveNote, readMails, mailTo('one'), mailTo('two', 'carol@example.org')];
    const { id, run, step } = await suspend(offices, first, steps);
    expect(step).toBe('one');
    const second = offices.open({ approval: 'wait' });
    const result = await resume(second, offices, id);
    expectCommitted(result);
    expect(result.run).toBe(run);
    expect(first.canaries.calls.map(({ tool }) => tool)).toEqual(['save_note', 'read_inbox']);
    expect(second.canaries.calls.map(({ tool }) => tool)).toEqual(['send_email', 'send_email']);
    expect(result.effects.map(({ step, outcome, output }) => [step, outcome, output])).toEqual(
      ['note', 'mails', 'one', 'two'].map((step) => [step, 'committed', 'valid']),
    );
    // No id of a call is used twice: the second stands for the question that was not asked.
    expect(result.effects.map(({ call: name }) => name.slice(run.length))).toEqual([
      '.1',
      '.2',
      '.4',
      '.5',
    ]);
  });

  verifies('INV-U4', 'has its values with the labels of their parts', async () => {
    const offices = makeOffices();
    const steps = [readMails, mailTo('one'), call('say', 'read_inbox', {})];
    const { id } = await suspend(offices, offices.open(), steps);
    const { store } = offices;
    const { kernel } = offices.open({ approval: 'wait' });
    // The value of the step before the question, as the plan's result.
    const plan = { ...planOf(readMails, mailTo('one')), final: 'mails' };
    const waited = await offices.open({ approval: 'wait' }).kernel.run(mailQuery, { plan });
    const other = await suspendedPlan(offices, plan);
    const resumed = await kernel.resume(store, other);
    expectCommitted(waited);
    expectCommitted(resumed);
    const [a, b] = [waited, resumed].map(({ output }) => {
      if (output === null) throw new Error('no output');
      return [labelTreeOf(output), declassify(output, { reason: 'to compare' })];
    });
    expect(b).toEqual(a);
    expectCommitted(await kernel.resume(store, id));
  });

  verifies('INV-U7', 'is asked anew, once: a later question suspends it again', async () => {
    const offices = makeOffices();
    const approver = approverThat('allow');
    const steps = [mailTo('one'), mailTo('two', 'carol@example.org')];
    const { id, run } = await suspend(offices, offices.open(), steps);
    const again = await resume(offices.open({}, approver), offices, id);
    expect([again.status, again.run, again.suspension?.step]).toEqual([
      'needs_approval',
      run,
      'two',
    ]);
    expect(approver.asked.map(({ tool, run: of }) => [tool, of])).toEqual([['send_email', run]]);
    const { kernel } = offices.open({}, approver);
    await expect(kernel.suspend(again, offices.store)).rejects.toThrow(
      refusal('suspension_impossible'),
    );
  });

  verifies('INV-U7', 'is over where the approver says no, or nobody can be asked', async () => {
    const offices = makeOffices();
    const { id } = await suspend(offices);
    const alone = makeOffices();
    const { kernel } = offices.open({ ports: {} }, null as never);
    await expect(kernel.resume(offices.store, id)).rejects.toThrow(refusal('approval_unavailable'));
    expect([...offices.store.claimed, ...alone.kinds()]).toEqual([]);
    const refusing = offices.open({}, approverThat('deny'));
    expectBlocked(await resume(refusing, offices, id), 'approval_denied', 'approval');
    expect(refusing.canaries.calls).toEqual([]);
  });

  verifies('INV-U7', 'is decided by the policy and the grant that hold then', async () => {
    const offices = makeOffices();
    const ids = [await suspend(offices), await suspend(offices), await suspend(offices)];
    const [taken, denied, freed] = ids.map(({ id }) => id) as [string, string, string];
    const narrow = offices.open({ grant: ['mail.read'] });
    expectBlocked(await resume(narrow, offices, taken), 'capability_missing', 'capability');
    const forbids = {
      version: 1 as const,
      rules: [
        {
          id: 'no',
          scope: 'workspace' as const,
          class: 'networkEgress' as const,
          decision: 'deny' as const,
        },
      ],
    };
    const strict = offices.open({ guardrails: forbids });
    expectBlocked(await resume(strict, offices, denied), 'rules_denied', 'rules');
    const free = approverThat('allow');
    const open = offices.open(
      {
        guardrails: {
          version: 1,
          rules: [{ id: 'yes', scope: 'workspace', class: 'networkEgress', decision: 'allow' }],
        },
      },
      free,
    );
    expectCommitted(await resume(open, offices, freed));
    expect([narrow.canaries.calls, strict.canaries.calls, free.asked]).toEqual([[], [], []]);
  });

  verifies(
    'INV-U7',
    'is refused unclaimed where a tool of its plan is defined otherwise',
    async () => {
      const offices = makeOffices();
      const { id } = await suspend(offices);
      const drifted = (change: object): Office =>
        offices.open({ tools: changedTools('read_inbox', change) });
      for (const change of [{ description: 'All mails, and more.' }, { result: {} }, null]) {
        const { kernel } = drifted(change ?? { name: 'read_outbox' });
        await expect(kernel.resume(offices.store, id)).rejects.toThrow(
          refusal('suspension_mismatch'),
        );
      }
      expect([...offices.store.claimed]).toEqual([]);
      expectCommitted(await resume(offices.open(), offices, id));
    },
  );

  verifies('INV-U8', 'holds no more than the run held that was stored', async () => {
    const offices = makeOffices();
    const narrow = offices.open({ grant: ['mail.read', 'mail.send'] });
    const { id } = await suspend(offices, narrow, [readMails, mailTo('one'), saveNote]);
    const wide = offices.open();
    expectBlocked(await resume(wide, offices, id), 'capability_missing', 'capability');
    expect(wide.canaries.calls.map(({ tool }) => tool)).toEqual(['send_email']);
  });

  verifies('INV-U9', 'is refused to another principal and on another audit store', async () => {
    const offices = makeOffices();
    const { id } = await suspend(offices);
    const others = [
      offices.open({ principal: 'user:mallory@example.com' }),
      offices.open({ audit: new AuditChain(memoryAuditSink()) }),
    ];
    for (const { kernel, canaries } of others) {
      await expect(kernel.resume(offices.store, id)).rejects.toThrow(
        refusal('suspension_mismatch'),
      );
      expect(canaries.calls).toEqual([]);
    }
    expectCommitted(await resume(offices.open(), offices, id));
  });

  verifies('INV-U3', 'is refused from the instant on at which it expires', async () => {
    const offices = makeOffices();
    const at = (now: number): Office => offices.open({ ports: { clock: { now: () => now } } });
    const day = 24 * 60 * 60 * 1000;
    const { id, expiresAt } = await suspend(offices, at(1000));
    expect(expiresAt).toBe(1000 + 7 * day);
    const late = at(expiresAt);
    await expect(late.kernel.resume(offices.store, id)).rejects.toThrow(
      refusal('suspension_expired'),
    );
    expect([late.canaries.calls, [...offices.store.claimed]]).toEqual([[], []]);
    expectCommitted(await resume(at(expiresAt - 1), offices, id));
  });
});

describe('what a run drew on', () => {
  verifies('INV-U4', 'is drawn on no second time, and not given back', async () => {
    const offices = makeOffices();
    const budgets = {
      'mail.send': { principal: { count: 2 } },
      'notes.write': { run: { count: 1 } },
    };
    const config = {
      guardrails: { ...asksAboutMail, budgets },
      limits: { maxSteps: 5, maxEffects: 5 },
    };
    const steps = [
      saveNote,
      mailTo('one'),
      mailTo('two', 'carol@example.org'),
      call('again', 'save_note', { text: 'hello' }),
    ];
    const { id } = await suspend(offices, offices.open(config), steps);
    const second = offices.open(config);
    const result = await resume(second, offices, id);
    const next = await second.kernel.suspend(result, offices.store);
    const third = offices.open(config);
    // The run has written its one saveNote, in the first of three processes.
    expectBlocked(await resume(third, offices, next.id), 'budget_exhausted', 'rules');
    // And its two mails are those of the principal, in a process that saw one of them.
    expectBlocked(await third.run(mailQuery, [mailTo('more')]), 'budget_exhausted', 'rules');
  });

  verifies('INV-U4', 'counts once for the principal where it was stored', async () => {
    const offices = makeOffices();
    const budgets = { 'notes.write': { principal: { count: 2 } } };
    const office = offices.open({ guardrails: { ...asksAboutMail, budgets } });
    const { id } = await suspend(offices, office, [saveNote, mailTo('one')]);
    expectCommitted(await resume(office, offices, id));
    expectCommitted(await office.run(mailQuery, [saveNote]));
    expectBlocked(await office.run(mailQuery, [saveNote]), 'budget_exhausted', 'rules');
  });

  verifies('INV-U4', 'keeps the question from being paid for twice', async () => {
    const offices = makeOffices();
    const limits = { maxSteps: 2, maxEffects: 2 };
    const { id } = await suspend(offices, offices.open({ limits }));
    expectCommitted(await resume(offices.open({ limits }), offices, id));
    const { id: longer } = await suspend(offices, offices.open({ limits: {} }), [
      readMails,
      mailTo('one'),
      mailTo('two'),
    ]);
    const ended = await resume(offices.open({ limits, approval: 'wait' }), offices, longer);
    expect([ended.status, ended.problem?.code]).toEqual(['aborted', 'limit_steps']);
  });
});
