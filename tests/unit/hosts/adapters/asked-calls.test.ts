// What a framework was told to ask about, by ids that a model may have written.
import { expect, test } from 'vitest';
import { AskedCalls } from '../../../../hosts/adapters/asked-calls.js';
import { verifies } from '../../../claims/verifies.js';
import { anApprovalRequest } from '../../../fakes/approval-request.js';
import { makeOffice } from '../../../fakes/office.js';

const { moment } = makeOffice().kernel.openClient();
const toBob = { asked: anApprovalRequest(), moment };
const toEve = { asked: anApprovalRequest({ args: '1'.repeat(64) }), moment };

test('a question is answered once', () => {
  const calls = new AskedCalls(120_000);
  calls.note('a', toBob);
  calls.note('a', { ...toBob, asked: { ...toBob.asked, openedAt: 2_000 } });
  expect(calls.has('a')).toBe(true);
  expect(calls.take('a')?.asked).toBe(toBob.asked);
  expect([calls.has('a'), calls.take('a'), calls.take('b')]).toEqual([false, null, null]);
});

verifies('INV-X10', 'two questions under one id are none', () => {
  const calls = new AskedCalls(120_000);
  calls.note('a', toBob);
  calls.note('a', toEve);
  expect(calls.take('a')).toBeNull();
});

test('an id is free again once its question is over', () => {
  const calls = new AskedCalls(1_000);
  calls.note('a', toBob);
  const later = { ...toEve, asked: { ...toEve.asked, openedAt: 2_000 } };
  calls.note('a', later);
  expect(calls.take('a')?.asked).toBe(later.asked);
});

test('the oldest question is forgotten first', () => {
  const calls = new AskedCalls(120_000);
  for (let i = 0; i <= 1000; i += 1) calls.note(`c${i}`, toBob);
  expect([calls.has('c0'), calls.has('c1'), calls.has('c1000')]).toEqual([false, true, true]);
});
