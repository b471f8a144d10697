/**
 * The kernel's ports on Node: clock, timer, random ids, and the scope that tells when code runs
 * inside a tool.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { CallScope, Clock, Random, Timer } from '../../schemas/index.js';

export const nodeClock: Clock = Object.freeze({ now: () => Date.now() });

/** Node takes a longer delay for one millisecond. */
const MAX_DELAY_MS = 2_147_483_647;

export const nodeTimer: Timer = Object.freeze({
  after(ms: number, callback: () => void): () => void {
    const timeout = setTimeout(callback, Math.min(ms, MAX_DELAY_MS));
    return () => clearTimeout(timeout);
  },
});

// As it was at load: exports of a built-in module can be replaced for all who imported them.
const makeUuid = randomUUID;

/** 122 random bits each. */
export const nodeRandom: Random = Object.freeze({ id: () => makeUuid().replaceAll('-', '') });

interface Inside {
  readonly owner: object;
  readonly outer: Inside | undefined;
}

/** One for the process: Node visits every live storage at each promise. */
const inside = new AsyncLocalStorage<Inside>();

/** Follows tool calls over awaits, of any number of kernels. */
export const nodeCallScope: CallScope = Object.freeze({
  enter: <T>(owner: object, body: () => T): T =>
    inside.run({ owner, outer: inside.getStore() }, body),
  isInside(owner: object): boolean {
    for (let at = inside.getStore(); at !== undefined; at = at.outer)
      if (at.owner === owner) return true;
    return false;
  },
});
