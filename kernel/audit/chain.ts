/**
 * The audit chain: append-only, each record bound to the one before by its hash. Concurrent appends
 * share one write to the sink; where that fails, each is written alone, so that a record that is
 * refused takes no other along. With a signer, checkpoints stand among the records. Upholds INV-T3,
 * INV-T30. Trusts the sink's head, and to be durable when `append` returns.
 */
import { type AuditHead, type AuditSink, isHexDigest } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze, makeRegistry } from '../primordials.js';
import { makeHmac } from '../snapshot/digest.js';
import { type AuditEntry, writtenEntry } from './audit-line.js';
import { type BatchItem, batchAfter, type Signing, type Standing } from './batch.js';
import { type ChainOptions, signingOf } from './signing.js';

interface Waiting {
  readonly item: BatchItem;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

const rendered = makeRegistry();

/** Asks whether a list of lines is one that a chain of this kernel rendered for its sink. */
export function isRendered(lines: readonly string[]): boolean {
  return rendered.has(lines);
}

let append: (chain: AuditChain, entry: AuditEntry) => void | Promise<void>;
let checkpoint: (chain: AuditChain, at: number) => void | Promise<void>;
let isChain: (value: unknown) => value is AuditChain;

/** Appends audit records to a sink, each bound to the one before. */
export class AuditChain {
  readonly #sink: AuditSink;
  readonly #defers: boolean;
  readonly #signing: Signing | null;
  #signed: Pick<Standing, 'origin' | 'signedTo'>;
  #waiting: Waiting[] = [];
  /** What failed together, to be written one by one. */
  #alone: Waiting[] = [];
  #writing = false;
  #isDue = false;
  /** Keyed digest of a text, as the records of this chain carry it. */
  readonly keyed: (text: string) => string;

  constructor(sink: AuditSink, options: ChainOptions = {}) {
    if (new.target !== AuditChain)
      throw new KernelFault('final_class', 'AuditChain cannot be extended');
    if (typeof sink.head !== 'function' || typeof sink.append !== 'function')
      throw new KernelFault('config_malformed', '`audit` is no chain of this kernel and no sink');
    this.#sink = sink;
    this.#defers = typeof sink.write === 'function';
    this.#signing = signingOf(options);
    const { seq } = sink.head();
    const origin = seq === 0 ? null : (sink.origin ?? null);
    if (this.#signing !== null && seq > 0 && !isHexDigest(origin))
      throw new KernelFault('config_malformed', 'the sink of `audit` does not say its `origin`');
    this.#signed = { origin, signedTo: null };
    this.keyed = keyedBy(sink.key);
    freeze(this);
  }

  /** The last record that the sink accepted. */
  get head(): AuditHead {
    const { seq, hash } = this.#sink.head();
    return freeze({ seq, hash });
  }

  /** Whether records that may wait are durable only once a later one is. */
  get defers(): boolean {
    return this.#defers;
  }

  static {
    append = (chain, entry) => chain.#take(writtenEntry(entry));
    checkpoint = (chain, at) => {
      if (chain.#signing === null)
        throw new KernelFault('config_malformed', '`audit` has no signer');
      return chain.#take({ signAt: at });
    };
    isChain = (value): value is AuditChain =>
      typeof value === 'object' && value !== null && #sink in value;
  }

  #take(item: BatchItem): void | Promise<void> {
    if (this.#writing || this.#defers) {
      if (!this.#writing && !this.#isDue) void this.#flushSoon();
      return new Promise((resolve, reject) => this.#waiting.push({ item, resolve, reject }));
    }
    try {
      return this.#write([item]);
    } finally {
      // A sink that appends while it writes has queued up behind itself.
      this.#flush();
    }
  }

  #write(items: readonly BatchItem[]): void | Promise<void> {
    const { origin, signedTo } = this.#signed;
    // The sink may have added records of its own since.
    const from = { head: this.head, origin, signedTo };
    const { lines, after } = batchAfter(from, items, this.#signing);
    if (lines.length === 0) return undefined;
    rendered.add(freeze(lines));
    // A checkpoint does not wait: it is there for whoever reads the disk.
    const mayWait = this.#defers && lines.length === items.length && items.every(canWait);
    this.#writing = true;
    let pending: void | Promise<void>;
    try {
      const sink = this.#sink;
      pending = mayWait ? sink.write?.(lines, after.head) : sink.append(lines, after.head);
    } finally {
      this.#writing = false;
    }
    if (pending === undefined) {
      this.#signed = after;
      return undefined;
    }
    this.#writing = true;
    return this.#settle(pending, after);
  }

  async #settle(pending: Promise<void>, after: Standing): Promise<void> {
    try {
      await pending;
      this.#signed = after;
    } finally {
      this.#writing = false;
      this.#flush();
    }
  }

  /** Writes once those who go on at the same moment have queued up too. */
  async #flushSoon(): Promise<void> {
    this.#isDue = true;
    await undefined;
    this.#isDue = false;
    this.#flush();
  }

  /** Writes everything that queued up behind a write in one go. */
  #flush(): void {
    while (!this.#writing) {
      const first = this.#alone.shift();
      const batch = first === undefined ? this.#waiting : [first];
      if (batch.length === 0) return;
      if (first === undefined) this.#waiting = [];
      this.#writeAll(batch);
    }
  }

  #writeAll(batch: readonly Waiting[]): void {
    const taken = (): void => {
      for (const { resolve } of batch) resolve();
    };
    const failed = (error: unknown): void => {
      // INV-T22: a terminal record must not fail with an admission that is refused.
      if (batch.length > 1) this.#alone.push(...batch);
      else for (const { reject } of batch) reject(error);
    };
    try {
      const pending = this.#write(batch.map(({ item }) => item));
      if (pending === undefined) taken();
      else
        pending.then(taken, (error: unknown) => {
          failed(error);
          this.#flush();
        });
    } catch (error) {
      failed(error);
    }
  }
}

function canWait(item: BatchItem): boolean {
  return !('signAt' in item) && item.entry.mayWait === true;
}

function keyedBy(key: string): (text: string) => string {
  try {
    return makeHmac(key);
  } catch {
    throw new KernelFault('config_malformed', 'the key of `audit` is no 64 hex characters');
  }
}

freeze(AuditChain.prototype);
freeze(AuditChain);

export type { ChainOptions };
/**
 * Appends one record and returns when the sink has it; a promise only if the sink is asynchronous.
 * `appendCheckpoint` signs what stands, unless the last record is a checkpoint of this chain.
 */
export { append as appendAudit, checkpoint as appendCheckpoint, isChain as isAuditChain };
