/**
 * A file that only grows by whole writes, each durable once a sync has followed. A write that fails
 * is taken back; where that is not possible, or what is on the disk is not known, the file takes no
 * more. Trusts the disk to have stored what `sync` confirms.
 */
import { closeSync, fstatSync } from 'node:fs';
import type { AuditRefusal } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import type { AppendDisk } from './append-disk.js';

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Tells a disk without room from one that cannot be written. */
function refusalOf(cause: unknown): AuditRefusal {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return fullCodes.has(code) ? 'full' : 'unwritable';
}

export class AppendFile {
  readonly #fd: number;
  readonly #path: string;
  readonly #disk: AppendDisk;
  #size: number;
  /** Whether something was written since the last sync. */
  #isWaiting = false;
  /** Why the file takes no more; null while it does. */
  #stopped: string | null = null;

  /** Takes over an open descriptor. */
  constructor(fd: number, path: string, disk: AppendDisk) {
    this.#fd = fd;
    this.#path = path;
    this.#disk = disk;
    this.#size = fstatSync(fd).size;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Writes and returns once it is durable, and with it whatever was written before.
   * @throws HostError `audit_unavailable`, `audit_broken`
   */
  async append(bytes: Uint8Array): Promise<void> {
    this.#write(bytes);
    await this.#sync();
    this.#size += bytes.length;
  }

  /** Like `append`, but blocks. @throws HostError `audit_unavailable`, `audit_broken` */
  appendNow(bytes: Uint8Array): void {
    this.#write(bytes);
    try {
      this.#disk.syncNow(this.#fd);
    } catch (cause) {
      throw this.#syncFailed(cause);
    }
    this.#isWaiting = false;
    this.#size += bytes.length;
  }

  /** Writes; durable with the next sync. @throws HostError `audit_unavailable`, `audit_broken` */
  write(bytes: Uint8Array): void {
    this.#write(bytes);
    this.#size += bytes.length;
    this.#isWaiting = true;
  }

  /** Makes durable what was only written. @throws HostError `audit_unavailable` */
  async settle(): Promise<void> {
    if (this.#isWaiting && this.#stopped === null) await this.#sync();
  }

  /** Takes no more, for a reason that the messages name. */
  stop(why: string): void {
    this.#stopped ??= why;
  }

  /** Closes the descriptor, and with it the lock. */
  close(): void {
    if (this.#stopped === 'it is closed') return;
    this.#stopped = 'it is closed';
    closeSync(this.#fd);
  }

  async #sync(): Promise<void> {
    try {
      await this.#disk.sync(this.#fd);
    } catch (cause) {
      throw this.#syncFailed(cause);
    }
    this.#isWaiting = false;
  }

  #write(bytes: Uint8Array): void {
    if (this.#stopped !== null) throw this.#unavailable(this.#stopped);
    this.#assertAlone();
    try {
      let done = 0;
      while (done < bytes.length) {
        const taken = this.#disk.write(this.#fd, bytes.subarray(done));
        if (taken <= 0) throw new Error('the disk took no byte');
        done += taken;
      }
    } catch (cause) {
      this.#takeBack();
      const isFull = refusalOf(cause) === 'full';
      throw this.#unavailable(isFull ? 'the disk is full' : 'a write failed', cause);
    }
  }

  #assertAlone(): void {
    const { size, nlink } = fstatSync(this.#fd);
    if (nlink === 0) {
      this.#stopped = 'it was deleted';
      throw this.#unavailable(this.#stopped);
    }
    if (size !== this.#size) {
      this.#stopped = 'another program changed it';
      throw new HostError('audit_broken', `\`${this.#path}\`: ${this.#stopped}`);
    }
  }

  #takeBack(): void {
    try {
      if (fstatSync(this.#fd).size !== this.#size) this.#disk.truncate(this.#fd, this.#size);
    } catch {
      this.#stopped = 'half a write could not be taken back';
    }
  }

  /**
   * After a failed sync the system may call lost pages clean: nothing later on this descriptor can
   * be trusted.
   */
  #syncFailed(cause: unknown): HostError {
    this.#takeBack();
    this.#stopped = 'an earlier write may not have reached the disk';
    return this.#unavailable('a write may not have reached the disk', cause);
  }

  #unavailable(why: string, cause?: unknown): HostError {
    const detail = { cause, refusal: refusalOf(cause) };
    return new HostError('audit_unavailable', `cannot write \`${this.#path}\`: ${why}`, detail);
  }
}
