/**
 * Waits for untrusted work, bounded by a time limit and by cancellation; what comes late is told
 * apart.
 */
import type { Timer } from '../../schemas/index.js';
import { hasOwn, listPrototype, objectPrototype, prototypeOf } from '../primordials.js';
import type { Cancellation } from './cancellation.js';

export type Settled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' };

export interface Patience {
  readonly timer: Timer;
  readonly limitMs: number | null;
  readonly cancellation: Cancellation;
  /** Told when work that was given up on settles after all. */
  readonly late: (settled: 'resolved' | 'rejected') => void;
}

/**
 * Resolves with the first of: the work's value or error, the time limit, cancellation. Never
 * rejects.
 */
export function settle(work: unknown, patience: Patience): Promise<Settled> {
  const { timer, limitMs, cancellation, late } = patience;
  if (isPlainlyDone(work)) return Promise.resolve({ kind: 'value', value: work });
  return new Promise((resolve) => {
    let isOpen = true;
    const close = (settled: Settled): void => {
      if (!isOpen) return;
      isOpen = false;
      stopTimer?.();
      stopListening();
      resolve(settled);
    };
    const stopListening = cancellation.onAbort(() => close({ kind: 'cancelled' }));
    const stopTimer =
      limitMs === null ? null : timer.after(limitMs, () => close({ kind: 'timeout' }));
    // Adopting the work reads `then` once; a thenable that settles twice or throws is a promise's
    // matter.
    Promise.resolve(work).then(
      (value: unknown) => (isOpen ? close({ kind: 'value', value }) : late('resolved')),
      (error: unknown) => (isOpen ? close({ kind: 'threw', error }) : late('rejected')),
    );
    if (cancellation.aborted) close({ kind: 'cancelled' });
  });
}

/** Plain data is there already: nothing to wait for, nothing to read `then` of. */
function isPlainlyDone(work: unknown): boolean {
  if (typeof work === 'function') return false;
  if (typeof work !== 'object' || work === null) return true;
  const prototype = prototypeOf(work);
  const isPlain = prototype === objectPrototype || prototype === listPrototype;
  return (
    isPlain &&
    !hasOwn(work, 'then') &&
    !hasOwn(prototype, 'then') &&
    !hasOwn(objectPrototype, 'then')
  );
}
