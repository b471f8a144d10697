/**
 * Input and output schemas as the kernel uses them: synchronous, total from the outside, silent
 * about values. Zod schemas are walked once when a tool is defined; any other Standard Schema comes
 * with its JSON Schema.
 */
import { z } from 'zod';
import type { Json, JsonObject } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { ignoreLate } from '../late-answer.js';
import { freeze, stringify } from '../primordials.js';
import { snapshot } from '../snapshot/snapshot.js';

/**
 * A schema of another library: https://standardschema.dev, with the JSON Schema that planners are
 * shown.
 */
export interface ForeignSchema {
  readonly jsonSchema: object;
  readonly schema: {
    readonly '~standard': {
      readonly version: 1;
      readonly vendor: string;
      readonly validate: (value: unknown) => unknown;
    };
  };
}

export type SchemaInput = z.ZodType | ForeignSchema;

/** What comes out of a schema: its own type where the compiler knows it. */
export type SchemaOutput<Schema extends SchemaInput> = Schema extends z.ZodType
  ? unknown extends z.output<Schema>
    ? JsonObject
    : z.output<Schema>
  : JsonObject;

export type Validation =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: 'schema_invalid' | 'schema_unknown_key' | 'schema_failed';
      readonly at: string;
      /** Whether nothing at all stands there. */
      readonly isMissing?: boolean;
    };

export interface Validator {
  readonly jsonSchema: object;
  readonly validate: (value: Json) => Validation;
}

/** What zod calls the keys of a schema's definition that hold further schemas. */
const NESTED = freeze([
  'element',
  'innerType',
  'in',
  'out',
  'left',
  'right',
  'valueType',
  'keyType',
  'rest',
  'catchall',
]);

/** Refuses what could accept by omission: `catch`, and objects that pass unknown keys through. */
function assertStrict(schema: z.ZodType, seen: Set<unknown>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const type = def['type'];
  if (type === 'catch')
    throw new KernelFault('schema_refused', 'a `catch` accepts what does not fit');
  if (type === 'promise') throw new KernelFault('schema_refused', 'a schema that waits');
  if (type === 'object' && def['catchall'] !== undefined) {
    const rest = (def['catchall'] as z.ZodType)._zod.def.type;
    if (rest !== 'never')
      throw new KernelFault('schema_refused', 'an object that lets unknown keys through');
  }
  for (const key of NESTED) if (isZod(def[key])) assertStrict(def[key] as z.ZodType, seen);
  if (typeof def['getter'] === 'function') assertStrict((def['getter'] as () => z.ZodType)(), seen);
  for (const list of [def['options'], def['items']]) {
    if (Array.isArray(list)) for (const item of list) if (isZod(item)) assertStrict(item, seen);
  }
  const shape = def['shape'];
  if (typeof shape === 'object' && shape !== null) {
    for (const field of Object.values(shape)) if (isZod(field)) assertStrict(field, seen);
  }
}

function isZod(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/**
 * Where an issue lies: fields that the schema names, list indexes, and `*` for keys that may be
 * content.
 */
function place(path: readonly PropertyKey[] | undefined, jsonSchema: object): string {
  let at: Record<string, unknown> | null = jsonSchema as Record<string, unknown>;
  let out = '';
  for (const key of path ?? []) {
    const fields = at?.['properties'] as Record<string, unknown> | undefined;
    const known: boolean =
      typeof key === 'string' && fields !== undefined && Object.hasOwn(fields, key);
    out += known || typeof key === 'number' ? `/${String(key)}` : '/*';
    at = (known ? fields?.[String(key)] : (at?.['items'] ?? null)) as Record<
      string,
      unknown
    > | null;
  }
  return out;
}

/** Asks whether a value has nothing at a path. */
function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return true;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return false;
}

function zodValidator(schema: z.ZodType, jsonSchema: object): Validator['validate'] {
  return (value) => {
    try {
      const result = schema.safeParse(value);
      if (result.success) return { ok: true, value: result.data };
      const issue = result.error.issues[0];
      const code = issue?.code === 'unrecognized_keys' ? 'schema_unknown_key' : 'schema_invalid';
      const isMissing = issue?.code === 'invalid_type' && isAbsent(value, issue.path);
      return { ok: false, code, at: place(issue?.path, jsonSchema), isMissing };
    } catch {
      // An async refinement, or a refinement that throws: never an allow.
      return { ok: false, code: 'schema_failed', at: '' };
    }
  };
}

function foreignValidator(foreign: ForeignSchema): Validator['validate'] {
  const standard = foreign.schema['~standard'];
  return (value) => {
    try {
      const result = standard.validate(value);
      ignoreLate(result);
      if (typeof result !== 'object' || result === null || 'then' in result) {
        return { ok: false, code: 'schema_failed', at: '' };
      }
      const issues = (result as { readonly issues?: unknown }).issues;
      if (issues !== undefined) return { ok: false, code: 'schema_invalid', at: '' };
      return { ok: true, value: (result as { readonly value?: unknown }).value };
    } catch {
      return { ok: false, code: 'schema_failed', at: '' };
    }
  };
}

function plainSchema(schema: object): object {
  return snapshot(JSON.parse(stringify(schema))) as object;
}

/**
 * Makes the validator of a schema.
 * @throws KernelFault `schema_refused` for `catch`, promises and objects that pass unknown keys, or
 * no schema at all
 */
export function makeValidator(schema: SchemaInput, io: 'input' | 'output'): Validator {
  if (isZod(schema)) {
    assertStrict(schema, new Set());
    // Through text, since zod hangs hidden properties on what it returns.
    const jsonSchema = plainSchema(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
    return freeze({ jsonSchema, validate: zodValidator(schema, jsonSchema) });
  }
  if (typeof schema !== 'object' || schema === null || !('jsonSchema' in schema)) {
    if (typeof schema === 'object' && schema !== null && '_def' in schema)
      throw new KernelFault('schema_refused', 'a schema of zod 3: install zod 4');
    throw new KernelFault(
      'schema_refused',
      'neither a zod schema nor a standard schema with its JSON Schema',
    );
  }
  return freeze({
    jsonSchema: plainSchema(schema.jsonSchema),
    validate: foreignValidator(schema),
  });
}
