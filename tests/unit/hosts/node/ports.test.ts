// hosts/node/ports.ts: the timer, where Node's own has a trap.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeTimer } from '../../../../hosts/node/ports.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls back after its delay, and not once it was cancelled', () => {
  const called: string[] = [];
  nodeTimer.after(100, () => called.push('kept'));
  nodeTimer.after(100, () => called.push('cancelled'))();
  vi.advanceTimersByTime(99);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(['kept']);
});

test('a delay beyond what Node can count does not end at once', () => {
  const called: number[] = [];
  for (const ms of [2 ** 31, Number.MAX_SAFE_INTEGER]) nodeTimer.after(ms, () => called.push(ms));
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(called).toEqual([]);
});
