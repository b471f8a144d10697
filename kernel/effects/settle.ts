/**
 * Waits for untrusted work, bounded by a time limit and by cancellation; what comes late is told
 * apart. Total: whatever the work, its `then` or a timer does, there is exactly one answer.
 */
import type { Timer } from '../../schemas/index.js';
import { hasOwn, listPrototype, objectPrototype, prototypeOf } from '../primordials.js';
import type { Cancellation } from './cancellation.js';

interface Value {
  readonly kind: 'value';
  readonly value: unknown;
}
interface Threw {
  readonly kind: 'threw';
  readonly error: unknown;
}
export type Settled = Value | Threw | { readonly kind: 'timeout' } | { readonly kind: 'cancelled' };

export interface Patience {
  readonly timer: Timer;
  readonly limitMs: number | null;
  readonly cancellation: Cancellation;
  /** Told when work that was given up on settles after all. */
  readonly late: (settled: 'resolved' | 'rejected') => void;
}

/**
 * Resolves with the first of: the work's value or error, the time limit, cancellation. Never
 * throws or rejects.
 */
export function settle(work: unknown, patience: Patience): Promise<Settled> {
  const { timer, limitMs, cancellation, late } = patience;
  if (isPlainlyDone(work)) return Promise.resolve({ kind: 'value', value: work });
  return new Promise((resolve) => {
    let isOpen = true;
    let stopTimer: (() => void) | null = null;
    let stopListening: (() => void) | null = null;
    const close = (settled: Settled): void => {
      if (!isOpen) return;
      isOpen = false;
      resolve(settled);
      stopListening?.();
      if (stopTimer !== null) attempt(stopTimer);
    };
    stopListening = cancellation.onAbort(() => close({ kind: 'cancelled' }));
    if (limitMs !== null) {
      const give = (): void => close({ kind: 'timeout' });
      // Without a timer nothing bounds the work: it is given up on at once.
      if (!attempt(() => (stopTimer = timer.after(limitMs, give)))) give();
    }
    void adopt(work, (settled) => {
      if (isOpen) close(settled);
      else late(settled.kind === 'value' ? 'resolved' : 'rejected');
    });
    if (cancellation.aborted) close({ kind: 'cancelled' });
  });
}

/**
 * Waits by `await`: a native promise is joined without asking what its own `then` is, any other
 * `then` is read once and called once, and what throws there is an error like any other.
 */
async function adopt(work: unknown, done: (settled: Value | Threw) => void): Promise<void> {
  let settled: Value | Threw;
  try {
    settled = { kind: 'value', value: await work };
  } catch (error) {
    settled = { kind: 'threw', error };
  }
  done(settled);
}

function attempt(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** Plain data is there already: nothing to wait for, nothing to read `then` of. */
function isPlainlyDone(work: unknown): boolean {
  if (typeof work === 'function') return false;
  if (typeof work !== 'object' || work === null) return true;
  try {
    const prototype = prototypeOf(work);
    const isPlain = prototype === objectPrototype || prototype === listPrototype;
    return (
      isPlain &&
      !hasOwn(work, 'then') &&
      !hasOwn(prototype, 'then') &&
      !hasOwn(objectPrototype, 'then')
    );
  } catch {
    return false;
  }
}
