/**
 * `sluice audit show`: the records of a chain, one a line, as they stand in the file. Reads it in
 * bounded memory, twice: the chain is verified first, so that no table of a broken one looks whole.
 */
import type { Json, JsonObject } from '../../schemas/index.js';
import { isJsonObject } from '../../schemas/index.js';
import { timeText } from '../answer/time-text.js';
import { visibleText } from '../answer/visible-text.js';
import { parseStrictJson } from '../json/strict-json.js';
import { auditLinesOfStore } from '../stores/audit-lines.js';
import { verifyFile } from './audit-verify.js';
import { EXIT_BROKEN_CHAIN } from './exit-codes.js';
import { recordSummary } from './record-summary.js';
import type { Paint, Screen } from './screen.js';

export interface ShowFlags {
  readonly run?: string;
  readonly json?: true;
}

/** A line that is no record, or none that the strict parser reads. */
interface Unread {
  readonly line: number;
}

function* recordsOf(path: string): Generator<JsonObject | Unread> {
  let line = 0;
  for (const text of auditLinesOfStore(path)) {
    line += 1;
    let value: Json;
    try {
      value = parseStrictJson(text);
    } catch {
      value = null;
    }
    yield isJsonObject(value) && 'seq' in value ? value : { line };
  }
}

function isUnread(record: JsonObject | Unread): record is Unread {
  return !('seq' in record);
}

/** Runs the command and returns its exit code. @throws HostError as `verifyFile` does */
export async function showCommand(path: string, flags: ShowFlags, screen: Screen): Promise<number> {
  const { ok, problemCount, problems } = verifyFile(path);
  const isJson = flags.json === true;
  if (isJson) await screen.print('{"records":[');
  let shown = 0;
  let unread = 0;
  for (const record of recordsOf(path)) {
    if (isUnread(record)) unread += 1;
    if (flags.run !== undefined && (isUnread(record) || !isOfRun(record, flags.run))) continue;
    const text = isJson ? jsonLine(record, shown) : tableLine(record, screen.paint);
    if (text === null) continue;
    shown += 1;
    if (!(await screen.print(text))) return 0;
  }
  const chain = { ok, problemCount, problems };
  if (shown === 0 && flags.run !== undefined) screen.note('no record is of that run');
  if (isJson) await screen.print(`\n],"unread":${unread},"chain":${JSON.stringify(chain)}}\n`);
  else if (!ok) screen.note(`the chain does not hold: \`sluice audit verify\` says where`);
  if (!ok) return EXIT_BROKEN_CHAIN;
  return shown === 0 && flags.run !== undefined ? 1 : 0;
}

/** A run is named by its id or the beginning of it. */
function isOfRun(record: JsonObject, run: string): boolean {
  return run !== '' && String(record['run']).startsWith(run);
}

function jsonLine(record: JsonObject | Unread, shown: number): string | null {
  if (isUnread(record)) return null;
  return `${shown === 0 ? '\n' : ',\n'}${JSON.stringify(record)}`;
}

function timeOf(at: Json | undefined): string {
  return timeText(typeof at === 'number' ? at : null).padEnd(24);
}

/** A call is named by its run and a number behind it. */
function callWithin(run: Json | undefined, call: Json | undefined): string {
  if (typeof call !== 'string') return '';
  return call.startsWith(`${String(run)}.`) ? call.slice(String(run).length) : ` ${call}`;
}

function tableLine(record: JsonObject | Unread, paint: Paint): string {
  if (isUnread(record)) return `${paint.red(`line ${record.line} holds no record`)}\n`;
  const { seq, at, run, call } = record as { readonly [key: string]: Json };
  const kind = String(record['kind']).padEnd(15);
  const who = `${String(run).slice(0, 8)}${callWithin(run, call)}`.padEnd(13);
  const when = `${String(seq).padStart(6)}  ${timeOf(at)}`;
  return `${visibleText(`${when}  ${kind}  ${who}  ${recordSummary(record)}`).trimEnd()}\n`;
}
