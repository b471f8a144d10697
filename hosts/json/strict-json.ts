/**
 * The one JSON parser of the text entries. It accepts a subset of what JSON.parse accepts and
 * yields the same data. Iterative and linear. Trusts jsonc-parser's scanner to cut tokens; decides
 * everything else itself.
 */
import { createScanner, type JSONScanner } from 'jsonc-parser';
import { type Code, isReservedKey, type Json } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { jsonToken } from './json-token.js';

export interface StrictJsonLimits {
  /** How many lists and objects may stand inside one another; 64 if left out. */
  readonly maxDepth?: number;
  /** How long the text may be, in UTF-16 code units; 16 Mi if left out. */
  readonly maxLength?: number;
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

interface Frame {
  readonly list: Json[] | null;
  readonly fields: { [key: string]: Json };
  /** The key whose value comes next. */
  key: string;
}

const NO_SCAN_ERROR = 0;
const NO_FIELDS = Object.freeze({});
const MAX_DEPTH = 64;
const MAX_LENGTH = 16_777_216;
const LONE_SURROGATE = /\p{Surrogate}/u;
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * Parses exactly one JSON value into frozen data whose objects have no prototype.
 * @throws HostError `json_malformed`, `json_duplicate_key`, `json_reserved_key`,
 * `json_lone_surrogate`, `json_too_deep`, `json_too_long`, with the place as `line:column`
 */
export function parseStrictJson(text: string, limits: StrictJsonLimits = {}): Json {
  if (typeof text !== 'string') throw new HostError('json_malformed', 'expected JSON as text');
  const { maxDepth = MAX_DEPTH, maxLength = MAX_LENGTH } = limits;
  if (text.length > maxLength) {
    throw new HostError('json_too_long', `the text is longer than ${maxLength} code units`);
  }
  const builder = new Builder(text, maxDepth);
  while (builder.step());
  return builder.value();
}

class Builder {
  readonly #scanner: JSONScanner;
  readonly #maxDepth: number;
  readonly #mayHoldSurrogates: boolean;
  readonly #open: Frame[] = [];
  #expected: Expected = 'value';
  #root: Json = null;

  constructor(text: string, maxDepth: number) {
    this.#scanner = createScanner(text, false);
    this.#maxDepth = maxDepth;
    this.#mayHoldSurrogates = LONE_SURROGATE.test(text) || ESCAPED_SURROGATE.test(text);
  }

  value(): Json {
    return this.#root;
  }

  /** Takes one token; answers false once the text is over. */
  step(): boolean {
    const token: number = this.#scanner.scan();
    if (token === jsonToken.space || token === jsonToken.lineBreak) return true;
    if (token === jsonToken.end) {
      if (this.#expected !== 'nothing') throw this.#malformed('the text ends too early');
      return false;
    }
    if (token === jsonToken.lineComment || token === jsonToken.blockComment) {
      throw this.#malformed('a comment is not JSON');
    }
    if (Number(this.#scanner.getTokenError()) !== NO_SCAN_ERROR) {
      throw this.#malformed('malformed string or number');
    }
    this.#take(token);
    return true;
  }

  #take(token: number): void {
    const expected = this.#expected;
    if (expected === 'nothing') throw this.#malformed('text after the value');
    if (expected === 'commaOrEnd') this.#afterValue(token);
    else if (expected === 'colon') this.#takeColon(token);
    else if (expected === 'keyOrEnd' && token === jsonToken.closeBrace) this.#close();
    else if (expected === 'valueOrEnd' && token === jsonToken.closeBracket) this.#close();
    else if (expected === 'key' || expected === 'keyOrEnd') this.#takeKey(token);
    else this.#startValue(token);
  }

  #startValue(token: number): void {
    if (token === jsonToken.string) this.#place(this.#readString());
    else if (token === jsonToken.number) this.#place(this.#readNumber());
    else if (token === jsonToken.true) this.#place(true);
    else if (token === jsonToken.false) this.#place(false);
    else if (token === jsonToken.null) this.#place(null);
    else if (token === jsonToken.openBrace) this.#push(null, 'keyOrEnd');
    else if (token === jsonToken.openBracket) this.#push([], 'valueOrEnd');
    else throw this.#malformed('expected a value');
  }

  #takeKey(token: number): void {
    const frame = this.#open.at(-1);
    if (token !== jsonToken.string || frame === undefined) {
      throw this.#malformed('expected a key in quotation marks');
    }
    const key = this.#readString();
    if (isReservedKey(key)) throw this.#refuse('json_reserved_key', 'reserved key');
    if (key in frame.fields) {
      throw this.#refuse('json_duplicate_key', 'a key occurs twice in one object');
    }
    frame.key = key;
    this.#expected = 'colon';
  }

  #takeColon(token: number): void {
    if (token !== jsonToken.colon) throw this.#malformed('expected a colon');
    this.#expected = 'value';
  }

  #afterValue(token: number): void {
    const isList = this.#open.at(-1)?.list !== null;
    const end = isList ? jsonToken.closeBracket : jsonToken.closeBrace;
    if (token === end) this.#close();
    else if (token === jsonToken.comma) this.#expected = isList ? 'value' : 'key';
    else throw this.#malformed('expected a comma or the end of a list or object');
  }

  #push(list: Json[] | null, expected: Expected): void {
    if (this.#open.length >= this.#maxDepth) {
      throw this.#refuse('json_too_deep', `nested deeper than ${this.#maxDepth}`);
    }
    const fields = list === null ? Object.create(null) : NO_FIELDS;
    this.#open.push({ list, fields, key: '' });
    this.#expected = expected;
  }

  #close(): void {
    const frame = this.#open.pop();
    if (frame !== undefined) this.#place(Object.freeze(frame.list ?? frame.fields));
  }

  #place(value: Json): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) this.#root = value;
    else if (frame.list !== null) frame.list.push(value);
    else frame.fields[frame.key] = value;
    this.#expected = frame === undefined ? 'nothing' : 'commaOrEnd';
  }

  #readString(): string {
    const value = this.#scanner.getTokenValue();
    if (this.#mayHoldSurrogates && LONE_SURROGATE.test(value)) {
      throw this.#refuse('json_lone_surrogate', 'a string holds half of a surrogate pair');
    }
    return value;
  }

  #readNumber(): number {
    const value = Number(this.#scanner.getTokenValue());
    if (!Number.isFinite(value)) throw this.#malformed('number out of range');
    return value;
  }

  #malformed(what: string): HostError {
    return this.#refuse('json_malformed', what);
  }

  #refuse(code: Code, what: string): HostError {
    const line = this.#scanner.getTokenStartLine() + 1;
    const column = this.#scanner.getTokenStartCharacter() + 1;
    const at = `${line}:${column}`;
    return new HostError(code, `${what} at ${at}`, { at });
  }
}
