/**
 * How much a field of a JSON Schema can carry, in bits; what is not closed carries infinitely much.
 */
import type { Pointer } from '../../schemas/index.js';
import { pointerSegments } from '../../schemas/index.js';

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
  for (const segment of pointerSegments(pointer)) {
    const fields: Schema | null = asSchema(at?.['properties']);
    at = fields !== null && Object.hasOwn(fields, segment) ? asSchema(fields[segment]) : null;
  }
  return at === null ? Number.POSITIVE_INFINITY : Math.log2(choices(at));
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
