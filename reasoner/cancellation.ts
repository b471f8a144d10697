/**
 * Cancellation: from the structural signal of the ports to a real AbortSignal and to the error of
 * the room.
 */
import type { CancelSignal } from '../schemas/index.js';
import { ReasonerError } from './errors.js';

/**
 * The error for an aborted signal: `reasoner_timeout` if its reason is a time limit, else
 * `cancelled`.
 */
export function abortError(signal: CancelSignal): ReasonerError {
  return isTimeout(signal.reason)
    ? new ReasonerError('reasoner_timeout', 'the model did not answer within its time limit')
    : new ReasonerError('cancelled', 'the call of the model was cancelled');
}

/** Throws `cancelled` or `reasoner_timeout` if the signal is aborted already. */
export function assertNotAborted(signal: CancelSignal): void {
  if (signal.aborted) throw abortError(signal);
}

/**
 * The outcome of a work, or the error of the abort where that comes first; what the work does after
 * is dropped. @throws cancelled, reasoner_timeout, and what the work throws
 */
export async function unlessAborted<T>(signal: CancelSignal, work: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abortError(signal));
  });
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

export interface LinkedAbort {
  /** Aborts with the signal it is linked to, and when released. */
  readonly signal: AbortSignal;
  /** Ends the link and whatever still runs under it. */
  release(): void;
}

/**
 * Makes a real AbortSignal that follows a structural one, so that one request can be ended without
 * others.
 */
export function linkAbort(source: CancelSignal): LinkedAbort {
  const controller = new AbortController();
  const follow = (): void => controller.abort(source.reason);
  if (source.aborted) follow();
  else source.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    release() {
      source.removeEventListener('abort', follow);
      controller.abort();
    },
  };
}

function isTimeout(reason: unknown): boolean {
  if (typeof reason !== 'object' || reason === null) return false;
  if ('name' in reason && reason.name === 'TimeoutError') return true;
  return 'code' in reason && reason.code === 'reasoner_timeout';
}
