/**
 * One call that waits for a ruling, in the process that asked: it alone records a ruling and lets
 * the call go on. Whatever happens, it ends once. Upholds INV-Q15: recorded first, then woken.
 */
import type { ApprovalRequest, Clock, Ruling } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { type ApproverKeys, isSigned } from './ruling.js';
import type { HeldTicket, TicketShelf } from './shelf.js';
import { decisionOf, isOver, moved, reopened } from './ticket.js';

/** How a question ended. `lost`: its ticket is gone, or could not be brought up to date. */
export type Asked =
  | {
      readonly kind: 'ruled';
      readonly rulings: readonly Ruling[];
      readonly decision: 'allow' | 'deny';
    }
  | { readonly kind: 'expired' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unrecorded' };

export interface WaitingParts {
  readonly request: ApprovalRequest;
  readonly shelf: TicketShelf;
  readonly clock: Clock;
  /** The public keys of approvers, as this process knows them. */
  readonly keys: ApproverKeys;
  /** Writes a ruling to the audit. What it throws keeps the ruling from counting. */
  readonly record: (ruling: Ruling) => void | Promise<void>;
  /** Nobody but the caller's own approver can rule: a ruling that was not recorded ends it. */
  readonly isAlone: boolean;
}

/** Waits for one request. */
export class Waiting {
  readonly #parts: WaitingParts;
  readonly #done: (asked: Asked) => void;
  readonly asked: Promise<Asked>;
  readonly #ready: () => void;
  /** Resolves once it is on the list, or over. */
  readonly ready: Promise<void>;
  #isOpen = true;
  /** Before that its ticket says nothing of it. */
  #isListed = false;
  /** Why it is over although nobody ruled. */
  #over: 'expired' | 'cancelled' | null = null;
  #queue: Promise<void> = Promise.resolve();
  #endings: (() => void)[] = [];

  constructor(parts: WaitingParts) {
    this.#parts = parts;
    let done: (asked: Asked) => void = () => undefined;
    this.asked = new Promise((resolve) => {
      done = resolve;
    });
    this.#done = done;
    let ready: () => void = () => undefined;
    this.ready = new Promise((resolve) => {
      ready = resolve;
    });
    this.#ready = ready;
    freeze(this);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Calls back when it ends. */
  onEnd(ending: () => void): void {
    if (this.#isOpen) this.#endings.push(ending);
    else ending();
  }

  /** Says that its ticket is on the list; whatever came of it meanwhile is taken up. */
  listed(): void {
    this.#isListed = true;
    this.#ready();
    void this.look();
  }

  /** Looks what became of the ticket, after whatever is looked at now. */
  look(): Promise<void> {
    const looked = this.#queue.then(() => this.#step());
    this.#queue = looked.catch(() => undefined);
    return looked;
  }

  /** Ends it without a ruling; one that is being recorded right now is not taken any more. */
  giveUp(why: 'expired' | 'cancelled'): void {
    if (!this.#isOpen || this.#over !== null) return;
    this.#over = why;
    // The waiter does not wait for a store that does not answer.
    this.#end({ kind: why });
    void this.look();
  }

  /** Ends it because nobody is left to rule. */
  fail(asked: Extract<Asked, { kind: 'lost' | 'unrecorded' }>): void {
    this.#end(asked);
    this.#over ??= 'cancelled';
    void this.look();
  }

  async #step(): Promise<void> {
    if (!this.#isListed || (!this.#isOpen && this.#over === null)) return;
    const held = await this.#read();
    if (held === null) return this.#end({ kind: 'lost' });
    const { state, request } = held.ticket;
    if (this.#parts.clock.now() >= request.expiresAt) this.#over ??= 'expired';
    if (this.#over !== null) return await this.#close(held, this.#over);
    if (state === 'pending') return;
    if (state !== 'ruled') return this.#end({ kind: 'lost' });
    await this.#accept(held);
  }

  async #accept(held: HeldTicket): Promise<void> {
    const { clock, record, isAlone, keys } = this.#parts;
    const { ticket } = held;
    try {
      // INV-Q8: verified where the call waits, whatever the face was content with.
      if (ticket.request.needs.signed && !ticket.rulings.every((ruling) => isSigned(ruling, keys)))
        throw new Error('a ruling without a signature of a known approver');
      // INV-Q15: on record before anybody is told, and before the call goes on.
      for (const ruling of ticket.rulings) await record(ruling);
    } catch {
      await this.#swap(held, reopened(ticket, clock.now()));
      if (isAlone) this.#end({ kind: 'unrecorded' });
      return;
    }
    if (clock.now() >= ticket.request.expiresAt) this.#over ??= 'expired';
    if (this.#over !== null) return await this.#close(held, this.#over);
    const decision = decisionOf(ticket);
    const state = decision === 'allow' ? 'allowed' : 'denied';
    const next = moved(ticket, state, clock.now());
    const isKept = await this.#swap(held, next);
    // Given up while it was being kept: nobody goes on, and nobody is told so.
    if (isKept && this.#over !== null)
      return await this.#close({ ticket: next, revision: held.revision + 1 }, this.#over);
    // A ruling that cannot be kept lets nothing go on (behaviour A-25).
    this.#end(isKept ? { kind: 'ruled', rulings: ticket.rulings, decision } : { kind: 'lost' });
  }

  async #close(held: HeldTicket, why: 'expired' | 'cancelled'): Promise<void> {
    this.#end({ kind: why });
    if (!isOver(held.ticket))
      await this.#swap(held, moved(held.ticket, why, this.#parts.clock.now()));
  }

  async #read(): Promise<HeldTicket | null> {
    try {
      return await this.#parts.shelf.read(this.#parts.request.approval);
    } catch {
      return null;
    }
  }

  async #swap({ revision }: HeldTicket, next: HeldTicket['ticket']): Promise<boolean> {
    try {
      return await this.#parts.shelf.swap(next, revision);
    } catch {
      return false;
    }
  }

  #end(asked: Asked): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#done(asked);
    this.#ready();
    for (const ending of this.#endings) ending();
    this.#endings = [];
  }
}
freeze(Waiting.prototype);
freeze(Waiting);
