/**
 * How much a closed JSON Schema can carry, in bits; what is not closed carries infinitely much.
 */
import {
  isJsonList,
  type Json,
  type Pointer,
  pointerSegments,
  sameJson,
} from '../../schemas/index.js';
import { hasOwn } from '../primordials.js';

/** What bounds the choices of a value, whatever is in the content that it depends on. */
export type ValueCapacity =
  | { readonly kind: 'bits'; readonly bits: number }
  /** A parser filled this JSON Schema. */
  | { readonly kind: 'schema'; readonly schema: object }
  /** A record that the plan put together: bits of each field. */
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, number>> };

type Schema = Readonly<Record<string, unknown>>;

function asSchema(value: unknown): Schema | null {
  return typeof value === 'object' && value !== null ? (value as Schema) : null;
}

/**
 * Bits that the value at a pointer can carry, given the JSON Schema of the whole; `Infinity` if it
 * is open.
 */
export function capacityBits(schema: object, pointer: Pointer): number {
  let at: Schema | null = schema as Schema;
  for (const segment of pointerSegments(pointer)) at = fieldOf(at, segment);
  return at === null ? Number.POSITIVE_INFINITY : Math.log2(choices(at));
}

/**
 * Bits that a scalar can carry which a schema was filled with: `Infinity` if the schema is open, or
 * does not list the value itself: what a schema does to a value need not be in its JSON Schema.
 */
export function memberBits(schema: object, value: Json): number {
  const at = schema as Schema;
  // Equal records may have their keys in any order, which can be read off them.
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar && isMember(at, value) ? Math.log2(choices(at)) : Number.POSITIVE_INFINITY;
}

/** The schema of a part of a container; null if it says nothing of that part. */
export function partSchema(schema: object, container: Json, part: string): object | null {
  const at = schema as Schema;
  if (!isJsonList(container)) return fieldOf(at, part);
  return 'prefixItems' in at ? null : asSchema(at['items']);
}

function fieldOf(schema: Schema | null, name: string): Schema | null {
  const fields = asSchema(schema?.['properties']);
  return fields !== null && hasOwn(fields, name) ? asSchema(fields[name]) : null;
}

/** Number of distinct values that a closed schema admits. */
function choices(schema: Schema): number {
  if ('const' in schema) return 1;
  const options = schema['enum'];
  if (Array.isArray(options)) return options.length;
  if (schema['type'] === 'boolean') return 2;
  if (schema['type'] === 'null') return 1;
  const { minimum, maximum } = schema as { readonly minimum?: unknown; readonly maximum?: unknown };
  if (schema['type'] === 'integer' && typeof minimum === 'number' && typeof maximum === 'number') {
    return Math.max(1, Math.floor(maximum) - Math.ceil(minimum) + 1);
  }
  const any = schema['anyOf'];
  if (Array.isArray(any)) {
    return any.reduce((sum: number, option) => {
      const inner = asSchema(option);
      return sum + (inner === null ? Number.POSITIVE_INFINITY : choices(inner));
    }, 0);
  }
  return Number.POSITIVE_INFINITY;
}

/** Asks whether a value is one of those that `choices` counts. */
function isMember(schema: Schema, value: Json): boolean {
  if ('const' in schema) return sameJson(schema['const'] as Json, value);
  const options = schema['enum'];
  if (Array.isArray(options)) return options.some((option: Json) => sameJson(option, value));
  if (schema['type'] === 'boolean') return typeof value === 'boolean';
  if (schema['type'] === 'null') return value === null;
  if (schema['type'] === 'integer') return isWithin(schema, value);
  const any = schema['anyOf'];
  return Array.isArray(any) && any.some((option) => isMemberOf(asSchema(option), value));
}

function isMemberOf(schema: Schema | null, value: Json): boolean {
  return schema !== null && isMember(schema, value);
}

function isWithin({ minimum, maximum }: Schema, value: Json): boolean {
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return false;
  return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
}
