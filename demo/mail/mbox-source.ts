/** Reads an mbox file's raw messages one by one; a message far over the bound ends the reading. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { mboxReader } from 'mbox-reader';
import type { RawMail } from './raw-mail.js';

const READ = constants.O_RDONLY | constants.O_NONBLOCK;
/** Small, since the reader shifts lines off a list: its cost grows with the square of this. */
const CHUNK = 8 * 1024;
/** How far beyond the bound on bytes a message's end is sought; this much is held in memory. */
const PATIENCE = 8;
const LEAST_SOUGHT = 1024 * 1024;

/** Gives an mbox's messages in file order, or undefined if it is none; an empty file is one. */
export async function mboxSource(
  path: string,
  maxBytes: number,
): Promise<AsyncIterable<RawMail> | undefined> {
  const handle = await open(path, READ);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    const isMbox = bytesRead === 0 || buffer.toString('latin1') === 'From ';
    return isMbox ? readMessages(path, maxBytes) : undefined;
  } finally {
    await handle.close();
  }
}

/** Counts what was read since the last message ended, so that one without an end is given up. */
interface Search {
  readonly limit: number;
  sought: number;
  gaveUp: boolean;
}

async function* readMessages(path: string, maxBytes: number): AsyncGenerator<RawMail> {
  const limit = Math.max(maxBytes * PATIENCE, LEAST_SOUGHT);
  const search: Search = { limit, sought: 0, gaveUp: false };
  const source = Readable.from(readChunks(path, search));
  let position = 0;
  const next = (raw: RawMail['raw']): RawMail => {
    position += 1;
    return { file: `${basename(path)}#${position}`, key: `#${position}`, raw };
  };
  try {
    for await (const { content } of mboxReader(source)) {
      search.sought = 0;
      // What was read of a message that was given up is not that message.
      if (search.gaveUp) break;
      yield next(content.length > maxBytes ? 'too_large' : content);
    }
    if (search.gaveUp) yield next('rest_unread');
  } catch {
    yield next('unreadable');
  } finally {
    source.destroy();
  }
}

async function* readChunks(path: string, search: Search): AsyncGenerator<Buffer> {
  const handle = await open(path, READ);
  try {
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, null);
      search.sought += bytesRead;
      search.gaveUp = search.sought > search.limit;
      if (search.gaveUp || bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
