/**
 * How many bytes an audit store may take, and what of them is spoken for: a call is admitted only
 * if the record of its end will fit too. Upholds INV-T21. Counts; writes nothing.
 */
import { HostError } from '../errors.js';
import type { LineHead } from './line-head.js';

/**
 * More than the record of a call's end takes, with a checkpoint behind it, and what a next file
 * carries over of the call; the same for the record of a run's end.
 */
const END_BYTES = 4096;
/** For the records that a store writes by itself: after a torn tail, and first in a next file. */
const OWN_BYTES = 4096;

/** The smallest quota that leaves room for anything. */
export const MIN_QUOTA = 65_536;

function keyOf({ run, call }: LineHead): string {
  return `${run}/${call}`;
}

export class AuditRoom {
  readonly #quota: number | null;
  readonly #path: string;
  /** Calls and runs that this process admitted and whose end is not recorded. */
  readonly #calls = new Set<string>();
  readonly #runs = new Set<string>();

  constructor(path: string, quota: number | null) {
    this.#path = path;
    this.#quota = quota;
  }

  /**
   * Refuses records that would leave no room for the ends of what is admitted.
   * @throws HostError `audit_unavailable`, refusal `full`
   */
  assertFits(heads: readonly LineHead[], bytes: number, used: number): void {
    if (this.#quota === null) return;
    const free = this.#quota - used - bytes;
    // INV-T21: the end of an admitted call goes into the room that was kept for it.
    if (this.#areEnds(heads) ? free >= 0 : free >= this.#reserved(heads)) return;
    const message =
      `\`${this.#path}\` is full: its files have ${used} of ${this.#quota} bytes; ` +
      'delete old files or raise `quotaBytes`';
    throw new HostError('audit_unavailable', message, { refusal: 'full' });
  }

  /** Follows a record that was written. */
  take(head: LineHead): void {
    if (head.kind === 'admission') {
      this.#calls.add(keyOf(head));
      this.#runs.add(head.run);
    } else if (head.kind === 'terminal') this.#calls.delete(keyOf(head));
    else if (head.kind === 'run_ended') this.#runs.delete(head.run);
  }

  #areEnds(heads: readonly LineHead[]): boolean {
    let ends = 0;
    for (const head of heads) {
      if (this.#isEnd(head)) ends += 1;
      else if ((head.kind as string) !== 'checkpoint') return false;
    }
    return ends > 0;
  }

  #isEnd(head: LineHead): boolean {
    if (head.kind === 'terminal') return this.#calls.has(keyOf(head));
    return head.kind === 'run_ended' && this.#runs.has(head.run);
  }

  /** What is spoken for once these records are written. */
  #reserved(heads: readonly LineHead[]): number {
    let ends = this.#calls.size + this.#runs.size;
    const begun = new Set<string>();
    for (const head of heads) {
      if (this.#isEnd(head)) ends -= 1;
      if (head.kind !== 'admission') continue;
      ends += 1;
      if (!this.#runs.has(head.run)) begun.add(head.run);
    }
    return OWN_BYTES + (ends + begun.size) * END_BYTES;
  }
}
