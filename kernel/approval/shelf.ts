/**
 * Tickets and leases in a store of rows: sealed under the store's key, so that a row which the
 * kernel did not write is none. A seal binds the row's id and its revision. Does not defend against
 * whoever holds the key, or puts back a whole row as it once was.
 */

import type { ApprovalStore, StoredTicket } from '../../schemas/index.js';
import { isJsonObject, type Json, type Ticket } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { canonicalText, makeHmac } from '../snapshot/digest.js';

const VERSION = 1;
const SEAL = 64;
const LEASE = 'lease.';
const parse: (text: string) => unknown = JSON.parse;

export interface HeldTicket {
  readonly ticket: Ticket;
  readonly revision: number;
}

export interface HeldLease {
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly revision: number;
}

/** Everything in a store that this kernel wrote. */
export interface Shelved {
  readonly tickets: readonly HeldTicket[];
  readonly leases: readonly HeldLease[];
}

/** Reads and writes sealed rows. @throws what the store throws */
export class TicketShelf {
  readonly #store: ApprovalStore;
  readonly #mac: (text: string) => string;

  constructor(store: ApprovalStore) {
    this.#store = store;
    try {
      this.#mac = makeHmac(store.key);
    } catch {
      throw new KernelFault('config_malformed', 'the key of `approvals` is no 64 hex characters');
    }
    freeze(this);
  }

  /** The ticket under an id; null if there is none that this kernel wrote. */
  async read(id: string): Promise<HeldTicket | null> {
    if (id.startsWith(LEASE)) return null;
    const row = await this.#store.read(id);
    return row === null ? null : this.#ticketOf(row);
  }

  /** Writes a ticket if it still stands at a revision; says whether it did. */
  async swap(ticket: Ticket, revision: number): Promise<boolean> {
    const { approval } = ticket.request;
    const text = this.#seal(approval, revision + 1, ticket as unknown as Json);
    return (await this.#store.swap(approval, revision, text)) === true;
  }

  async drop({ ticket, revision }: HeldTicket): Promise<void> {
    await this.#store.drop(ticket.request.approval, revision);
  }

  async all(): Promise<Shelved> {
    const tickets: HeldTicket[] = [];
    const leases: HeldLease[] = [];
    for (const row of await this.#store.list()) {
      if (row.id.startsWith(LEASE)) {
        const lease = this.#leaseOf(row);
        if (lease !== null) leases.push(lease);
        continue;
      }
      const held = this.#ticketOf(row);
      if (held !== null) tickets.push(held);
    }
    return { tickets, leases };
  }

  async lease(owner: string): Promise<HeldLease | null> {
    const row = await this.#store.read(`${LEASE}${owner}`);
    return row === null ? null : this.#leaseOf(row);
  }

  /** Writes a lease at a revision; answers the next one, or null if it stands at another. */
  async renew(owner: string, until: number, revision: number): Promise<number | null> {
    const id = `${LEASE}${owner}`;
    const text = this.#seal(id, revision + 1, { until });
    return (await this.#store.swap(id, revision, text)) === true ? revision + 1 : null;
  }

  async endLease(owner: string, revision: number): Promise<void> {
    await this.#store.drop(`${LEASE}${owner}`, revision);
  }

  watch(changed: () => void): () => void {
    return this.#store.watch(changed);
  }

  #seal(id: string, revision: number, value: Json): string {
    const body = canonicalText({ v: VERSION, value });
    return `${this.#mac(`${id}\n${revision}\n${body}`)}${body}`;
  }

  #unseal({ id, revision, text }: StoredTicket): Json | null {
    const body = text.slice(SEAL);
    // INV-Q9: a row that the kernel did not write is no row.
    if (this.#mac(`${id}\n${revision}\n${body}`) !== text.slice(0, SEAL)) return null;
    const read = parse(body) as { readonly v?: unknown; readonly value?: Json };
    return read.v === VERSION ? (read.value ?? null) : null;
  }

  #ticketOf(row: StoredTicket): HeldTicket | null {
    const value = this.#unseal(row);
    if (value === null || !isJsonObject(value)) return null;
    const ticket = value as unknown as Ticket;
    return ticket.request.approval === row.id ? { ticket, revision: row.revision } : null;
  }

  #leaseOf(row: StoredTicket): HeldLease | null {
    const value = this.#unseal(row);
    if (value === null || !isJsonObject(value)) return null;
    const { until } = value;
    if (typeof until !== 'number') return null;
    return { owner: row.id.slice(LEASE.length), until, revision: row.revision };
  }
}
freeze(TicketShelf.prototype);
freeze(TicketShelf);
