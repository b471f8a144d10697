/**
 * The life of a process that asks: a row that it renews while a request of its own is open. A
 * request whose lease has lapsed is nobody's, and no ruling on it counts (behaviour A-26).
 */
import type { Clock, Timer } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { TicketShelf } from './shelf.js';

/** How long a lease holds without being renewed, in milliseconds. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

/** One owner's lease in a store. */
export class Lease {
  readonly #shelf: TicketShelf;
  readonly #owner: string;
  readonly #clock: Clock;
  readonly #timer: Timer;
  #revision = 0;
  #stop: (() => void) | null = null;
  #isHeld = false;
  /** One write after another: each needs the revision that the one before left. */
  #queue: Promise<void> = Promise.resolve();

  constructor(
    shelf: TicketShelf,
    owner: string,
    time: { readonly clock: Clock; readonly timer: Timer },
  ) {
    this.#shelf = shelf;
    this.#owner = owner;
    this.#clock = time.clock;
    this.#timer = time.timer;
    freeze(this);
  }

  /**
   * Takes the lease, unless it is held; from then on it is renewed. @throws what the store throws
   */
  async hold(): Promise<void> {
    if (this.#isHeld) return await this.#queue;
    this.#isHeld = true;
    try {
      await this.#after(() => this.#renew());
      if (this.#isHeld) this.#tick();
    } catch (error) {
      this.#isHeld = false;
      throw error;
    }
  }

  /** Lets go of it. Best effort: it lapses by itself. */
  async end(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#stop?.();
    this.#stop = null;
    await this.#after(async () => {
      await this.#shelf.endLease(this.#owner, this.#revision);
      this.#revision = 0;
    }).catch(() => undefined);
  }

  #after(write: () => Promise<void>): Promise<void> {
    const written = this.#queue.then(write);
    this.#queue = written.catch(() => undefined);
    return written;
  }

  async #renew(): Promise<void> {
    const until = this.#clock.now() + LEASE_MS;
    let revision = await this.#shelf.renew(this.#owner, until, this.#revision);
    if (revision === null) {
      // Its row was put away, or is a row of another time.
      const known = await this.#shelf.lease(this.#owner);
      revision = await this.#shelf.renew(this.#owner, until, known?.revision ?? 0);
    }
    if (revision === null) throw new Error('the lease is held by another');
    this.#revision = revision;
  }

  #tick(): void {
    // Taken again while it was being taken: one renewal is enough.
    this.#stop?.();
    this.#stop = this.#timer.after(RENEW_MS, () => {
      if (!this.#isHeld) return;
      this.#tick();
      // A lease that cannot be renewed lapses: that refuses, and nothing else.
      this.#after(() => this.#renew()).catch(() => undefined);
    });
  }
}
/** Asks whether an owner's lease holds. @throws what the store throws */
export async function holdsLease(shelf: TicketShelf, owner: string, now: number): Promise<boolean> {
  const lease = await shelf.lease(owner);
  return lease !== null && now < lease.until;
}

freeze(Lease.prototype);
freeze(Lease);
