// Family L, overlap: which steps may run at the same time, and in what order they count.
import { expect } from 'vitest';
import type { Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { sinkThatFails } from '../fakes/audit-records.js';
import { type Deferred, makeDeferred } from '../fakes/deferred.js';
import { untilQuiet } from '../fakes/manual-time.js';
import { eventsOf, makeOffice } from '../fakes/office.js';
import { call, constant, parallel, ref } from '../fakes/plan-steps.js';
import { expectCommitted } from '../fakes/refusal.js';

const note = (id: string): Step => call(id, 'save_note', { text: 'hello' });
const read = (id: string): Step => call(id, 'read_inbox');

async function started(steps: readonly Step[]) {
  const open: Deferred[] = [];
  const wait = (): unknown => {
    const deferred = makeDeferred();
    open.push(deferred);
    return deferred.promise;
  };
  const answers = { read_inbox: wait, list_contacts: wait, web_fetch: wait, save_note: wait };
  const office = makeOffice({ answers });
  const running = office.run('Read https://a.example twice, hello', steps.map(parallel));
  await untilQuiet();
  return { office, open, running, tools: office.canaries.calls.map(({ tool }) => tool) };
}

verifies('INV-L5', 'reads that neither send nor change anything overlap', async () => {
  const { tools, open, running } = await started([
    read('a'),
    call('b', 'list_contacts'),
    read('c'),
  ]);
  expect(tools).toEqual(['read_inbox', 'list_contacts', 'read_inbox']);
  for (const i of [2, 1, 0]) open[i]?.resolve([]);
  const result = await running;
  expectCommitted(result);
  expect(eventsOf(result, 'step_started').map(({ step }) => step)).toEqual(['a', 'b', 'c']);
});

verifies('INV-L5', 'writes and reads that send are barriers, marked or not', async () => {
  const fetch = (id: string) => call(id, 'web_fetch', { url: 'https://a.example' });
  expect((await started([note('a'), note('b')])).tools).toEqual(['save_note']);
  expect((await started([fetch('a'), fetch('b')])).tools).toEqual(['web_fetch']);
  expect((await started([read('a'), fetch('b'), read('c')])).tools).toEqual(['read_inbox']);
  expect((await started([read('a'), note('b'), read('c')])).tools).toEqual(['read_inbox']);
});

verifies('INV-L5', 'after a failure in a group no later group starts', async () => {
  const { office, open, running } = await started([read('a'), read('b'), note('c'), read('d')]);
  open[1]?.reject(new Error('x'));
  await untilQuiet();
  open[0]?.resolve([]);
  expect(await running).toMatchObject({ status: 'failed', problem: { code: 'tool_failed' } });
  expect(office.canaries.of('save_note')).toEqual([]);
  expect(office.canaries.of('read_inbox')).toHaveLength(2);
});

verifies(
  ['INV-T8', 'INV-L5'],
  'in a group an unknown end outweighs an earlier failure',
  async () => {
    for (const how of ['throws', 'rejects'] as const) {
      const { sink } = sinkThatFails('terminal', how);
      const office = makeOffice({ audit: sink });
      const missing = call('a', 'list_contacts', { x: ref('c', 'none') });
      const result = await office.run('Read it', [
        constant('c', 1),
        ...[missing, read('b')].map(parallel),
      ]);
      expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['read_inbox']);
      expect(result).toMatchObject({ status: 'uncertain', problem: { code: 'audit_unavailable' } });
    }
  },
);
