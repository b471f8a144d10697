/**
 * One record as the line that stands in the chain. What comes from a port, a plan or content is
 * held to a shape or escaped: a line is one line of printable ASCII, whatever names a run brings.
 * Upholds INV-T3, INV-T9, INV-T34. Pure.
 */
import {
  AUDIT_VERSION,
  type AuditBody,
  type AuditHead,
  MAX_RECORD_TEXT,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { isSafeInteger } from '../primordials.js';
import { sha256 } from '../snapshot/digest.js';
import { bodyText } from './body-text.js';

/** One thing to record: what, of which run and call, and when (milliseconds since the epoch). */
export interface AuditEntry {
  readonly body: AuditBody;
  readonly run: string;
  readonly call: string | null;
  readonly at: number;
  /** Whether it may become durable with a later record only: written is enough for it. */
  readonly mayWait?: boolean;
}

/** An entry whose data is written out: what cannot be recorded fails alone. */
export interface WrittenEntry {
  readonly entry: AuditEntry;
  readonly data: string;
}

const ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Records that a store or a chain writes by itself are of no run. */
function isOfNoRun({ run, body: { kind } }: AuditEntry): boolean {
  return (
    run === '' && (kind === 'segment_started' || kind === 'file_started' || kind === 'checkpoint')
  );
}

/**
 * Writes out the data of an entry.
 * @throws KernelFault `config_malformed` for an id or a time that is none, `audit_unavailable` for
 * a record that is too long
 */
export function writtenEntry(entry: AuditEntry): WrittenEntry {
  const { body, run, call, at } = entry;
  // INV-T34: ids and times come from ports: nothing but these shapes stands in a line unescaped.
  const isNamed = ID.test(run) || isOfNoRun(entry);
  if (!isNamed || (call !== null && !ID.test(call)) || !isSafeInteger(at)) {
    throw new KernelFault('config_malformed', 'a port gave an id or a time that is no record');
  }
  const data = bodyText(body);
  // INV-T9: a line that no reader takes for a record is not written.
  if (data.length > MAX_RECORD_TEXT) {
    throw new KernelFault('audit_unavailable', `a \`${body.kind}\` record is too long`);
  }
  return { entry, data };
}

/** Renders a written entry behind a head. */
export function lineAfter(
  head: AuditHead,
  { entry, data }: WrittenEntry,
): { readonly line: string; readonly hash: string } {
  const { body, run, call, at } = entry;
  const of = call === null ? 'null' : `"${call}"`;
  const text =
    // INV-T3: each line carries the hash of the one before.
    `{"v":${AUDIT_VERSION},"seq":${head.seq},"prev":"${head.hash}","at":${at},"kind":"${body.kind}",` +
    `"run":"${run}","call":${of},"data":${data}`;
  const hash = sha256(text);
  return { line: `${text},"hash":"${hash}"}`, hash };
}

/**
 * Renders one record as the line that stands in the chain, and its hash.
 * @throws KernelFault `config_malformed` for an id or a time that is none, `audit_unavailable` for
 * a record that is too long
 */
export function auditLine(
  entry: AuditEntry,
  head: AuditHead,
): { readonly line: string; readonly hash: string } {
  return lineAfter(head, writtenEntry(entry));
}
