/**
 * What is said of a long value: its kind, and a summary (behaviour T-21, T-22). The summary holds
 * parts of the value: it is for the user and the parser, never for the root planner (C9). Pure,
 * linear.
 */
import { createHash } from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import { isJsonList, isJsonObject, type Json } from '../../schemas/index.js';
import { characterCount, characterSlice, lastCharacters } from './characters.js';

export type ScratchpadKind = 'text' | 'binary' | 'structured';

/** Characters of JSON that a value may have without being put into the scratchpad. */
export const MAX_INLINE = 4096;

const END = 500;
const UNCHANGED = 1080;
const LOOKED_AT = 4096;
const MAX_NAMES = 32;
const MAX_NAME = 64;
const UNPRINTED = /(?![\t\n\r])[\p{Cc}\ufffd]/gu;

/** Asks whether a value has more than 4,096 characters as JSON (behaviour T-21). */
export function isLarge(value: Json): boolean {
  // A character has one or two units.
  if (typeof value === 'string' && value.length > 2 * MAX_INLINE) return true;
  const json = JSON.stringify(value);
  if (json.length <= MAX_INLINE || json.length > 2 * MAX_INLINE) return json.length > MAX_INLINE;
  return characterCount(json) > MAX_INLINE;
}

/** What slices of a value are cut from: a text itself, anything else as canonical JSON. */
export function contentText(value: Json): string {
  return typeof value === 'string' ? value : stableStringify(value);
}

/** Tells readable text from bytes that were read as text, by its first 4,096 units. */
export function kindOf(value: Json): ScratchpadKind {
  if (typeof value !== 'string') return 'structured';
  const head = value.slice(0, LOOKED_AT);
  const unprinted = head.match(UNPRINTED)?.length ?? 0;
  return head.includes('\u0000') || unprinted * 10 > head.length ? 'binary' : 'text';
}

/**
 * Sums a value up (behaviour T-22): both ends of a text, size and digest of bytes, of anything else
 * how much of what; never an item.
 */
export function summaryOf(value: Json): string {
  if (typeof value !== 'string') return structureOf(value);
  return kindOf(value) === 'binary' ? binaryOf(value) : endsOf(value);
}

function endsOf(text: string): string {
  const count = characterCount(text);
  if (count <= UNCHANGED) return text;
  const marker = `[... ${count - 2 * END} characters left out ...]`;
  return `${characterSlice(text, 0, END)}\n${marker}\n${lastCharacters(text, END)}`;
}

function binaryOf(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `[BINARY: ${Buffer.byteLength(text)} bytes, sha256=${digest}...]`;
}

function structureOf(value: Json): string {
  if (isJsonList(value)) {
    const names = new Set<string>();
    for (const item of value) {
      if (names.size > MAX_NAMES) break;
      if (isJsonObject(item)) for (const name of Object.keys(item)) names.add(name);
    }
    return `[LIST: ${value.length} items${fieldsOf([...names])}]`;
  }
  if (!isJsonObject(value)) return `[${value === null ? 'NULL' : typeof value}]`;
  const names = Object.keys(value);
  return `[RECORD: ${names.length} fields${fieldsOf(names)}]`;
}

function fieldsOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, MAX_NAMES).map((name) => characterSlice(name, 0, MAX_NAME));
  return `: ${shown.join(', ')}${names.length > MAX_NAMES ? ', ...' : ''}`;
}
