/**
 * An audit store in a file, or in files one after the other: one record a line, each durable before
 * `append` returns, one writer by the system's lock. Upholds INV-T2 on the disk's side. Trusts the
 * disk's word. Does not defend against whoever may write to the files as the same user:
 * `verifyAudit` with a head kept elsewhere does.
 */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { type AuditReport, auditLine, type TornTail, verifyAudit } from '../../kernel/index.js';
import type { AuditHead, AuditSink, Clock } from '../../schemas/index.js';
import { assertKnownKeys } from '../config-check.js';
import { HostError } from '../errors.js';
import { type AppendDisk, nodeDisk } from './append-disk.js';
import { AppendFile } from './append-file.js';
import { auditKey } from './audit-key.js';
import { AuditRoom } from './audit-room.js';
import { ChainFile } from './chain-file.js';
import { lockFile } from './file-lock.js';
import { FileRow, type SizedFile } from './file-row.js';
import { takeBack } from './next-file.js';
import { isNameOf, type OldFile, oldFilesOf } from './old-files.js';
import { assertOneName, openOwnedFile, pathInOwnedFolder, syncFolderOf } from './owned-file.js';
import { assertSizes, type RotateOptions } from './rotate-options.js';
import { StoreLines } from './store-lines.js';
import { UnsettledCalls } from './unsettled-calls.js';

export interface FileAuditOptions {
  /** Dates the records that the store writes itself; the system's clock if left out. */
  readonly clock?: Clock;
  /** When a next file is started, and how many old ones stay; one file for ever if left out. */
  readonly rotate?: RotateOptions;
  /** What all files may take together; as much as the disk gives if left out. */
  readonly quotaBytes?: number;
  /** For tests that need a disk to fail. */
  readonly disk?: AppendDisk;
}

export interface FileAudit extends AuditSink {
  append(lines: readonly string[], head: AuditHead): Promise<void>;
  write(lines: readonly string[], head: AuditHead): void | Promise<void>;
  /** Where the records are written, links resolved. */
  readonly path: string;
  /** Hash of the chain's first record; null while there is none. */
  readonly origin: string | null;
  /** What stood half-written at the end when the file was opened; null if nothing did. */
  readonly recovered: TornTail | null;
  /** Makes durable what was only written, and gives the store up for other writers. */
  close(): Promise<void>;
}

const LINE_FEED = 10;

/**
 * Opens or makes an audit store: verifies the chain over all its files, and after a torn tail
 * starts a segment that names it. The key of the digests is made beside it, in `<path>.key`.
 * @throws HostError `audit_locked` if it has a writer, `audit_broken` if the chain does not verify,
 * `audit_unavailable` if it cannot be opened safely or written; KernelFault `config_malformed`
 */
export function openFileAudit(path: string, options: FileAuditOptions = {}): FileAudit {
  const known = ['clock', 'disk', 'rotate', 'quotaBytes'];
  assertKnownKeys(options, known, 'options of `openFileAudit`');
  const { rotate = null, quotaBytes = null, disk = nodeDisk } = options;
  const clock = options.clock ?? { now: Date.now };
  assertSizes(rotate, quotaBytes);
  const place = pathInOwnedFolder(path);
  const fd = openAlone(place, disk);
  try {
    const olds = oldFilesOf(place);
    const { report, ...found } = readStore(fd, place, olds);
    // A key is made before the first record: text without one is a file of something else.
    const key = auditKey(`${place}.key`, fstatSync(fd).size === 0);
    const file = new AppendFile(fd, place, disk);
    const head = mendTail(fd, file, report, clock);
    const row = new FileRow({
      path: place,
      disk,
      rotate,
      clock,
      file,
      unsettled: new UnsettledCalls(report.unsettled),
      // Where nothing but a torn line stood, its record is the first one.
      origin: report.origin ?? (head.seq === 1 ? head.hash : null),
      ...found,
    });
    row.finishDeleting(report.carried);
    syncFolderOf(place);
    const room = new AuditRoom(place, quotaBytes);
    return new ChainFile({ row, room, key, head, recovered: report.tail });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Opens the file that is written, as its only writer, and takes a start back that was cut short.
 */
function openAlone(place: string, disk: AppendDisk): number {
  const fd = openOwnedFile(place, 'append', { mayHaveSecondName: true });
  try {
    lockFile(fd, place);
    // Its writer may have gone on to a next file, and so given the lock of this one up.
    if (!isNameOf(place, fd))
      throw new HostError('audit_locked', `another writer holds \`${place}\``);
    takeBack(place, disk);
    assertOneName(fd, place);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

interface StoreRead {
  readonly report: AuditReport;
  readonly olds: readonly SizedFile[];
  /** Sequence number of the first record of the newest file. */
  readonly first: number;
}

/** Verifies the chain over all files in one pass. */
function readStore(fd: number, path: string, olds: readonly OldFile[]): StoreRead {
  const isNew = fstatSync(fd).size === 0;
  if (isNew && olds.length > 0) {
    const message = `\`${path}\` is missing or empty, but older files of it are there`;
    throw new HostError('audit_broken', message);
  }
  const lines = new StoreLines();
  const report = verifyAudit(lines.ofAll(fd, olds), { mayContinue: true });
  const worst = report.problems.find((problem) => problem.kind !== 'torn');
  if (worst !== undefined) {
    const where = `line ${worst.line}: ${worst.kind}, ${worst.message}`;
    throw new HostError('audit_broken', `\`${path}\` does not verify at ${where}`);
  }
  const { sizes, first } = lines;
  return {
    report,
    olds: olds.map((old, at) => ({ ...old, bytes: sizes[at] ?? 0 })),
    first,
  };
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
