/**
 * Finds a run in an audit store and reads its records, in bounded memory. Trusts no line: what is
 * no record is left out, and whoever calls has the chain verified.
 */
import { isJsonObject, type JsonObject } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { auditLinesOfStore } from '../stores/audit-lines.js';
import { type LineHead, lineHead } from '../stores/line-head.js';

/** The records of one run, in their order. */
export interface RunRecords {
  readonly run: string;
  readonly records: readonly JsonObject[];
  /** Lines that look like records of the run and cannot be read. */
  readonly unread: number;
  readonly isCut: boolean;
}

/** Stands for the run that began last. */
export const LAST_RUN = 'last';
/** Records of one run that are read; a run with the usual limits has some hundreds. */
const MAX_RECORDS = 10_000;

/**
 * Finds one run by its id, by a beginning of it that no other has, or as `last`.
 * @throws HostError `run_unknown` if there is none, or more than one; `audit_unavailable`
 */
export function findRun(path: string, name: string): string {
  let last: string | null = null;
  const fitting = new Set<string>();
  for (const { run, kind } of headsOf(path)) {
    if (run === '') continue;
    if (kind === 'run_started') last = run;
    // A whole id is no beginning of another.
    if (run === name) return run;
    if (name !== '' && run.startsWith(name) && fitting.size < 2) fitting.add(run);
  }
  if (name === LAST_RUN && fitting.size === 0) return last ?? unknown('the file holds no run');
  const [only, second] = fitting;
  if (second !== undefined) return unknown(`more than one run begins with \`${name}\``);
  return only ?? unknown(`no run of the file begins with \`${name}\``);
}

/** Reads the records of a run. @throws HostError `audit_unavailable` */
export function readRun(path: string, run: string): RunRecords {
  const records: JsonObject[] = [];
  let unread = 0;
  for (const line of auditLinesOfStore(path)) {
    if (lineHead(line)?.run !== run) continue;
    if (records.length === MAX_RECORDS) return { run, records, unread, isCut: true };
    const record = recordOf(line);
    if (record === null) unread += 1;
    else records.push(record);
  }
  return { run, records, unread, isCut: false };
}

function* headsOf(path: string): Generator<LineHead> {
  for (const line of auditLinesOfStore(path)) {
    const head = lineHead(line);
    if (head !== null) yield head;
  }
}

function recordOf(line: string): JsonObject | null {
  try {
    const value = parseStrictJson(line);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

function unknown(message: string): never {
  throw new HostError('run_unknown', message);
}
