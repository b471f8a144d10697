/**
 * Reads one line of an audit chain back. A line is a record only if it is, byte for byte, what the
 * chain writes: known keys in their order, nothing else, no second way to spell it. Trusts nothing.
 * Does not look at other lines.
 */
import {
  AUDIT_VERSION,
  type AuditHead,
  type AuditKind,
  type CarriedOver,
  type Checkpoint,
  isCheckpoint,
} from '../../schemas/index.js';
import { hasOwn } from '../primordials.js';
import { DigestRefused, recordText, sha256 } from '../snapshot/digest.js';
import { isCarriedOver } from './carried-over.js';

/** What a `segment_started` record says of the bytes before it. */
export interface NamedTail {
  readonly torn: string | null;
  readonly bytes: number;
}

export interface RecordLine {
  readonly seq: number;
  readonly prev: string;
  readonly at: number;
  readonly kind: AuditKind;
  readonly run: string;
  readonly call: string | null;
  /** As it stands: nobody has looked at what is in it. */
  readonly data: object;
  readonly hash: string;
  /** Only of a `segment_started` record. */
  readonly tail: NamedTail | null;
  /** Only of a `file_started` record. */
  readonly carried: CarriedOver | null;
  /** Only of a `checkpoint` record; nobody has looked who signed it. */
  readonly checkpoint: Checkpoint | null;
  /** Whether the text fits its own hash. */
  readonly isIntact: boolean;
}

interface RawRecord {
  readonly seq: number;
  readonly prev: string;
  readonly at: number;
  readonly kind: AuditKind;
  readonly run: string;
  readonly call: string | null;
  readonly data: object;
  readonly hash: string;
}

const KEYS = 'v,seq,prev,at,kind,run,call,data,hash';
const BEGINNING = `{"v":${AUDIT_VERSION},"seq":`;
const HASH = /^[0-9a-f]{64}$/;
/** The length of `,"hash":"<64 hex>"}`. */
const ENDING = 75;
const kinds: Readonly<Record<AuditKind, true>> = {
  segment_started: true,
  file_started: true,
  run_started: true,
  plan_verified: true,
  admission: true,
  terminal: true,
  denial: true,
  release: true,
  ruling: true,
  late_result: true,
  resolution: true,
  checkpoint: true,
  run_suspended: true,
  run_resumed: true,
  run_ended: true,
};
const parse: (text: string) => unknown = JSON.parse;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value);
}

function isKind(value: unknown): value is AuditKind {
  return typeof value === 'string' && hasOwn(kinds, value);
}

function isRawRecord(value: unknown): value is RawRecord {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.keys(value).join() !== KEYS) return false;
  if (!('v' in value && value.v === AUDIT_VERSION)) return false;
  if (!('seq' in value && isCount(value.seq) && 'prev' in value && isHash(value.prev)))
    return false;
  if (!('at' in value && typeof value.at === 'number')) return false;
  if (!('kind' in value && isKind(value.kind))) return false;
  if (!('run' in value && typeof value.run === 'string')) return false;
  if (!('call' in value && (value.call === null || typeof value.call === 'string'))) return false;
  if (!('data' in value && typeof value.data === 'object' && value.data !== null)) return false;
  return 'hash' in value && isHash(value.hash);
}

function isNamedTail(data: object): data is NamedTail {
  if (!('torn' in data && (data.torn === null || isHash(data.torn)))) return false;
  return 'bytes' in data && isCount(data.bytes);
}

function parseCanonical(line: string): unknown {
  // Spares the cost of an exception a line where a file holds something else altogether.
  if (!line.startsWith(BEGINNING)) return null;
  try {
    const value = parse(line);
    return typeof value === 'object' && value !== null && recordText(value) === line ? value : null;
  } catch (error) {
    if (error instanceof DigestRefused) throw error;
    return null;
  }
}

/**
 * Reads a line without its line break; null if it is not a record.
 * @throws DigestRefused `digest_refused` while a built-in prototype has a `toJSON`
 */
export function readRecordLine(line: string): RecordLine | null {
  const raw = parseCanonical(line);
  if (!isRawRecord(raw)) return null;
  const { seq, prev, at, kind, run, call, data, hash } = raw;
  const tail = kind === 'segment_started' && isNamedTail(data) ? data : null;
  if (kind === 'segment_started' && tail === null) return null;
  const carried = kind === 'file_started' && isCarriedOver(data) ? data : null;
  if (kind === 'file_started' && carried === null) return null;
  const checkpoint = kind === 'checkpoint' && isCheckpoint(data) ? data : null;
  if (kind === 'checkpoint' && checkpoint === null) return null;
  const isIntact = sha256(line.slice(0, line.length - ENDING)) === hash;
  return { seq, prev, at, kind, run, call, data, hash, tail, carried, checkpoint, isIntact };
}

/** Asks whether a record continues a head. */
export function follows(head: AuditHead | null, record: RecordLine): boolean {
  return head !== null && record.seq === head.seq && record.prev === head.hash;
}

/** What the next record continues. */
export function headAfter(record: RecordLine): AuditHead {
  return { seq: record.seq + 1, hash: record.hash };
}
