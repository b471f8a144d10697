/**
 * A file of checkpoints that a host keeps away from the records: one a line, as JSON. It shows that
 * records were cut off or written anew, as long as whoever does that cannot write here too.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { type AuditSink, type Checkpoint, isCheckpoint, type Json } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { openOwnedFile, pathInOwnedFolder } from '../stores/owned-file.js';
import { unreadable } from '../unreadable.js';

/** A line of such a file is shorter. */
const MAX_LINE = 1024;
const LINE_FEED = 0x0a;
/** What the chain writes of a checkpoint, and of nothing else: quotes in data are escaped. */
const OF_A_CHECKPOINT = '"kind":"checkpoint","run":"","call":null,"data":';

/**
 * Adds a checkpoint to a file, durably; makes the file if there is none. What a crash left half
 * written at its end is cut off.
 * @throws HostError `audit_unavailable`
 */
export function keepCheckpoint(path: string, checkpoint: Checkpoint): void {
  const place = pathInOwnedFolder(path);
  const fd = openOwnedFile(place, 'append');
  try {
    cutOpenLine(fd);
    const { chain, seq, head, key, signature } = checkpoint;
    writeSync(fd, `${JSON.stringify({ chain, seq, head, key, signature })}\n`);
    fsyncSync(fd);
  } catch (cause) {
    throw new HostError('audit_unavailable', `cannot write \`${path}\``, { cause });
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads the lines of a file of checkpoints; null for one that is no JSON. What stands behind the
 * last line feed is half a write and no line. Nothing is verified: that is for `verifyAudit`.
 * @throws HostError `input_unreadable`
 */
export function readCheckpoints(path: string): readonly Json[] {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch (cause) {
    throw unreadable(path, cause);
  }
  return text.split('\n').slice(0, -1).map(jsonOrNull);
}

/**
 * A sink that also keeps the checkpoints of its chain in a file elsewhere. The records are stored
 * first; a checkpoint that cannot be kept is told to `onFailure` and changes nothing else.
 */
export function keptCheckpoints(
  sink: AuditSink,
  path: string,
  onFailure: (error: unknown) => void,
): AuditSink {
  const keep = (lines: readonly string[]): void => {
    for (const line of lines) {
      const data = line.includes(OF_A_CHECKPOINT) ? dataOf(line) : null;
      if (!isCheckpoint(data)) continue;
      try {
        keepCheckpoint(path, data);
      } catch (error) {
        onFailure(error);
      }
    }
  };
  return Object.freeze({
    key: sink.key,
    origin: sink.origin ?? null,
    head: () => sink.head(),
    append(lines: readonly string[], head: ReturnType<AuditSink['head']>): void | Promise<void> {
      const pending = sink.append(lines, head);
      if (pending !== undefined) return pending.then(() => keep(lines));
      keep(lines);
      return undefined;
    },
  });
}

function cutOpenLine(fd: number): void {
  const { size } = fstatSync(fd);
  const from = Math.max(0, size - MAX_LINE);
  const bytes = Buffer.alloc(size - from);
  const read = readSync(fd, bytes, 0, bytes.length, from);
  const end = bytes.subarray(0, read).lastIndexOf(LINE_FEED) + 1;
  if (end < read) ftruncateSync(fd, from + end);
}

function jsonOrNull(line: string): Json {
  try {
    return parseStrictJson(line);
  } catch {
    return null;
  }
}

function dataOf(line: string): unknown {
  const record = jsonOrNull(line);
  return record !== null && typeof record === 'object' && 'data' in record ? record['data'] : null;
}
