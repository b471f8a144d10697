/**
 * Consecutive lines that are no records: a torn write, or damage. Keeps a bounded part of their
 * text. Pure.
 */
import { sha256 } from '../snapshot/digest.js';
import type { TornTail } from './audit-report.js';

/** More text than this, in UTF-16 code units, is no torn write. */
const MAX_TEXT = 8_388_608;

function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes;
}

export class TornLines {
  readonly firstLine: number;
  #count = 0;
  #length = 0;
  #parts: string[] = [];

  constructor(firstLine: number) {
    this.firstLine = firstLine;
  }

  get count(): number {
    return this.#count;
  }

  add(line: string): void {
    this.#count += 1;
    this.#length += line.length + 1;
    if (this.#length <= MAX_TEXT) this.#parts.push(line);
    else this.#parts = [];
  }

  /** Says which lines they are, and that they hold. */
  which(): string {
    const last = this.firstLine + this.#count - 1;
    return this.#count === 1 ? `line ${last} holds` : `lines ${this.firstLine} to ${last} hold`;
  }

  /** The lines as one text, by digest and length; null if they are too long. */
  tail(): TornTail | null {
    if (this.#length > MAX_TEXT) return null;
    const text = this.#parts.join('\n');
    return { torn: sha256(text), bytes: utf8Length(text) };
  }
}
