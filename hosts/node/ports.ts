/** The kernel's ports on Node: clock, timer, random ids, and the scope that tells when code runs inside a tool. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { CallScope, Clock, Random, Timer } from '../../schemas/index.js';

export const nodeClock: Clock = Object.freeze({ now: () => Date.now() });

export const nodeTimer: Timer = Object.freeze({
  after(ms: number, callback: () => void): () => void {
    const timeout = setTimeout(callback, ms);
    return () => clearTimeout(timeout);
  },
});

export const nodeRandom: Random = Object.freeze({ id: () => randomBytes(16).toString('hex') });

/** A call scope of its own, kept over awaits. */
export function nodeCallScope(): CallScope {
  const storage = new AsyncLocalStorage<object>();
  return Object.freeze({
    enter: <T>(owner: object, body: () => T): T => storage.run(owner, body),
    isInside: (owner: object): boolean => storage.getStore() === owner,
  });
}
