/**
 * Verifies an audit chain, line by line, in one pass and bounded memory. Upholds INV-T3 when the
 * chain is read back: finds every edit, drop, repetition and change of order inside it. Trusts
 * nobody. A chain that was cut off at its end or written anew as a whole is found only against a
 * head that was kept elsewhere.
 */
import { type AuditHead, GENESIS } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type {
  AuditProblem,
  AuditProblemKind,
  AuditReport,
  AuditSegment,
  OpenCall,
  TornTail,
} from './audit-report.js';
import { type RecordLine, readRecordLine } from './record-line.js';
import { TornLines } from './torn-lines.js';

export interface VerifyOptions {
  /** The hash of a record that the chain must hold. */
  readonly expectHead?: string;
  /** What the first line continues; the beginning of a chain if left out. */
  readonly from?: AuditHead;
}

const MAX_PROBLEMS = 100;
const START: AuditHead = freeze({ seq: 0, hash: GENESIS });

/**
 * Verifies lines without their line breaks; a last line that lacks its break counts like any other.
 * @throws DigestRefused `digest_refused` while a built-in prototype has a `toJSON`
 */
export function verifyAudit(lines: Iterable<string>, options: VerifyOptions = {}): AuditReport {
  const walk = new Walk(options);
  for (const line of lines) walk.take(line);
  return walk.report();
}

function follows(head: AuditHead | null, record: RecordLine): boolean {
  return head !== null && record.seq === head.seq && record.prev === head.hash;
}

function headAfter(record: RecordLine): AuditHead {
  return { seq: record.seq + 1, hash: record.hash };
}

class Walk {
  readonly #expectHead: string | null;
  readonly #isWhole: boolean;
  /**
   * Where the chain stands; `#stray` follows a stretch that was already reported as out of place.
   */
  #head: AuditHead;
  #stray: AuditHead | null = null;
  #line = 0;
  #records = 0;
  #torn: TornLines | null = null;
  #afterExpected: number | null = null;
  #problemCount = 0;
  readonly #problems: AuditProblem[] = [];
  readonly #segments: AuditSegment[] = [];
  readonly #open = new Map<string, OpenCall>();

  constructor(options: VerifyOptions) {
    this.#expectHead = options.expectHead ?? null;
    this.#isWhole = options.from === undefined;
    this.#head = options.from ?? START;
    if (this.#head.hash === this.#expectHead) this.#afterExpected = 0;
  }

  take(line: string): void {
    this.#line += 1;
    const record = readRecordLine(line);
    if (record === null) {
      this.#torn ??= new TornLines(this.#line);
      this.#torn.add(line);
      return;
    }
    this.#startSegment(record);
    if (record.isIntact) {
      this.#records += 1;
      this.#place(record);
      this.#followCall(record);
      return;
    }
    // INV-T3: the text of a record cannot change under its hash.
    this.#problem('edit', `record ${record.seq} does not fit its hash`);
    this.#head = { seq: this.#head.seq + 1, hash: record.hash };
  }

  report(): AuditReport {
    let tail: TornTail | null = null;
    if (this.#torn !== null) {
      tail = this.#torn.tail();
      if (tail === null) this.#lostLines(this.#torn);
      else
        this.#problem('torn', `the last ${tail.bytes} bytes hold no record`, this.#torn.firstLine);
    }
    if (this.#expectHead !== null && this.#afterExpected === null) {
      this.#problem('head_mismatch', 'no record has the expected hash');
    }
    return freeze({
      ok: this.#problemCount === 0,
      records: this.#records,
      head: freeze(this.#head),
      segments: freeze(this.#segments),
      problems: freeze(this.#problems),
      problemCount: this.#problemCount,
      open: freeze([...this.#open.values()]),
      tail,
      afterExpected: this.#afterExpected,
    });
  }

  /**
   * Settles lines that are no records: either this record names them as a torn tail, or they are
   * damage.
   */
  #startSegment(record: RecordLine): void {
    const lost = this.#torn;
    this.#torn = null;
    const named = record.tail ?? { torn: null, bytes: 0 };
    const found = lost === null ? { torn: null, bytes: 0 } : lost.tail();
    const isNamed = found?.torn === named.torn && found.bytes === named.bytes;
    if (this.#line === 1 || record.tail !== null) {
      this.#segments.push({ line: this.#line, torn: named.torn, bytes: named.bytes });
    }
    if (isNamed && (lost === null || record.isIntact)) return;
    if (named.torn !== null) {
      this.#problem('segment', `record ${record.seq} names other torn bytes than those before it`);
    }
    if (lost === null) return;
    this.#lostLines(lost);
    if (record.seq === this.#head.seq + lost.count) {
      this.#head = { seq: record.seq, hash: record.prev };
    }
  }

  #lostLines(lost: TornLines): void {
    const last = lost.firstLine + lost.count - 1;
    const which =
      lost.count === 1 ? `line ${last} holds` : `lines ${lost.firstLine} to ${last} hold`;
    this.#problem('malformed', `${which} no record`, lost.firstLine);
  }

  #place(record: RecordLine): void {
    const head = this.#head;
    // INV-T3: sequence number and hash of the record before must both fit.
    if (follows(head, record)) {
      this.#head = headAfter(record);
      if (this.#afterExpected !== null) this.#afterExpected += 1;
      else if (record.hash === this.#expectHead) this.#afterExpected = 0;
      return;
    }
    if (follows(this.#stray, record)) {
      this.#stray = headAfter(record);
      return;
    }
    const { seq } = record;
    if (record.hash === head.hash) this.#problem('duplicate', `record ${seq} stands twice`);
    else if (seq < head.seq) {
      this.#problem('reorder', `record ${seq} stands where record ${head.seq} is due`);
      this.#stray = headAfter(record);
    } else {
      if (seq > head.seq) this.#problem('gap', `records ${head.seq} to ${seq - 1} are missing`);
      else this.#problem('splice', `record ${seq} does not continue the record before it`);
      this.#head = headAfter(record);
    }
  }

  #followCall(record: RecordLine): void {
    const { run, call, kind, seq } = record;
    if (call === null) return;
    const key = `${run.length}:${run}${call}`;
    if (kind === 'admission') this.#open.set(key, freeze({ run, call }));
    else if (kind === 'terminal' && !this.#open.delete(key)) {
      // After damage, the admission may be among what was lost.
      if (this.#isWhole && this.#problemCount === 0) {
        this.#problem('unadmitted', `record ${seq} ends a call that no record admitted`);
      }
    }
  }

  #problem(kind: AuditProblemKind, message: string, line: number = this.#line): void {
    this.#problemCount += 1;
    if (this.#problems.length < MAX_PROBLEMS) {
      this.#problems.push(freeze({ line, kind, message }));
    }
  }
}
