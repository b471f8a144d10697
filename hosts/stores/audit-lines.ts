/**
 * Reads audit lines from a file in bounded memory. Text that is not UTF-8 is read as Latin-1, so no
 * byte is lost; a record it is not, whatever that reading says.
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import { MAX_RECORD_LINE } from '../../schemas/index.js';
import { openForReading } from './old-files.js';
import { openOwnedFile } from './owned-file.js';

const CHUNK = 65_536;
const LINE_FEED = 10;

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const text = bytes.toString('latin1');
  // Other bytes may read like the text of a record: with a blank behind it, it is none.
  return text.endsWith('}') ? `${text} ` : text;
}

/** Yields the lines of an open file from its beginning, without their line feeds. */
export function* linesOfDescriptor(fd: number): Generator<string> {
  let position = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): string => {
    const line = decode(parts.length === 0 ? part : Buffer.concat([...parts, part]));
    parts = [];
    length = 0;
    return line;
  };
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(fd, chunk, 0, CHUNK, position);
    if (read === 0) break;
    position += read;
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1 || end >= read) break;
      yield take(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start === read) continue;
    const rest = chunk.subarray(start, read);
    length += rest.length;
    // A longer line comes in pieces, none of which can be a record.
    if (length > MAX_RECORD_LINE) yield take(rest);
    else parts.push(rest);
  }
  if (parts.length > 0) yield take(Buffer.alloc(0));
}

/**
 * Yields the lines of an audit file; opens it without a lock when the first one is asked for.
 * @throws HostError `audit_unavailable` if the file is missing, a link, not regular or another
 * user's
 */
export function* auditLines(path: string): Generator<string> {
  const fd = openOwnedFile(path, 'read');
  try {
    yield* linesOfDescriptor(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Yields the lines of all files of an audit store, the oldest first; opens them without a lock when
 * the first one is asked for.
 * @throws HostError `audit_unavailable` as `auditLines` does
 */
export function* auditLinesOfStore(path: string): Generator<string> {
  const files = openForReading(path);
  try {
    for (const fd of files) yield* linesOfDescriptor(fd);
  } finally {
    for (const fd of files) closeSync(fd);
  }
}
