// Few steps that make much: values that are shared until somebody writes them out.
import { expect } from 'vitest';
import type { Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice } from '../fakes/office.js';
import { call, constant, fact, merge, ref } from '../fakes/plan-steps.js';

function doubled(times: number): readonly Step[] {
  const first: Step = constant('m0', 'x');
  const rest = Array.from({ length: times }, (_, i) =>
    merge(`m${i + 1}`, { a: ref(`m${i}`), b: ref(`m${i}`) }),
  );
  return [first, ...rest];
}

verifies('INV-H4', 'a value that is put together is bounded like one that comes in', async () => {
  const office = makeOffice();
  for (const times of [40, 200]) {
    const result = await office.run('Note it', [
      ...doubled(times),
      call('note', 'save_note', { text: ref(`m${times}`) }),
    ]);
    expect(result).toMatchObject({ status: 'failed', problem: { code: 'snapshot_too_large' } });
  }
  expect(office.canaries.calls).toEqual([]);
});

verifies('INV-P5', 'handles are no record in which a key chooses one', async () => {
  const office = makeOffice();
  const readers = ['user', 'cap:travel.cancel'];
  const values = [{ rome: 'b2', paris: 'b1' }, [{ rome: 'b2' }]];
  for (const value of values) {
    const facts = { by_city: { value, handle: 'booking', readers } };
    const steps = [call('cancel', 'cancel_booking', { booking: fact('by_city', 'rome') })];
    await expect(office.run('Cancel my trip to paris', steps, { facts })).rejects.toMatchObject({
      code: 'fact_malformed',
    });
  }
  expect(office.canaries.calls).toEqual([]);
});
