import { expect, test } from 'vitest';
import { operationalLimits, type RunLimits } from '../../../../schemas/index.js';
import { makeOffice } from '../../../fakes/office.js';
import { call } from '../../../fakes/plan-steps.js';

const bad: readonly unknown[] = [Number.NaN, undefined, -1, 1.5, Number.POSITIVE_INFINITY, '10'];

test('a limit that bounds nothing by mistake is a fault of the configuration', () => {
  for (const key of Object.keys(operationalLimits)) {
    for (const limit of bad) {
      const limits = { [key]: limit } as Partial<RunLimits>;
      expect(() => makeOffice({ limits })).toThrow(`\`${key}\` is neither null nor a whole number`);
    }
  }
});

test('a limit of zero allows nothing, none at all is said with null', async () => {
  const ring = [call('ring', 'ring_alarm')];
  const none = await makeOffice({ limits: { maxEffects: 0 } }).run('Ring', ring);
  expect([none.status, none.problem?.code]).toEqual(['aborted', 'limit_effects']);
  const free = await makeOffice({ limits: { maxEffects: null } }).run('Ring', ring);
  expect(free.status).toBe('committed');
});
