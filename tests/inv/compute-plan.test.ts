// Family S: a compute step is checked against the table of functions before anything runs.
import { expect } from 'vitest';
import { computeFunctions, type Step, signatureOf } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice } from '../fakes/office.js';
import { call, compare, compute, each, item, map, ref, select, when } from '../fakes/plan-steps.js';

const list = { list: ref('ring', 'id') };
const where = compare(item(), 'equals', 1);

async function codeOf(...steps: readonly Step[]): Promise<string | undefined> {
  const office = makeOffice();
  const result = await office.run('Go', [call('ring', 'ring_alarm'), ...steps]);
  if (result.status === 'rejected') expect(office.canaries.calls).toEqual([]);
  const { problem, status } = result;
  return status === 'rejected' ? `${problem?.code} ${problem?.message}` : status;
}

verifies('INV-S5', 'a function takes what the table says, no less and no more', async () => {
  const wrong: readonly (readonly [Step, string])[] = [
    [compute('x', 'count', {}), 'no `list`'],
    [compute('x', 'count', { ...list, other: 1 }), 'does not take'],
    [compute('x', 'count', { ...list, toString: 1 }), 'does not take'],
    [compute('x', 'sort', { ...list, order: 'upwards' }), '`order` is none of'],
    [compute('x', 'sort', { ...list, order: ref('ring', 'id') }), '`order` is none of'],
    [compute('x', 'move', { moment: 'a', amount: 1, unit: 'decades' }), '`unit` is none of'],
    [compute('x', 'format', { value: 1, form: 'hex' }), '`form` is none of'],
    [compute('x', 'pluck', list), 'no `by`'],
    [compute('x', 'count', list, { by: 'id' }), 'a `by` that'],
    [compute('x', 'select', list), 'no `where`'],
    [compute('x', 'count', list, { where: compare(1, 'equals', 1) }), 'a `where` that'],
    [compute('x', 'choose', { yes: 1, no: 2 }), 'no `where`'],
  ];
  for (const [step, what] of wrong) {
    const message = await codeOf(step);
    expect(message).toContain('plan_compute_malformed');
    expect(message).toContain(what);
  }
});

verifies(
  'INV-S5',
  'every function wants every argument that it does not call optional',
  async () => {
    for (const fn of computeFunctions) {
      const { args, optional = [], by, where: about } = signatureOf(fn);
      const full = Object.fromEntries(
        Object.entries(args).map(([name, takes]) => [name, takes === 'any' ? 1 : takes[0]]),
      );
      const fields = {
        ...(by === undefined ? {} : { by: 'id' }),
        ...(about === undefined
          ? {}
          : { where: about === 'items' ? where : compare(1, 'equals', 1) }),
      };
      // Well formed, whatever comes of it.
      expect(['failed', 'committed']).toContain(
        await codeOf(compute('x', fn, full as never, fields)),
      );
      for (const name of Object.keys(args)) {
        const { [name]: _, ...less } = full;
        const step = compute('x', fn, less as never, fields);
        if (optional.includes(name)) expect(await codeOf(step)).not.toContain('plan_');
        else expect(await codeOf(step)).toContain('plan_compute_malformed');
      }
    }
  },
);

verifies(['INV-S5', 'INV-S2'], 'an item is named only where there is one', async () => {
  const misplaced: readonly Step[] = [
    call('x', 'save_note', { text: each() }),
    compute('x', 'count', { list: each('a') }),
    when('x', compare(each(), 'equals', 1), 'ring_alarm'),
    when('x', where, 'ring_alarm'),
    compute('x', 'choose', { yes: 1, no: 2 }, { where }),
    select('x', each(), where),
    map('x', ref('ring'), when('y', where, 'ring_alarm')),
  ];
  for (const step of misplaced) expect(await codeOf(step)).toContain('plan_misplaced_item');
  const inner = compute('y', 'count', { list: ref('x') });
  expect(await codeOf(map('x', ref('ring'), inner))).toContain('plan_forward_reference');
  expect(await codeOf(map('x', ref('ring'), call('ring', 'ring_alarm')))).toContain(
    'plan_duplicate_id',
  );
  const outside = [
    map('x', ref('ring'), call('y', 'ring_alarm')),
    compute('z', 'count', { list: ref('y') }),
  ];
  expect(await codeOf(...outside)).toContain('plan_unknown_step');
});
