/**
 * The broker: one list of open requests for all runs and faces of a store. The first legal ruling
 * wins by one conditional write; the process that asked records it first. A request lives no longer
 * than its time, its run and its process (behaviour ).
 */
import type {
  ApprovalStore,
  Clock,
  Random,
  Ruling,
  RulingAnswer,
  Ticket,
  Timer,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { holdsLease, Lease } from './lease.js';
import { recordedAs, refused, untilRecorded, withinReason } from './recorded.js';
import { type ApproverKeys, isSigned, readRuling } from './ruling.js';
import { TicketShelf } from './shelf.js';
import { sweep } from './sweep.js';
import { moved, openTicket, outstanding, takeRuling } from './ticket.js';
import { type Asked, Waiting, type WaitingParts } from './waiting.js';

export interface BrokerParts {
  readonly store: ApprovalStore;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  /** The public keys of approvers who sign, by how they identify themselves. Default: none. */
  readonly approvers?: ApproverKeys;
}

/** A question as its run puts it. */
export type Asking = Pick<WaitingParts, 'request' | 'record' | 'isAlone'>;

/** How often a ruling is tried while others change the same row. */
const MAX_TRIES = 16;
const SWEEP_EVERY = 64;

let openOn: (broker: ApprovalBroker, asking: Asking) => Waiting;
let claimOn: (broker: ApprovalBroker, approval: string, digest: string) => Promise<boolean>;
let isBroker: (value: unknown) => value is ApprovalBroker;

/** Lists, shows and takes rulings on the requests in a store. */
export class ApprovalBroker {
  readonly #shelf: TicketShelf;
  readonly #lease: Lease;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #owner: string;
  readonly #keys: ApproverKeys;
  /** Those on the list by id, and all of them. */
  readonly #waiting: Map<string, Waiting> = new Map();
  readonly #asking: Set<Waiting> = new Set();
  #stopWatching: (() => void) | null = null;
  #asked = 0;

  /** @throws KernelFault `config_malformed` for a store without a well-formed key */
  constructor({ store, clock, timer, random, approvers = {} }: BrokerParts) {
    if (new.target !== ApprovalBroker)
      throw new KernelFault('final_class', 'ApprovalBroker cannot be extended');
    this.#shelf = new TicketShelf(store);
    this.#clock = clock;
    this.#timer = timer;
    this.#owner = random.id();
    this.#keys = freeze({ ...approvers });
    this.#lease = new Lease(this.#shelf, this.#owner, { clock, timer });
    freeze(this);
  }

  static {
    isBroker = (value): value is ApprovalBroker =>
      typeof value === 'object' && value !== null && #shelf in value;
    openOn = (broker, asking) => broker.#open(asking);
    claimOn = (broker, approval, digest) =>
      withinReason(broker.#timer, broker.#claim(approval, digest));
  }

  /** Requests that can be ruled on now, oldest first. @throws what the store throws */
  async list(): Promise<readonly Ticket[]> {
    const { tickets } = await sweep(this.#shelf, { owner: this.#owner, now: this.#clock.now() });
    return freeze(tickets.map(({ ticket }) => ticket).filter(({ state }) => state === 'pending'));
  }

  /** A request and what became of it; null if there is none. @throws what the store throws */
  async show(approval: string): Promise<Ticket | null> {
    return (await this.#shelf.read(approval))?.ticket ?? null;
  }

  /**
   * Rules on a request. Resolves once the process that asked has recorded the ruling; refused with
   * a code, nothing of it counts. Never throws.
   */
  async rule(given: unknown): Promise<RulingAnswer> {
    const ruling = readRuling(given);
    if (ruling === null) return refused('malformed');
    try {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const answer = await this.#tryRuling(ruling);
        if (answer !== null) return answer;
      }
      return refused('conflict');
    } catch {
      return refused('not_accepted');
    }
  }

  /** Gives up whatever the runs of this broker still ask. */
  async close(): Promise<void> {
    const open = [...this.#asking];
    for (const one of open) one.giveUp('cancelled');
    await Promise.all(open.map((one) => one.look()));
    await this.#lease.end();
  }

  /** Null where somebody else changed the row meanwhile. */
  async #tryRuling(ruling: Ruling): Promise<RulingAnswer | null> {
    const held = await this.#shelf.read(ruling.approval);
    if (held === null) return refused('not_found');
    const now = this.#clock.now();
    const { owner } = held.ticket;
    const isOwn = owner === this.#owner;
    const isLive = isOwn || (await holdsLease(this.#shelf, owner, now));
    // Another process may know other approvers: it verifies for itself.
    const isVouched = isOwn ? isSigned(ruling, this.#keys) : ruling.signature !== undefined;
    const next = takeRuling(held.ticket, ruling, { now, isLive, isSigned: isVouched });
    // A run that ended meanwhile may have had its ruling: that is said, not that it is gone.
    const again = next === 'not_owned' ? await this.#shelf.read(ruling.approval) : held;
    if (again?.revision !== held.revision) return null;
    if (typeof next === 'string') return refused(next);
    // INV-Q7: one conditional write; of several rulings one finds the row as it was.
    if (!(await this.#shelf.swap(next, held.revision))) return null;
    if (next.state === 'pending') return freeze({ accepted: true, outstanding: outstanding(next) });
    const own = this.#waiting.get(ruling.approval);
    if (own !== undefined) await own.look();
    else await untilRecorded(this.#shelf, this.#timer, ruling.approval);
    return recordedAs(await this.#shelf.read(ruling.approval), ruling);
  }

  #open(asking: Asking): Waiting {
    const parts = { shelf: this.#shelf, clock: this.#clock, keys: this.#keys };
    const waiting = new Waiting({ ...asking, ...parts });
    this.#asking.add(waiting);
    waiting.onEnd(() => this.#ended(asking.request.approval, waiting));
    void this.#put(waiting, asking);
    return waiting;
  }

  /** Puts a question on the list, unless it is over by then. */
  async #put(waiting: Waiting, { request, isAlone }: Asking): Promise<void> {
    try {
      const left = request.expiresAt - request.openedAt;
      // Its time runs from here, whether the store answers or not.
      waiting.onEnd(this.#timer.after(left, () => waiting.giveUp('expired')));
      this.#asked += 1;
      // A list of one process has no dead ones to look for: what is over is put away in batches.
      if (!isAlone || this.#asked % SWEEP_EVERY === 0)
        await sweep(this.#shelf, { owner: this.#owner, now: this.#clock.now() });
      if (!isAlone && waiting.isOpen) await this.#lease.hold();
      if (!waiting.isOpen) return;
      this.#waiting.set(request.approval, waiting);
      this.#stopWatching ??= this.#shelf.watch(() => {
        for (const one of this.#waiting.values()) void one.look();
      });
      // No request, no question: what cannot be listed is not asked about (behaviour A-25).
      if (!(await this.#shelf.swap(openTicket(request, this.#owner), 0)))
        return waiting.fail({ kind: 'lost' });
    } catch {
      waiting.fail({ kind: 'lost' });
    }
    waiting.listed();
  }

  #ended(approval: string, waiting: Waiting): void {
    this.#asking.delete(waiting);
    this.#waiting.delete(approval);
    if (this.#asking.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = null;
    void this.#lease.end();
  }

  /** Uses up an allowed request; true for one caller, for the call that was ruled on. */
  async #claim(approval: string, digest: string): Promise<boolean> {
    const held = await this.#shelf.read(approval);
    if (held === null) return false;
    const now = this.#clock.now();
    const { request, state, owner } = held.ticket;
    const isOurs = owner === this.#owner && state === 'allowed' && request.digest === digest;
    // A call that is another one leaves the ruling as it is (behaviour A-20).
    if (!isOurs || now >= request.expiresAt) return false;
    // INV-Q7: used once, by whoever writes first.
    return await this.#shelf.swap(moved(held.ticket, 'used', now), held.revision);
  }
}
freeze(ApprovalBroker.prototype);
freeze(ApprovalBroker);

export { type Asked, claimOn as claimTicket, isBroker, openOn as openQuestion };
