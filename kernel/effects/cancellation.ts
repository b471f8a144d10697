/**
 * One run's cancellation: a host's signal, or the kernel's own abort, reaches every open model call
 * and tool. The AbortController is made only when something asks for a signal.
 */
import type { CancelSignal, PortCall } from '../../schemas/index.js';
import { freeze } from '../primordials.js';

/** Tells everything that is open in one run that the run is over. */
export class Cancellation {
  readonly #listeners: Set<() => void> = new Set();
  #controller: AbortController | null = null;
  #aborted = false;
  readonly #detach: () => void;

  constructor(outer: CancelSignal | null) {
    const onAbort = (): void => this.abort();
    this.#detach = () => outer?.removeEventListener('abort', onAbort);
    if (outer?.aborted === true) this.#aborted = true;
    else outer?.addEventListener('abort', onAbort, { once: true });
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  /** The signal to hand to ports and tools. */
  get signal(): CancelSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort('cancelled');
    }
    return this.#controller.signal;
  }

  /**
   * Aborts with a reason that says who gave up; a given reason also spares building an exception.
   */
  abort(reason: 'cancelled' | 'ended' = 'cancelled'): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Calls back once on abort; the result takes the callback away. */
  onAbort(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets go of the host's signal. */
  close(): void {
    this.#detach();
  }
}

/** What a port or a tool is handed with a call: the signal is made only if somebody asks for it. */
export class CallSignal implements PortCall {
  readonly #cancellation: Cancellation;
  /** The id of the call; empty where a model is called. */
  readonly call: string;

  constructor(cancellation: Cancellation, call: string) {
    this.#cancellation = cancellation;
    this.call = call;
    freeze(this);
  }

  get signal(): CancelSignal {
    return this.#cancellation.signal;
  }
}
freeze(CallSignal.prototype);
freeze(CallSignal);
