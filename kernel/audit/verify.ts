/**
 * Verifies an audit chain, line by line, in one pass and bounded memory. Upholds INV-T3 when the
 * chain is read back: finds every edit, drop, repetition and change of order inside it. Trusts
 * nobody. A chain that was cut off at its end or written anew as a whole is found only against a
 * head or a signed checkpoint that was kept elsewhere.
 */
import { type AuditHead, type CarriedOver, GENESIS } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type {
  AuditProblem,
  AuditProblemKind,
  AuditReport,
  AuditSegment,
  TornTail,
} from './audit-report.js';
import { CallAccounts } from './call-accounts.js';
import { CheckpointWatch } from './checkpoint-watch.js';
import { misplaced } from './misplaced.js';
import { follows, headAfter, type RecordLine, readRecordLine } from './record-line.js';
import { TornLines } from './torn-lines.js';
import type { VerifyOptions } from './verify-options.js';

export type { VerifyOptions } from './verify-options.js';

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

class Walk {
  readonly #expectHead: string | null;
  readonly #isWhole: boolean;
  readonly #mayContinue: boolean;
  #begins: AuditHead;
  /**
   * Where the chain stands; `#stray` follows a stretch that was already reported as out of place.
   */
  #head: AuditHead;
  #stray: AuditHead | null = null;
  #carried: CarriedOver | null = null;
  #line = 0;
  #records = 0;
  #torn: TornLines | null = null;
  #afterExpected: number | null = null;
  #problemCount = 0;
  readonly #problems: AuditProblem[] = [];
  readonly #segments: AuditSegment[] = [];
  readonly #calls = new CallAccounts();
  readonly #checkpoints: CheckpointWatch;

  constructor(options: VerifyOptions) {
    this.#expectHead = options.expectHead ?? null;
    this.#isWhole = options.from === undefined;
    this.#mayContinue = options.mayContinue === true;
    this.#begins = options.from ?? START;
    this.#head = this.#begins;
    if (this.#head.hash === this.#expectHead) this.#afterExpected = 0;
    this.#checkpoints = new CheckpointWatch(options, (...problem) => this.#problem(...problem));
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
      if (record.carried !== null) this.#carryOver(record, record.carried);
      this.#place(record);
      this.#checkpoints.take(record);
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
    const { seq } = this.#begins;
    // INV-T20: what a store deletes is what its records say, from the oldest on.
    if (this.#mayContinue && this.#carried !== null && seq > this.#carried.kept) {
      this.#problem('gap', `records ${this.#carried.kept} to ${seq - 1} are missing`, 1);
    }
    if (this.#expectHead !== null && this.#afterExpected === null) {
      this.#problem('head_mismatch', 'no record has the expected hash');
    }
    this.#checkpoints.finish(this.#head);
    const unsettled = this.#calls.unsettled();
    const open = unsettled.filter(({ state }) => state === 'open');
    return freeze({
      ok: this.#problemCount === 0,
      records: this.#records,
      begins: freeze(this.#begins),
      head: freeze(this.#head),
      carried: this.#carried,
      origin: this.#checkpoints.origin,
      segments: freeze(this.#segments),
      problems: freeze(this.#problems),
      problemCount: this.#problemCount,
      open: freeze(open.map(({ run, call }) => freeze({ run, call }))),
      unsettled,
      tail,
      afterExpected: this.#afterExpected,
      signed: this.#checkpoints.signed(),
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

  #carryOver({ seq, prev }: RecordLine, carried: CarriedOver): void {
    this.#carried = carried;
    if (this.#line !== 1 || !this.#mayContinue) return;
    this.#begins = { seq, hash: prev };
    this.#head = this.#begins;
    this.#calls.carry(carried.unsettled);
    this.#checkpoints.begin(carried.origin);
    if (prev === this.#expectHead) this.#afterExpected = 0;
  }

  #lostLines(lost: TornLines): void {
    this.#problem('malformed', `${lost.which()} no record`, lost.firstLine);
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
    const { kind, message } = misplaced(record, head);
    this.#problem(kind, message);
    if (kind === 'reorder') this.#stray = headAfter(record);
    else if (kind !== 'duplicate') this.#head = headAfter(record);
  }

  #followCall(record: RecordLine): void {
    const fault = this.#calls.take(record);
    // After damage, the admission may be among what was lost.
    if (fault !== null && this.#isWhole && this.#problemCount === 0)
      this.#problem('unadmitted', `record ${record.seq} ${fault}`);
  }

  #problem(kind: AuditProblemKind, message: string, line: number = this.#line): void {
    this.#problemCount += 1;
    if (this.#problems.length < MAX_PROBLEMS) {
      this.#problems.push(freeze({ line, kind, message }));
    }
  }
}
