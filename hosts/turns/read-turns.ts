/**
 * Reads the log of turns back: strict a line, tolerant of lines that are none, bounded. What it
 * cannot read it counts, with the place.
 */
import { closeSync, fstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeText } from '../error-code.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { linesOfDescriptor } from '../stores/audit-lines.js';
import { openOwnedFile } from '../stores/owned-file.js';
import { MAX_TURN_LINE } from './turn-log.js';
import { type TurnRecord, turnRecordSchema } from './turn-record.js';

export interface TurnFilter {
  /** `YYYY-MM-DD`, UTC: the day on which a turn began. */
  readonly day?: string;
  /** The whole id of a turn. */
  readonly id?: string;
  /** The most turns; the latest count. Default: 1,000. */
  readonly limit?: number;
}

/** A line that is no record of a turn. */
export interface UnreadLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The last line of its file: its writer may have been stopped. */
  readonly isLast: boolean;
}

export interface ReadTurns {
  /** In the order in which they were written, day by day. */
  readonly turns: readonly TurnRecord[];
  /** The first hundred. */
  readonly unread: readonly UnreadLine[];
  readonly unreadCount: number;
}

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const FILE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}\.jsonl$/;
const MAX_TURNS = 1000;
const MAX_FILES = 1000;
const MAX_FILE_BYTES = 268_435_456;
const MAX_UNREAD = 100;

/**
 * Reads turns of a folder, from the latest day back until there are enough; of a folder that is not
 * there, none (behaviour T-29).
 * @throws HostError `turns_unavailable` if a file cannot be read, is not this user's or too large;
 * `usage_malformed` for a day that is none
 */
export function readTurns(folder: string, filter: TurnFilter = {}): ReadTurns {
  const { day, id, limit = MAX_TURNS } = filter;
  if (day !== undefined && !DAY.test(day))
    throw new HostError('usage_malformed', 'a day is written `2026-03-04`');
  let turns: readonly TurnRecord[] = [];
  const unread: UnreadLine[] = [];
  let unreadCount = 0;
  for (const file of filesOf(folder, day)) {
    const found = readFile(folder, file);
    unreadCount += found.unread.length;
    unread.push(...found.unread.slice(0, MAX_UNREAD - unread.length));
    const fit = id === undefined ? found.turns : found.turns.filter(({ turn }) => turn === id);
    turns = [...fit, ...turns].slice(-limit);
    if (turns.length >= limit || (id !== undefined && turns.length > 0)) break;
  }
  return Object.freeze({
    turns: Object.freeze(turns),
    unread: Object.freeze(unread),
    unreadCount,
  });
}

/** Names of files, the latest day first. */
function filesOf(folder: string, day: string | undefined): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (cause) {
    const code = codeText(cause);
    if (code === 'ENOENT') return [];
    throw new HostError('turns_unavailable', `cannot read \`${folder}\`: ${code}`, { cause });
  }
  const files = names.filter((name) =>
    day === undefined ? FILE.test(name) : name === `${day}.jsonl`,
  );
  return files.sort().reverse().slice(0, MAX_FILES);
}

function readFile(
  folder: string,
  file: string,
): { readonly turns: readonly TurnRecord[]; readonly unread: readonly UnreadLine[] } {
  const path = join(folder, file);
  const turns: TurnRecord[] = [];
  const unread: UnreadLine[] = [];
  let fd: number;
  try {
    fd = openOwnedFile(path, 'read');
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new HostError('turns_unavailable', error.message, { cause: error });
  }
  try {
    if (fstatSync(fd).size > MAX_FILE_BYTES)
      throw new HostError(
        'turns_unavailable',
        `\`${path}\` is longer than ${MAX_FILE_BYTES} bytes`,
      );
    let line = 0;
    for (const text of linesOfDescriptor(fd)) {
      line += 1;
      if (text === '') continue;
      const turn = turnOf(text);
      if (turn === null) unread.push({ file, line, isLast: false });
      else turns.push(turn);
    }
    const last = unread.at(-1);
    if (last?.line === line) unread[unread.length - 1] = { ...last, isLast: true };
  } finally {
    closeSync(fd);
  }
  return { turns, unread };
}

function turnOf(text: string): TurnRecord | null {
  try {
    const given = parseStrictJson(text, { maxLength: MAX_TURN_LINE, maxDepth: 16 });
    return turnRecordSchema.safeParse(given).data ?? null;
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}
