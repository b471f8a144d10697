/**
 * One run's cancellation: a host's signal, or the kernel's own abort, reaches every open model call
 * and tool. A call that has answered is not open: nothing tells it of the end. An AbortController
 * is made only when something asks for a signal.
 */
import type { CancelSignal, PortCall } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { makeQuietController } from './quiet-signal.js';

/** Tells everything that is open in one run that the run is over. */
export class Cancellation {
  readonly #listeners: Set<() => void> = new Set();
  /** By the id of the call; model calls have none and share one. */
  readonly #open = new Map<string, AbortController>();
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

  /** The signal to hand to a port or a tool. */
  signalOf(call: string): CancelSignal {
    const known = this.#open.get(call);
    if (known !== undefined) return known.signal;
    const controller = makeQuietController();
    if (this.#aborted) controller.abort('cancelled');
    else this.#open.set(call, controller);
    return controller.signal;
  }

  /** Forgets a call that has answered. */
  endCall(call: string): void {
    this.#open.delete(call);
  }

  /**
   * Aborts with a reason that says who gave up; a given reason also spares building an exception.
   */
  abort(reason: 'cancelled' | 'ended' = 'cancelled'): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const controller of this.#open.values()) controller.abort(reason);
    this.#open.clear();
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
  #signal: CancelSignal | null = null;
  /** The id of the call; empty where a model is called. */
  readonly call: string;

  constructor(cancellation: Cancellation, call: string) {
    this.#cancellation = cancellation;
    this.call = call;
    freeze(this);
  }

  get signal(): CancelSignal {
    this.#signal ??= this.#cancellation.signalOf(this.call);
    return this.#signal;
  }
}
freeze(CallSignal.prototype);
freeze(CallSignal);
