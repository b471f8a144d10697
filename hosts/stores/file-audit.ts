/**
 * An audit store in a file: one record a line, each durable before `append` returns, one writer by
 * the system's lock. Upholds INV-T2 on the disk's side. Trusts the disk's word. Does not defend
 * against whoever may write to the file as the same user: `verifyAudit` with a head kept elsewhere
 * does.
 */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { type AuditReport, auditLine, type TornTail, verifyAudit } from '../../kernel/index.js';
import {
  type AuditHead,
  type AuditSink,
  type Clock,
  MAX_RECORD_LINE,
} from '../../schemas/index.js';
import { assertKnownKeys } from '../config-check.js';
import { HostError } from '../errors.js';
import { type AppendDisk, AppendFile, nodeDisk } from './append-file.js';
import { auditKey } from './audit-key.js';
import { linesOfDescriptor } from './audit-lines.js';
import { lockFile } from './file-lock.js';
import { openOwnedFile, pathInOwnedFolder, syncFolderOf } from './owned-file.js';

export interface FileAuditOptions {
  /** Dates the record of a torn tail; the system's clock if left out. */
  readonly clock?: Clock;
  /** For tests that need a disk to fail. */
  readonly disk?: AppendDisk;
}

export interface FileAudit extends AuditSink {
  append(lines: readonly string[], head: AuditHead): Promise<void>;
  /** Where the records are, links resolved. */
  readonly path: string;
  /** What stood half-written at the end when the file was opened; null if nothing did. */
  readonly recovered: TornTail | null;
  /** Waits for writes under way and gives the file up for other writers. */
  close(): Promise<void>;
}

const LINE_FEED = 10;

/**
 * Opens or makes an audit file: verifies the whole chain, and after a torn tail starts a segment
 * that names it. The key of the digests is made beside it, in `<path>.key`.
 * @throws HostError `audit_locked` if it has a writer, `audit_broken` if the chain does not verify,
 * `audit_unavailable` if it cannot be opened safely or written; KernelFault `config_malformed`
 */
export function openFileAudit(path: string, options: FileAuditOptions = {}): FileAudit {
  assertKnownKeys(options, ['clock', 'disk'], 'options of `openFileAudit`');
  const place = pathInOwnedFolder(path);
  const fd = openOwnedFile(place, 'append');
  try {
    lockFile(fd, place);
    const report = readChain(fd, place);
    // A key is made before the first record: text without one is a file of something else.
    const key = auditKey(`${place}.key`, fstatSync(fd).size === 0);
    const file = new AppendFile(fd, place, options.disk ?? nodeDisk);
    const head = mendTail(fd, file, report, options.clock ?? { now: Date.now });
    syncFolderOf(place);
    return new ChainFile({ file, path: place, key, head, recovered: report.tail });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function readChain(fd: number, path: string): AuditReport {
  const report = verifyAudit(linesOfDescriptor(fd));
  const worst = report.problems.find((problem) => problem.kind !== 'torn');
  if (worst !== undefined) {
    const where = `line ${worst.line}: ${worst.kind}, ${worst.message}`;
    throw new HostError('audit_broken', `\`${path}\` does not verify at ${where}`);
  }
  return report;
}

function endsOpen(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== LINE_FEED;
}

/**
 * Ends an open last line and, if it is no record, starts a segment that names it. The torn bytes
 * stay.
 */
function mendTail(fd: number, file: AppendFile, report: AuditReport, clock: Clock): AuditHead {
  const lines: string[] = endsOpen(fd) ? [''] : [];
  let { head } = report;
  if (report.tail !== null) {
    const body = { kind: 'segment_started', data: report.tail } as const;
    const { line, hash } = auditLine({ body, run: '', call: null, at: clock.now() }, head);
    lines.push(line);
    head = Object.freeze({ seq: head.seq + 1, hash });
  }
  if (lines.length > 0) file.appendNow(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return head;
}

interface ChainFileParts {
  readonly file: AppendFile;
  readonly path: string;
  readonly key: string;
  readonly head: AuditHead;
  readonly recovered: TornTail | null;
}

class ChainFile implements FileAudit {
  readonly key: string;
  readonly path: string;
  readonly recovered: TornTail | null;
  readonly #file: AppendFile;
  #head: AuditHead;
  #queue: Promise<void> = Promise.resolve();

  constructor(parts: ChainFileParts) {
    this.key = parts.key;
    this.path = parts.path;
    this.recovered = parts.recovered;
    this.#file = parts.file;
    this.#head = parts.head;
  }

  head(): AuditHead {
    return this.#head;
  }

  append(lines: readonly string[], head: AuditHead): Promise<void> {
    const appended = this.#queue.then(() => this.#append(lines, head));
    this.#queue = appended.catch(() => undefined);
    return appended;
  }

  async close(): Promise<void> {
    await this.#queue;
    this.#file.close();
  }

  async #append(lines: readonly string[], head: AuditHead): Promise<void> {
    // What could not be read back would end the file for good.
    if (lines.some((line) => Buffer.byteLength(line) > MAX_RECORD_LINE))
      throw new HostError('audit_unavailable', `a record is too long for \`${this.path}\``);
    const { ok, head: end } = verifyAudit(lines, { from: this.#head });
    if (!ok || end.hash !== head.hash || end.seq !== head.seq) {
      const due = this.#head.seq;
      throw new HostError('audit_broken', `the records do not continue the chain at record ${due}`);
    }
    await this.#file.append(Buffer.from(`${lines.join('\n')}\n`));
    this.#head = head;
  }
}
