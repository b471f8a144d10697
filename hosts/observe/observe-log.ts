/**
 * The file of observed calls: one line of JSON a call, append only, mode 0600. Best effort: nothing
 * is enforced, so nothing stops where it cannot be written; the first failure is told. It is no
 * audit: whoever may write to the file may write what they like.
 */
import { basename, dirname, resolve } from 'node:path';
import { codeText } from '../error-code.js';
import { HostError } from '../errors.js';
import { LineLog } from '../stores/line-log.js';
import type { ObservedCall } from './observed-call.js';

export interface ObserveLogOptions {
  /** Told of the first call that could not be written. What it throws is dropped. */
  readonly onFailure?: (error: HostError) => void;
}

export interface ObserveLog {
  readonly path: string;
  readonly written: number;
  /** How many calls could not be looked at, or written. */
  readonly dropped: number;
  /** Writes one call; never throws. */
  write(call: ObservedCall): void;
  /** Counts a call that could not be looked at; never throws. */
  miss(cause: unknown): void;
  /** Gives the file up; a later call opens it again. */
  close(): void;
}

/** Opens the file for appending; none is made before the first call. */
export function openObserveLog(path: string, options: ObserveLogOptions = {}): ObserveLog {
  return new ObserveFile(resolve(path), options);
}

class ObserveFile implements ObserveLog {
  readonly path: string;
  readonly #lines: LineLog;
  readonly #onFailure: ((error: HostError) => void) | undefined;
  #written = 0;
  #dropped = 0;

  constructor(path: string, { onFailure }: ObserveLogOptions) {
    this.path = path;
    this.#lines = new LineLog(dirname(path));
    this.#onFailure = onFailure;
  }

  get written(): number {
    return this.#written;
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(call: ObservedCall): void {
    try {
      this.#lines.append(basename(this.path), JSON.stringify(call));
      this.#written += 1;
    } catch (cause) {
      this.miss(cause);
    }
  }

  miss(cause: unknown): void {
    this.#dropped += 1;
    if (this.#dropped === 1) this.#tell(cause);
  }

  close(): void {
    this.#lines.close();
  }

  #tell(cause: unknown): void {
    const why = cause instanceof HostError ? cause.message : codeText(cause);
    try {
      this.#onFailure?.(new HostError('output_unwritable', `\`${this.path}\`: ${why}`, { cause }));
    } catch {
      return;
    }
  }
}
