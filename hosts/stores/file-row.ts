/**
 * The files of a store in a row: the last one is written, the ones before stay or are deleted by
 * retention, whole and from the oldest on. Upholds INV-T20.
 */
import { auditLine } from '../../kernel/index.js';
import type { AuditHead, CarriedOver, Clock } from '../../schemas/index.js';
import type { AppendDisk } from './append-disk.js';
import type { AppendFile } from './append-file.js';
import { startNextFile } from './next-file.js';
import { type OldFile, oldPath } from './old-files.js';
import type { RotateOptions } from './rotate-options.js';
import type { UnsettledCalls } from './unsettled-calls.js';

export interface SizedFile extends OldFile {
  readonly bytes: number;
}

export interface FileRowParts {
  readonly path: string;
  readonly disk: AppendDisk;
  readonly clock: Clock;
  readonly rotate: RotateOptions | null;
  readonly unsettled: UnsettledCalls;
  /** The file that is written, and the sequence number of its first record. */
  readonly file: AppendFile;
  readonly first: number;
  readonly olds: readonly SizedFile[];
  /** Hash of the chain's first record; null while there is none. */
  readonly origin: string | null;
}

export class FileRow {
  readonly path: string;
  readonly #disk: AppendDisk;
  readonly #clock: Clock;
  readonly #rotate: RotateOptions | null;
  readonly #unsettled: UnsettledCalls;
  #file: AppendFile;
  #first: number;
  #olds: readonly SizedFile[];
  #origin: string | null;
  /** The size from which a next file is tried again, after one could not be started. */
  #tryAt = 0;

  constructor(parts: FileRowParts) {
    this.path = parts.path;
    this.#disk = parts.disk;
    this.#clock = parts.clock;
    this.#rotate = parts.rotate;
    this.#unsettled = parts.unsettled;
    this.#file = parts.file;
    this.#first = parts.first;
    this.#olds = parts.olds;
    this.#origin = parts.origin;
  }

  /** The file that is written. */
  get file(): AppendFile {
    return this.#file;
  }

  get unsettled(): UnsettledCalls {
    return this.#unsettled;
  }

  get origin(): string | null {
    return this.#origin;
  }

  /** Bytes of all files. */
  get used(): number {
    return this.#olds.reduce((sum, { bytes }) => sum + bytes, this.#file.size);
  }

  /** Tells of the hash of the chain's first record. */
  begin(origin: string): void {
    this.#origin ??= origin;
  }

  /**
   * Starts the next file if the one that is written is long enough, and returns what the next
   * record continues. Call it with everything durable. What cannot be started now is tried again
   * later.
   */
  next(head: AuditHead): AuditHead {
    const rotate = this.#rotate;
    const { size } = this.#file;
    if (rotate === null || size < rotate.maxBytes || size < this.#tryAt) return head;
    const all = [...this.#olds, this.#fileAs(oldPath(this.path, this.#first))];
    const kept = all.slice(Math.max(0, all.length - rotate.keep));
    try {
      const after = this.#start(head, all, kept[0]?.first ?? head.seq);
      this.#delete(kept[0]?.first ?? head.seq);
      return after;
    } catch {
      this.#tryAt = size + Math.ceil(rotate.maxBytes / 8);
      return head;
    }
  }

  /** Deletes what an earlier writer had said that it deletes. */
  finishDeleting(carried: CarriedOver | null): void {
    if (carried !== null) this.#delete(carried.kept);
  }

  #start(head: AuditHead, all: readonly SizedFile[], kept: number): AuditHead {
    const { path } = this;
    // INV-T20: what nobody settled is in the new file before any old one is deleted.
    const data = { origin: this.#origin ?? head.hash, kept, unsettled: this.#unsettled.list() };
    const body = { kind: 'file_started', data } as const;
    const at = this.#clock.now();
    const { line, hash } = auditLine({ body, run: '', call: null, at }, head);
    const old = oldPath(path, this.#first);
    const file = startNextFile({ path, old, disk: this.#disk }, line);
    this.#file.close();
    this.#file = file;
    this.#first = head.seq;
    this.#olds = all;
    this.#tryAt = 0;
    return Object.freeze({ seq: head.seq + 1, hash });
  }

  /**
   * Deletes files from the oldest on; one that cannot be deleted ends it, so that no gap is left.
   */
  #delete(kept: number): void {
    while (this.#olds[0] !== undefined && this.#olds[0].first < kept) {
      try {
        this.#disk.remove(this.#olds[0].path);
      } catch {
        return;
      }
      this.#olds = this.#olds.slice(1);
    }
  }

  #fileAs(path: string): SizedFile {
    return { path, first: this.#first, bytes: this.#file.size };
  }
}
