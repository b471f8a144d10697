/**
 * The newest messages of an mbox file: the last ones. Of a large file only the end is read, from
 * the first message that begins there.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { mboxReader } from 'mbox-reader';
import type { Place } from '../paths/place.js';
import { openRegular } from '../paths/regular-file.js';
import { quoted, Refusal } from '../protocol/refusal.js';
import { maxMessageBytes, type NewestMails, type RawMail } from './raw-mail.js';

/** How much of the end is read. */
const MAX_TAIL = 24 * 1024 * 1024;
/** Small, since the reader shifts lines off a list: its cost grows with the square of this. */
const CHUNK = 8 * 1024;
const START = 'From ';
const NEXT = Buffer.from(`\n${START}`, 'latin1');

/** Reads the newest `limit` messages of an mbox; throws a `Refusal` if the file is none. */
export async function newestInMbox(place: Place, limit: number): Promise<NewestMails> {
  const handle = await openRegular(place);
  try {
    const { size } = await handle.stat();
    await assertMbox(handle, size, place.path);
    const begin = size > MAX_TAIL ? await nextMessage(handle, size - MAX_TAIL, size) : 0;
    const last: RawMail[] = [];
    let count = 0;
    for await (const { content } of mboxReader(Readable.from(chunks(handle, begin, size)))) {
      count += 1;
      // Counted from where the reading began: of a large file an id is good for one reading.
      last.push({
        key: `${begin}#${count}`,
        raw: content.length > maxMessageBytes ? null : content,
      });
      if (last.length > limit) last.shift();
    }
    return { mails: last.reverse(), hasMore: begin > 0 || count > limit };
  } finally {
    await handle.close();
  }
}

async function assertMbox(handle: FileHandle, size: number, path: string): Promise<void> {
  if (size === 0) return;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(START.length), 0, START.length, 0);
  if (buffer.toString('latin1', 0, bytesRead) === START) return;
  throw new Refusal(`${quoted(path)} is no mbox; name one, or a Maildir folder`);
}

/** Where the first message behind a position begins; the end where none does. */
async function nextMessage(handle: FileHandle, from: number, size: number): Promise<number> {
  const room = Buffer.alloc(CHUNK);
  for (let at = from; at < size; at += CHUNK - NEXT.length) {
    const { bytesRead } = await handle.read(room, 0, CHUNK, at);
    const found = room.subarray(0, bytesRead).indexOf(NEXT);
    if (found !== -1) return at + found + 1;
  }
  return size;
}

async function* chunks(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const room = Buffer.alloc(Math.min(CHUNK, to - at));
    const { bytesRead } = await handle.read(room, 0, room.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield room.subarray(0, bytesRead);
  }
}
