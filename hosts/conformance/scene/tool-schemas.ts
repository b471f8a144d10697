/** The zod schemas that tool sketches stand for; each is made once. */
import { z } from 'zod';
import type { Json } from '../../../schemas/index.js';
import type { FieldKind, FieldSketch, Mixing, ToolSketch } from './tool-sketch.js';

/** Arguments and results are plain data already when a schema sees them. */
const json = z.unknown();
const fieldSchemas: Readonly<Record<FieldKind, z.ZodType>> = {
  any: json.optional(),
  text: z.string().optional(),
  trimmed: z.string().trim().optional(),
  lowered: z.string().toLowerCase().optional(),
  defaulted: z.string().default('bob@example.com'),
};

type Args = Readonly<Record<string, unknown>>;

function turned(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  // As JSON: a snapshot has no prototype, and so no text of its own.
  const texts = new Map(value.map((item) => [item, JSON.stringify(item)]));
  return [...value].sort((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
}

/** All but `unstable` leave their own output alone. */
const mixings: Readonly<Record<Exclude<Mixing, 'none'>, (args: Args) => Args>> = {
  copies: (args) => {
    const { body } = args;
    return typeof body === 'string' && body.includes('@') ? { ...args, to: body } : args;
  },
  reorders: (args) => ('opts' in args ? { ...args, opts: turned(args['opts']) } : args),
  drops: ({ opts: _, ...rest }) => rest,
  unstable: (args) => ({ ...args, body: [args['body'] ?? null] }),
};

const cache = new Map<string, z.ZodType>();

function makeInput(fields: readonly FieldSketch[], mixing: Mixing): z.ZodType {
  const shape = Object.fromEntries(fields.map(({ name, kind }) => [name, fieldSchemas[kind]]));
  const record = z.strictObject(shape);
  return mixing === 'none' ? record : record.transform(mixings[mixing]);
}

/** The input schema of a tool. */
export function inputSchema({ fields, mixing }: ToolSketch): z.ZodType {
  const key = JSON.stringify([fields, mixing]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = makeInput(fields, mixing);
  cache.set(key, made);
  return made;
}

/** The output schema of a tool. */
export function outputSchema({ output }: ToolSketch): z.ZodType {
  return output === 'any' ? json : z.string();
}

/** Schemas that a plan may have content parsed into. */
export const parseSchemas = {
  any: json.optional(),
  words: z.strictObject({ text: z.string(), sure: z.boolean() }),
};

export type ParseSchemaName = keyof typeof parseSchemas;

/** Whether a value fits a schema that content is parsed into. */
export function fitsParse(name: ParseSchemaName, value: Json): boolean {
  return parseSchemas[name].safeParse(value).success;
}

/** How many values a field of such a schema can have; whether it is sure is the only closed one. */
export function parseChoices(name: string, path: string | undefined): number {
  return name === 'words' && path === 'sure' ? 2 : Number.POSITIVE_INFINITY;
}
