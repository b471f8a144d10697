/**
 * Checkpoints against the chain that they speak of: those that stand in it, and those that somebody
 * kept elsewhere. Upholds INV-T30. Trusts the public keys that it is given, and nothing else.
 */
import {
  type AuditHead,
  type Checkpoint,
  checkpointText,
  isCheckpoint,
  type Verifier,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { AuditProblemKind, SignedPart } from './audit-report.js';
import type { RecordLine } from './record-line.js';

export interface WatchOptions {
  /** Public keys, one of which must have signed each; without any, only its place counts. */
  readonly verifiers?: readonly Verifier[];
  /** Checkpoints that were kept elsewhere, as they were read: nothing of them is trusted. */
  readonly kept?: readonly unknown[];
  /** Hash of the chain's first record, for lines that begin later. */
  readonly origin?: string;
}

/** Takes a problem; without a line, of the record that is looked at. */
export type TellProblem = (kind: AuditProblemKind, message: string, line?: number) => void;

interface Kept {
  /** Its place in the list, from 1. */
  readonly at: number;
  readonly checkpoint: Checkpoint;
}

export class CheckpointWatch {
  readonly #verifiers: readonly Verifier[] | null;
  /** Kept checkpoints that the walk has not come to, by the number of records that they name. */
  readonly #due = new Map<number, Kept[]>();
  readonly #tell: TellProblem;
  #origin: string | null;
  #inside = 0;
  #outside = 0;
  #records = 0;

  constructor({ verifiers, kept = [], origin }: WatchOptions, tell: TellProblem) {
    this.#verifiers = verifiers ?? null;
    this.#tell = tell;
    this.#origin = origin ?? null;
    kept.forEach((given, index) => {
      this.#keep(given, index + 1);
    });
  }

  get origin(): string | null {
    return this.#origin;
  }

  /** Looks at a record in its place. */
  take(record: RecordLine): void {
    const { seq, hash, checkpoint } = record;
    if (seq === 0) this.begin(hash);
    if (checkpoint !== null) this.#stands(record, checkpoint);
    for (const { at, checkpoint: kept } of this.#due.get(seq + 1) ?? []) {
      // INV-T30: whoever writes a chain anew cannot give a record the hash that was signed.
      if (kept.head === hash) {
        this.#outside += 1;
        this.#records = Math.max(this.#records, kept.seq);
      } else {
        const which =
          this.#records < seq ? `records ${this.#records} to ${seq} are` : `record ${seq} is`;
        this.#tell('rewrite', `${which} not what kept checkpoint ${at} signed`);
      }
    }
    this.#due.delete(seq + 1);
  }

  /** Says what the chain lacks, once it has ended. */
  finish(head: AuditHead): void {
    const lost = [...this.#due.values()]
      .flat()
      .filter(({ checkpoint }) => checkpoint.seq > head.seq);
    const most = Math.max(0, ...lost.map(({ checkpoint }) => checkpoint.seq));
    if (most > 0) {
      const which =
        most - head.seq === 1 ? `record ${head.seq} is` : `records ${head.seq} to ${most - 1} are`;
      this.#tell('cut_off', `${which} missing: a kept checkpoint names ${most} records`);
    }
    if (this.#verifiers === null || head.seq === 0) return;
    // INV-T30: a chain that its writer signs has a checkpoint behind its first record.
    if (this.#inside + this.#outside === 0 && lost.length === 0)
      this.#tell('unsigned', 'no checkpoint of these keys stands in the chain or was kept');
  }

  signed(): SignedPart | null {
    if (this.#verifiers === null) return null;
    return freeze({ checkpoints: this.#inside, kept: this.#outside, records: this.#records });
  }

  #keep(given: unknown, at: number): void {
    if (!isCheckpoint(given) || this.#isSigned(given) !== true)
      this.#tell('signature', `kept checkpoint ${at} is not signed by a key that was given`, 0);
    else {
      const others = this.#due.get(given.seq) ?? [];
      this.#due.set(given.seq, [...others, { at, checkpoint: given }]);
    }
  }

  /** Takes the hash of the chain's first record, where that is known. */
  begin(hash: string): void {
    this.#origin ??= hash;
    for (const { at, checkpoint } of [...this.#due.values()].flat()) {
      if (checkpoint.chain !== this.#origin)
        this.#tell(
          'rewrite',
          `record 0 is not the first one of the chain of kept checkpoint ${at}`,
        );
    }
  }

  #stands({ seq, prev }: RecordLine, checkpoint: Checkpoint): void {
    const isHere = checkpoint.seq === seq && checkpoint.head === prev;
    if (!isHere || (this.#origin !== null && checkpoint.chain !== this.#origin)) {
      this.#tell('checkpoint', `record ${seq} is a checkpoint of another place or another chain`);
      return;
    }
    const isSigned = this.#isSigned(checkpoint);
    if (isSigned === null) return;
    if (isSigned) {
      this.#inside += 1;
      this.#records = Math.max(this.#records, seq);
    } else this.#tell('signature', `record ${seq} is not signed by a key that was given`);
  }

  /** Null where no key was given. */
  #isSigned(checkpoint: Checkpoint): boolean | null {
    if (this.#verifiers === null) return null;
    const text = checkpointText(checkpoint);
    return this.#verifiers.some(
      (verifier) =>
        verifier.key === checkpoint.key && isVerified(verifier, text, checkpoint.signature),
    );
  }
}

function isVerified(verifier: Verifier, text: string, signature: string): boolean {
  try {
    return verifier.verify(text, signature) === true;
  } catch {
    return false;
  }
}
