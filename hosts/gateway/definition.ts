/**
 * A tool as its server defines it, read once as plain data, and the digest that pins it: of name,
 * description, both schemas, annotations and whatever else a model may be shown.
 */
import { createHash } from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import { SnapshotRefused, snapshot } from '../../kernel/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';

/** Longest definition, in UTF-16 code units of JSON. */
const MAX_DEFINITION = 262_144;

export interface ServerDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  /** What the server says of itself; shown to whoever reviews it, and used for nothing. */
  readonly annotations: JsonObject;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** What in it cannot be seen, as it is shown; empty where all of it can. */
  readonly hidden: readonly string[];
}

/** Reads a definition; null for what is none. */
export function readDefinition(given: unknown): ServerDefinition | null {
  const plain = plainOf(given);
  if (plain === null) return null;
  const { name, description = '', inputSchema, outputSchema, annotations = {} } = plain;
  if (typeof name !== 'string' || typeof description !== 'string') return null;
  if (inputSchema === undefined || !isJsonObject(inputSchema)) return null;
  if (outputSchema !== undefined && !isJsonObject(outputSchema)) return null;
  const text = stableStringify(plain);
  if (text.length > MAX_DEFINITION) return null;
  return Object.freeze({
    name,
    description,
    inputSchema,
    outputSchema: outputSchema ?? null,
    annotations: isJsonObject(annotations) ? annotations : {},
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    hidden: Object.freeze(hiddenIn(plain)),
  });
}

function plainOf(given: unknown): JsonObject | null {
  try {
    const value = snapshot(given);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SnapshotRefused) return null;
    throw error;
  }
}

/** The flags that are spelt with characters which, anywhere else, only hide text. */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map((place) => {
  const tags = [...place].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0)));
  return `\u{1f3f4}${tags.join('')}\u{e007f}`;
});

/** A text with whatever cannot be seen in it made visible; three flags stay. */
export function shownText(text: string): string {
  const parts = FLAGS.reduce(
    (found: readonly string[], flag) => found.flatMap((part) => cut(part, flag)),
    [text],
  );
  return parts.map((part) => (FLAGS.includes(part) ? part : visibleText(part))).join('');
}

function cut(text: string, flag: string): readonly string[] {
  if (FLAGS.includes(text)) return [text];
  return text.split(flag).flatMap((part, at) => (at === 0 ? [part] : [flag, part]));
}

function hiddenIn(value: Json): string[] {
  if (typeof value === 'string') {
    const shown = shownText(value);
    return shown === value.replaceAll('\r\n', '\n') ? [] : [shown];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([key, part]) => [
    ...(Array.isArray(value) ? [] : hiddenIn(key)),
    ...hiddenIn(part),
  ]);
}
