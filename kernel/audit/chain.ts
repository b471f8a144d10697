/**
 * The audit chain: append-only, each record bound to the one before by its hash. Concurrent appends
 * share one write to the sink; the head advances only after the write, and a failed write fails
 * every record in it. Upholds INV-T3. Trusts the sink to be durable when it returns.
 */
import {
  AUDIT_VERSION,
  type AuditBody,
  type AuditHead,
  type AuditSink,
  MAX_RECORD_TEXT,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze, isSafeInteger } from '../primordials.js';
import { makeHmac, sha256 } from '../snapshot/digest.js';
import { bodyText } from './body-text.js';

/** One thing to record: what, of which run and call, and when (milliseconds since the epoch). */
export interface AuditEntry {
  readonly body: AuditBody;
  readonly run: string;
  readonly call: string | null;
  readonly at: number;
}

/** An entry whose data is written out: what cannot be recorded fails alone. */
interface Written {
  readonly entry: AuditEntry;
  readonly data: string;
}

interface Waiting extends Written {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

const ID = /^[A-Za-z0-9._-]{1,128}$/;

function written(entry: AuditEntry): Written {
  const { body, run, call, at } = entry;
  // Ids and times come from ports: nothing but these shapes may stand in a line unescaped.
  const isNamed = ID.test(run) || (run === '' && body.kind === 'segment_started');
  if (!isNamed || (call !== null && !ID.test(call)) || !isSafeInteger(at)) {
    throw new KernelFault('config_malformed', 'a port gave an id or a time that is no record');
  }
  const data = bodyText(body);
  // INV-T9: a line that no reader takes for a record is not written.
  if (data.length > MAX_RECORD_TEXT) {
    throw new KernelFault('audit_unavailable', `a \`${body.kind}\` record is too long`);
  }
  return { entry, data };
}

function lineOf({ entry, data }: Written, head: AuditHead): { line: string; hash: string } {
  const { body, run, call, at } = entry;
  const of = call === null ? 'null' : `"${call}"`;
  const text =
    // INV-T3: each line carries the hash of the one before.
    `{"v":${AUDIT_VERSION},"seq":${head.seq},"prev":"${head.hash}","at":${at},"kind":"${body.kind}",` +
    `"run":"${run}","call":${of},"data":${data}`;
  const hash = sha256(text);
  return { line: `${text},"hash":"${hash}"}`, hash };
}

/**
 * Renders one record as the line that stands in the chain, and its hash.
 * @throws KernelFault `config_malformed` for an id or a time that is none, `audit_unavailable` for
 * a record that is too long
 */
export function auditLine(
  entry: AuditEntry,
  head: AuditHead,
): { readonly line: string; readonly hash: string } {
  return lineOf(written(entry), head);
}

let append: (chain: AuditChain, entry: AuditEntry) => void | Promise<void>;
let isChain: (value: unknown) => value is AuditChain;

/** Appends audit records to a sink, each bound to the one before. */
export class AuditChain {
  readonly #sink: AuditSink;
  #head: AuditHead;
  #waiting: Waiting[] = [];
  #writing = false;
  /** Keyed digest of a text, as the records of this chain carry it. */
  readonly keyed: (text: string) => string;

  constructor(sink: AuditSink) {
    if (new.target !== AuditChain)
      throw new KernelFault('final_class', 'AuditChain cannot be extended');
    if (typeof sink.head !== 'function' || typeof sink.append !== 'function')
      throw new KernelFault('config_malformed', '`audit` is no chain of this kernel and no sink');
    const { seq, hash } = sink.head();
    this.#sink = sink;
    this.#head = freeze({ seq, hash });
    this.keyed = keyedBy(sink.key);
    freeze(this);
  }

  /** The last record that the sink accepted. */
  get head(): AuditHead {
    return this.#head;
  }

  static {
    append = (chain, entry) => {
      const record = written(entry);
      if (chain.#writing) {
        return new Promise((resolve, reject) =>
          chain.#waiting.push({ ...record, resolve, reject }),
        );
      }
      return chain.#write([record]);
    };
    isChain = (value): value is AuditChain =>
      typeof value === 'object' && value !== null && #sink in value;
  }

  #write(records: readonly Written[]): void | Promise<void> {
    const lines: string[] = [];
    let head = this.#head;
    for (const record of records) {
      const { line, hash } = lineOf(record, head);
      lines.push(line);
      head = { seq: head.seq + 1, hash };
    }
    const next = freeze(head);
    this.#writing = true;
    let pending: void | Promise<void>;
    try {
      pending = this.#sink.append(lines, next);
    } catch (error) {
      this.#writing = false;
      this.#flush();
      throw error;
    }
    if (pending === undefined) {
      this.#head = next;
      this.#writing = false;
      // A sink that appends while it writes has queued up behind itself.
      this.#flush();
      return undefined;
    }
    return this.#settle(pending, next);
  }

  async #settle(pending: Promise<void>, next: AuditHead): Promise<void> {
    try {
      await pending;
      this.#head = next;
    } finally {
      this.#writing = false;
      this.#flush();
    }
  }

  /** Writes everything that queued up behind a write in one go. */
  #flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const settleAll = (settle: (waiting: Waiting) => void): void => {
      for (const waiting of batch) settle(waiting);
    };
    try {
      const pending = this.#write(batch);
      if (pending === undefined) settleAll((waiting) => waiting.resolve());
      else
        pending.then(
          () => settleAll((waiting) => waiting.resolve()),
          (error: unknown) => settleAll((waiting) => waiting.reject(error)),
        );
    } catch (error) {
      settleAll((waiting) => waiting.reject(error));
    }
  }
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

/**
 * Appends one record and returns when the sink has it; a promise only if the sink is asynchronous.
 */
export { append as appendAudit, isChain as isAuditChain };
