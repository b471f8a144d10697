/** Tools at their worst: the run ends, and what they say is data. */
import { expect, test } from 'vitest';
import { callsBack, hostileResults, neverReturns } from '../../../../hosts/testing/index.js';
import { makeOffice, type Office } from '../../../fakes/office.js';
import { call, ref } from '../../../fakes/plan-steps.js';
import { soon } from './soon.js';

const steps = [
  call('page', 'web_fetch', { url: 'https://a.example/' }),
  call('sent', 'send_email', { to: ref('page', 'text'), body: 'x' }),
];
const query = 'Look at https://a.example/ and tell them.';

test.each(hostileResults)('$name sends nothing', async ({ make }) => {
  const office = makeOffice({ answers: { web_fetch: make } });
  const { status } = await office.run(query, steps);
  expect(['blocked', 'failed', 'uncertain']).toContain(status);
  expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['web_fetch']);
});

test('a tool that never answers ends its run, as uncertain where it writes', async () => {
  const limits = { toolTimeoutMs: 1000 };
  const office = makeOffice({
    ...{ limits, ports: { timer: soon } },
    answers: { web_fetch: neverReturns, ring_alarm: neverReturns },
  });
  expect((await office.run(query, steps)).status).not.toBe('committed');
  const ring = [call('ring', 'ring_alarm'), call('again', 'ring_alarm')];
  expect((await office.run('Ring', ring)).status).toBe('uncertain');
  expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['web_fetch', 'ring_alarm']);
});

test('a tool that calls back gets a fault, and nothing more is called', async () => {
  let told: unknown;
  const office: Office = makeOffice({
    answers: {
      ring_alarm: async () => {
        told = await callsBack(() => office.run('Ring', [call('again', 'ring_alarm')]))();
        return { id: 'done', reply: '' };
      },
    },
  });
  const { status } = await office.run('Ring', [call('ring', 'ring_alarm')]);
  expect(status).toBe('committed');
  expect(office.canaries.calls).toHaveLength(1);
  expect(JSON.stringify(told)).toMatch(/inside|reentrant|while/);
});

test('what a call back came to is told without the values of it', async () => {
  const none = callsBack(async () => ({ status: 'committed', output: 'secret' }));
  expect(await none()).toEqual({ text: 'committed' });
  expect(await callsBack(() => Promise.reject('x'))()).toEqual({ text: 'string' });
});
