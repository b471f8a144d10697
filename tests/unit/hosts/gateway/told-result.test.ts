/** What a client is told of a call whose answer was forgotten before it could be. */
import { expect, test } from 'vitest';
import { toldResult } from '../../../../hosts/gateway/told-result.js';
import { makeOffice } from '../../../fakes/office.js';

const telling = { results: 'values', isStructured: false } as const;

test('a call that was carried out is told as such, though its answer is gone', async () => {
  const bounds = { count: 1, weight: 1 };
  const session = makeOffice().kernel.openClient({ trust: 'until_tainted', bounds });
  const first = await session.call('read_inbox', {});
  await session.call('list_contacts', {});
  const { isError, content } = toldResult(first, { ...telling, session });
  expect(isError).toBe(true);
  expect(content[0]?.text).toMatch(/^committed: value_unknown: the call was carried out/);
  expect(session.told).toBeNull();
});

test('a failure whose words are gone is told without them', async () => {
  const bounds = { count: 1, weight: 1 };
  const answers = { read_inbox: () => Promise.reject(new Error('DISK-4711')) };
  const session = makeOffice({ answers }).kernel.openClient({ bounds });
  const first = await session.call('read_inbox', {});
  await session.call('list_contacts', {});
  const told = toldResult(first, { ...telling, session });
  expect(told.content[0]?.text).toMatch(/^failed: tool_failed/);
  expect(JSON.stringify(told)).not.toContain('DISK-4711');
});
