/**
 * The sink over a store's files: takes only what continues the chain, in order, if there is room.
 * Upholds INV-T21.
 */
import { isRendered, type TornTail, verifyAudit } from '../../kernel/index.js';
import { type AuditHead, type AuditSink, MAX_RECORD_LINE } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import type { AuditRoom } from './audit-room.js';
import type { FileRow } from './file-row.js';
import { type LineHead, lineHead } from './line-head.js';

export interface ChainFileParts {
  readonly row: FileRow;
  readonly room: AuditRoom;
  readonly key: string;
  readonly head: AuditHead;
  readonly recovered: TornTail | null;
}

interface Checked {
  readonly bytes: Buffer;
  readonly heads: readonly LineHead[];
}

/** After this time, what was only written is made durable though nothing follows it. */
const SETTLE_MS = 50;

export class ChainFile implements AuditSink {
  readonly key: string;
  readonly path: string;
  readonly recovered: TornTail | null;
  readonly #row: FileRow;
  readonly #room: AuditRoom;
  #head: AuditHead;
  #queue: Promise<void> = Promise.resolve();
  #queued = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: ChainFileParts) {
    this.key = parts.key;
    this.path = parts.row.path;
    this.recovered = parts.recovered;
    this.#row = parts.row;
    this.#room = parts.room;
    this.#head = parts.head;
  }

  get origin(): string | null {
    return this.#row.origin;
  }

  head(): AuditHead {
    return this.#head;
  }

  append(lines: readonly string[], head: AuditHead): Promise<void> {
    return this.#inTurn(async () => {
      const checked = this.#check(lines, head);
      await this.#row.file.append(checked.bytes);
      this.#took(lines, checked.heads, head);
      this.#head = this.#row.next(head);
    });
  }

  write(lines: readonly string[], head: AuditHead): void | Promise<void> {
    const put = (): void => {
      const checked = this.#check(lines, head);
      this.#row.file.write(checked.bytes);
      this.#took(lines, checked.heads, head);
      this.#timer ??= setTimeout(() => this.#settleLater(), SETTLE_MS).unref();
    };
    return this.#queued === 0 ? put() : this.#inTurn(async () => put());
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    try {
      await this.#inTurn(() => this.#row.file.settle());
    } finally {
      this.#row.file.close();
    }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#queued += 1;
    const done = this.#queue.then(work).finally(() => {
      this.#queued -= 1;
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #settleLater(): void {
    this.#timer = null;
    // Where it fails, the file takes no more, and the next record is refused.
    this.#inTurn(() => this.#row.file.settle()).catch(() => undefined);
  }

  #check(lines: readonly string[], head: AuditHead): Checked {
    this.#assertContinues(lines, head);
    const heads: LineHead[] = [];
    for (const line of lines) {
      const found = lineHead(line);
      if (found === null) throw this.#broken();
      heads.push(found);
    }
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    this.#room.assertFits(heads, bytes.length, this.#row.used);
    return { bytes, heads };
  }

  #assertContinues(lines: readonly string[], head: AuditHead): void {
    // What could not be read back would end the file for good.
    if (lines.some((line) => isTooLong(line)))
      throw new HostError('audit_unavailable', `a record is too long for \`${this.path}\``);
    // A chain of this kernel has hashed these lines and handed them to nobody else; what comes from
    // elsewhere is read back first.
    const { ok, head: end } = isRendered(lines)
      ? this.#ends(lines)
      : verifyAudit(lines, { from: this.#head });
    if (!ok || end.hash !== head.hash || end.seq !== head.seq) throw this.#broken();
  }

  #ends(lines: readonly string[]): { readonly ok: boolean; readonly head: AuditHead } {
    const { seq, hash } = this.#head;
    const ok = lines[0]?.startsWith(`{"v":1,"seq":${seq},"prev":"${hash}",`) === true;
    return { ok, head: { seq: seq + lines.length, hash: hashOf(lines.at(-1) ?? '') } };
  }

  #took(lines: readonly string[], heads: readonly LineHead[], head: AuditHead): void {
    for (const [at, found] of heads.entries()) {
      const line = lines[at] ?? '';
      if (found.seq === 0) this.#row.begin(hashOf(line));
      this.#row.unsettled.take(found, line);
      this.#room.take(found);
    }
    this.#head = head;
  }

  #broken(): HostError {
    const message = `the records do not continue the chain at record ${this.#head.seq}`;
    return new HostError('audit_broken', message);
  }
}

function isTooLong(line: string): boolean {
  // No character takes more than three bytes a code unit.
  return line.length * 3 > MAX_RECORD_LINE && Buffer.byteLength(line) > MAX_RECORD_LINE;
}

/** The hash at the end of a record's line. */
function hashOf(line: string): string {
  return line.slice(-66, -2);
}
