/**
 * What a server answers to a call, as plain data of a known shape: content blocks with their known
 * fields, structured content, and whether the tool says that it failed. Everything else of it is
 * left out.
 */
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';

const text = z.string();
const mimeType = text.optional();

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text }),
  z.strictObject({ type: z.enum(['image']), data: text, mimeType: text }),
  z.strictObject({ type: z.enum(['audio']), data: text, mimeType: text }),
  z.strictObject({
    type: z.literal('resource_link'),
    uri: text,
    name: text,
    description: text.optional(),
    mimeType,
  }),
  z.strictObject({
    type: z.literal('resource'),
    resource: z.strictObject({ uri: text, mimeType, text: text.optional(), blob: text.optional() }),
  }),
]);
type Block = z.output<typeof block>;

export interface CallResult {
  readonly content: readonly Block[];
  readonly isError: boolean;
  /** Structured content; as JSON text where the server did not say of which schema it is. */
  readonly structured: Json;
}

/** The output schema of a tool whose structured content has a schema, or none. */
export function resultSchema(structured: z.ZodType | null): z.ZodType {
  return z.strictObject({
    content: z.array(block),
    isError: z.boolean(),
    structured: structured === null ? text.nullable() : structured.nullable(),
  });
}

const LEFT_OUT: Block = { type: 'text', text: '[content of a kind that is not passed on]' };

/** Picks the known fields out of an answer; the kernel checks what they hold. */
export function pickResult(answer: unknown, hasSchema: boolean): CallResult {
  const given = (typeof answer === 'object' && answer !== null ? answer : {}) as JsonObject;
  const { content = [], isError = false, structuredContent = null } = given;
  const isFailed = isError === true;
  return {
    content: Array.isArray(content) ? content.map(pickBlock) : [LEFT_OUT],
    isError: isFailed,
    structured: isFailed ? null : structuredOf(structuredContent, hasSchema),
  };
}

function structuredOf(given: Json, hasSchema: boolean): Json {
  return hasSchema || given === null ? given : JSON.stringify(given);
}

function pickBlock(given: Json): Block {
  if (typeof given !== 'object' || given === null || !isJsonObject(given)) return LEFT_OUT;
  const picked = pick(given);
  return block.safeParse(picked).data ?? LEFT_OUT;
}

const FIELDS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  text: ['type', 'text'],
  image: ['type', 'data', 'mimeType'],
  audio: ['type', 'data', 'mimeType'],
  resource_link: ['type', 'uri', 'name', 'description', 'mimeType'],
});

function pick(given: JsonObject): unknown {
  const { type, resource } = given;
  if (type === 'resource' && resource !== undefined && isJsonObject(resource))
    return { type, resource: fieldsOf(resource, ['uri', 'mimeType', 'text', 'blob']) };
  return fieldsOf(given, FIELDS[String(type)] ?? []);
}

function fieldsOf(given: JsonObject, keys: readonly string[]): object {
  return Object.fromEntries(
    keys.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])),
  );
}
