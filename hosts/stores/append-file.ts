/**
 * A file that only grows by whole, durable writes. A write that fails is taken back; where that is
 * not possible, or what is on the disk is not known, the file takes no more. Trusts the disk to
 * have stored what `sync` confirms.
 */
import { closeSync, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { HostError } from '../errors.js';

/** The calls that a disk can fail; tests put faults in here. */
export interface AppendDisk {
  /** Writes at the end and returns how many bytes it took. */
  write(fd: number, bytes: Uint8Array): number;
  sync(fd: number): Promise<void>;
  syncNow(fd: number): void;
  truncate(fd: number, size: number): void;
}

export const nodeDisk: AppendDisk = Object.freeze({
  write: (fd: number, bytes: Uint8Array): number => writeSync(fd, bytes),
  sync: promisify(fdatasync),
  syncNow: fdatasyncSync,
  truncate: ftruncateSync,
});

export class AppendFile {
  readonly #fd: number;
  readonly #path: string;
  readonly #disk: AppendDisk;
  #size: number;
  /** Why the file takes no more; null while it does. */
  #stopped: string | null = null;

  /** Takes over an open descriptor. */
  constructor(fd: number, path: string, disk: AppendDisk) {
    this.#fd = fd;
    this.#path = path;
    this.#disk = disk;
    this.#size = fstatSync(fd).size;
  }

  /**
   * Writes and returns once it is durable. @throws HostError `audit_unavailable`, `audit_broken`
   */
  async append(bytes: Uint8Array): Promise<void> {
    this.#write(bytes);
    try {
      await this.#disk.sync(this.#fd);
    } catch (cause) {
      throw this.#syncFailed(cause);
    }
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
    this.#size += bytes.length;
  }

  /** Closes the descriptor, and with it the lock. */
  close(): void {
    if (this.#stopped === 'it is closed') return;
    this.#stopped = 'it is closed';
    closeSync(this.#fd);
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
      throw this.#unavailable('a write failed', cause);
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
    return new HostError('audit_unavailable', `cannot write \`${this.#path}\`: ${why}`, { cause });
  }
}
