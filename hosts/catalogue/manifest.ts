/** The manifest of an executor as data: what it is, what runs, and how far it reaches. */
import { z } from 'zod';
import { isName, type JsonObject } from '../../schemas/index.js';

/** The name of the manifest in its folder; its signature stands beside it. */
export const MANIFEST = 'manifest.toml';
export const SIGNATURE = 'manifest.toml.sig';

const MAX_WORDS = 64;
const CODE_PATH = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}\/){0,7}[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
/** An option of the program: it names no file. */
const OPTION = /^-[A-Za-z0-9_=-]{1,63}$/;
const PROGRAM = /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/;

const name = z.string().refine(isName, 'must be a letter, then letters, digits or `_.:-`');
const field = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower case letters, digits and `_`');
const table = z.record(z.string(), z.json());

/** Asks whether a text can name a file of code: below the folder, no dot in front of a name. */
export function isCodePath(text: string): boolean {
  return CODE_PATH.test(text) && text !== MANIFEST && text !== SIGNATURE;
}

const limits = z.strictObject({
  /** Milliseconds of wall time. */
  timeout_ms: z.int().min(1).max(600_000).default(10_000),
  /** Mebibytes of data that its process may have; node does not start below 64. */
  memory_mb: z.int().min(64).max(8192).default(256),
  /** Bytes on stdout. */
  output_bytes: z.int().min(64).max(16_777_216).default(1_048_576),
});

const code = z
  .strictObject({
    run: z.array(z.string()).min(2).max(32),
    files: z
      .record(
        z.string().refine(isCodePath, 'must be a path below the folder, without dots in front'),
        z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be `sha256:` and 64 hex digits: sign it'),
      )
      .refine((files) => Object.keys(files).length <= 256, 'must name at most 256 files'),
  })
  .superRefine(({ run: [program = '', ...words], files }, context) => {
    const refuse = (message: string): void =>
      context.addIssue({ code: 'custom', message, path: ['run'] });
    if (!PROGRAM.test(program)) refuse('must begin with `node` or the name of a program');
    // INV-K1: what is handed to the program is signed, byte by byte.
    if (!words.every((word) => Object.hasOwn(files, word) || OPTION.test(word)))
      refuse('may hold only files of `[code.files]` and options without a path');
    if (!words.some((word) => Object.hasOwn(files, word))) refuse('must run a file');
  });

const bound = z.strictObject({
  /** `/name` of one field of the arguments: a text, or a list of texts. */
  argument: z.string().regex(/^\/[A-Za-z0-9_-]{1,64}$/, 'must be `/` and the name of a field'),
  kind: z.enum(['path', 'host']),
  allow: z.array(z.string().min(1).max(1024)).max(MAX_WORDS).optional(),
});

/** The shape of a manifest, once its TOML is read. */
export const manifestSchema = z
  .strictObject({
    name: field,
    version: z
      .string()
      .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[A-Za-z0-9.-]{1,64})?$/, 'must be like 1.0.0'),
    description: z.string().min(1).max(1024),
    affinity: z.array(z.string().min(1).max(64)).max(MAX_WORDS).default([]),
    code,
    limits: limits.prefault({}),
    secrets: z
      .record(field, name)
      .refine((secrets) => Object.keys(secrets).length <= 16, 'must name at most 16 secrets')
      .default({}),
    tool: table.refine(
      (tool) => !['name', 'description', 'timeoutMs', 'input', 'output'].some((key) => key in tool),
      'repeats what stands elsewhere: name, description, `[limits]`, `[input]`, `[output]`',
    ),
    scope: z.record(name, bound).default({}),
    input: table,
    output: table,
  })
  .superRefine(({ scope, tool, input }, context) => {
    for (const [capability, { argument }] of Object.entries(scope)) {
      const refuse = (message: string): void =>
        context.addIssue({ code: 'custom', message, path: ['scope', capability] });
      const { capabilities } = tool;
      if (!Array.isArray(capabilities) || !capabilities.includes(capability))
        refuse('is no capability of `[tool]`');
      if (!isAlwaysThere(input as JsonObject, argument.slice(1)))
        refuse('bounds what is no required text, or list of texts, of `[input]`');
    }
  });

export type Manifest = Readonly<z.infer<typeof manifestSchema>>;

/** What is bounded must be there in every call, and be text. */
function isAlwaysThere(input: JsonObject, key: string): boolean {
  const { properties, required } = input as {
    readonly properties?: Readonly<Record<string, JsonObject>>;
    readonly required?: unknown;
  };
  if (typeof properties !== 'object' || properties === null) return false;
  const of = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (typeof of !== 'object' || of === null) return false;
  const isThere = (Array.isArray(required) && required.includes(key)) || 'default' in of;
  return isThere && (isText(of) || (of['type'] === 'array' && isText(of['items'])));
}

function isText(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema
    ? schema.type === 'string'
    : false;
}
