/** Reads what is open to its end, in parts, and no further than a bound. */
import { readSync } from 'node:fs';

const PART = 65_536;

/**
 * Reads a descriptor whole, from its beginning; `tooLong` makes the error for more bytes than the
 * bound. @throws what `tooLong` makes, and what the disk says
 */
export function readBounded(fd: number, maxBytes: number, tooLong: () => Error): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(PART);
    const taken = readSync(fd, part, 0, part.length, length);
    if (taken === 0) return Buffer.concat(parts);
    length += taken;
    if (length > maxBytes) throw tooLong();
    parts.push(part.subarray(0, taken));
  }
}
