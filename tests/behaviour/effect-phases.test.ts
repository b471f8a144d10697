// Family A, the way of one effect: its phases, what is prepared once, what an approval is.
import { expect } from 'vitest';
import { z } from 'zod';
import type { PolicySource } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { asking, layerThat } from '../fakes/layer-that.js';
import { makeNotebook } from '../fakes/notebook.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

verifies('A-32', 'asked, recorded, started, ended, in this order', async () => {
  const order: string[] = [];
  const approver = approverThat('allow', (ruling) => {
    order.push('asked');
    return ruling;
  });
  const notebook = makeNotebook({
    layers: asking,
    ports: { approver },
    answer: () => {
      order.push(...notebook.records().map(({ kind }) => kind), 'tool');
      return { ok: true };
    },
  });
  const result = await notebook.note();
  expectCommitted(result);
  const phases = ['asked', 'ruling', 'admission', 'tool'];
  expect(order.filter((one) => phases.includes(one))).toEqual(phases);
  const events = result.trace.map(({ kind }) => kind);
  const told = ['asked', 'ruled', 'gate_allowed', 'effect_started', 'effect_ended'];
  expect(events.filter((kind) => told.includes(kind))).toEqual(told);
  expect(
    notebook
      .records()
      .map(({ kind }) => kind)
      .slice(-2),
  ).toEqual(['terminal', 'run_ended']);
});

verifies('A-32', 'what is denied never starts, whoever denies it', async () => {
  for (const config of [
    { layers: [layerThat('judge', 'deny')] },
    { layers: asking },
    { layers: asking, ports: { approver: approverThat('deny') } },
    { grant: [] },
  ]) {
    const notebook = makeNotebook(config);
    const result = await notebook.note();
    expect(result.status).toBe('blocked');
    const kinds = result.trace.map(({ kind }) => kind);
    expect([kinds.includes('gate_denied'), kinds.includes('effect_started')]).toEqual([
      true,
      false,
    ]);
    expect(notebook.records().map(({ kind }) => kind)).not.toContain('admission');
    expect(notebook.notes()).toEqual([]);
  }
});

verifies(
  'A-33',
  'a schema that changes arguments takes no question away, and one yes runs once',
  async () => {
    const approver = approverThat('allow');
    const notebook = makeNotebook({
      spec: {
        confirm: 'always',
        input: z.strictObject({ text: z.string().toLowerCase() }),
      },
      ports: { approver },
    });
    const twice = planOf(
      call('a', 'note', { text: 'Milk', confirm: false }),
      call('b', 'note', { text: 'MILK' }),
    );
    expectCommitted(await notebook.kernel.run('Note milk.', { plan: twice }));
    expect([approver.asked.length, notebook.notes()]).toEqual([2, ['milk', 'milk']]);
    expect(new Set(approver.asked.map(({ digest }) => digest)).size).toBe(2);
  },
);

verifies('A-33', 'arguments are known and bounded', async () => {
  const approver = approverThat('allow');
  const notebook = makeNotebook({ layers: asking, ports: { approver } });
  const unknown = planOf(call('n', 'note', { text: 'milk', extra: 'x' }));
  const refused = await notebook.kernel.run('Note milk.', { plan: unknown });
  expectBlocked(refused, 'schema_unknown_key', 'schema');
  const long = await notebook.kernel.run('Note milk.', {
    plan: planOf(call('n', 'note', { text: 'x'.repeat(17_000_000) })),
  });
  expect(long.status).toBe('rejected');
  expect([approver.asked, notebook.notes()]).toEqual([[], []]);
});

verifies('A-34', 'a yes is an input: what the policy says by then decides', async () => {
  let grant = ['notes.write'];
  const policy: PolicySource = {
    // The version stays as it was: only what it says has changed.
    current: () => ({ version: '1', grant, declassify: [] }),
  };
  const approver = approverThat('allow', (ruling) => {
    grant = [];
    return ruling;
  });
  const notebook = makeNotebook({ layers: asking, ports: { approver, policy } });
  const result = await notebook.note();
  expectBlocked(result, 'capability_missing', 'capability');
  expect(notebook.notes()).toEqual([]);
  const stranger = await notebook.kernel.run('Note milk.', {
    plan: planOf(call('n', 'remote', {})),
  });
  expect(stranger.status).toBe('rejected');
});
