/** Cuts bytes into lines, and reads each as one JSON value by the strict parser. */
import type { Json } from '../../../schemas/index.js';
import { HostError } from '../../errors.js';
import { parseStrictJson } from '../../json/strict-json.js';
import { MAX_LINE_BYTES } from './wire.js';

const LINE_BREAK = 0x0a;
/** Plans of parts of plans in messages. */
const MAX_DEPTH = 128;

/** Lines of JSON out of bytes as they come. */
export class JsonLines {
  #rest: Buffer[] = [];
  #length = 0;
  #line = 0;

  /**
   * The values of all lines that end in these bytes; what is left waits for more.
   * @throws HostError `protocol_broken` at a line that is too long or holds no JSON value
   */
  *read(bytes: Buffer): Generator<Json> {
    let from = 0;
    while (from < bytes.length) {
      const end = bytes.indexOf(LINE_BREAK, from);
      this.#keep(bytes.subarray(from, end === -1 ? bytes.length : end));
      if (end === -1) return;
      from = end + 1;
      yield this.#take();
    }
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES)
      throw broken(`line ${this.#line + 1} is longer than ${MAX_LINE_BYTES} bytes`);
    this.#rest.push(part);
  }

  #take(): Json {
    const bytes = Buffer.concat(this.#rest);
    this.#rest = [];
    this.#length = 0;
    this.#line += 1;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return parseStrictJson(text, { maxDepth: MAX_DEPTH });
    } catch (cause) {
      const why = cause instanceof HostError ? cause.message : 'not UTF-8 text';
      throw broken(`line ${this.#line} is no JSON: ${why}`, cause);
    }
  }
}

/** Somebody does not keep to the protocol. */
export function broken(what: string, cause?: unknown): HostError {
  return new HostError('protocol_broken', what, cause === undefined ? {} : { cause });
}
