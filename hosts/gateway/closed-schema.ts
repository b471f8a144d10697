/**
 * A server's JSON Schema as one that can be enforced: objects without a word about other keys take
 * none, and notes that check nothing are left out, patterns too. What says more than that is left
 * as it is, for `validatorOf` to take or refuse. Words for a reader hide nothing. Pure.
 */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import { shownText } from './definition.js';

/** Keys that say nothing of which values fit, or nothing that is checked here. */
const NOTES = new Set([
  '$schema',
  '$id',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'enumNames',
  // With a pattern and a text of its choice a server could hold up the process. It checks its own.
  'pattern',
]);
/** Formats that are checked; any other is a note by the standard. */
const FORMATS = ['email', 'uri', 'uuid', 'date', 'time', 'date-time', 'duration', 'hostname'];

/** Closes a schema, and every schema in it. */
export function closedSchema(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (NOTES.has(key)) continue;
    if (key === 'format' && !FORMATS.includes(String(value))) continue;
    out[key] = inside(key, value);
  }
  if (out['type'] === undefined && out['properties'] !== undefined) out['type'] = 'object';
  if (out['type'] === 'object') close(out);
  return asChoice(out);
}

function inside(key: string, value: Json): Json {
  if ((key === 'title' || key === 'description') && typeof value === 'string')
    return shownText(value);
  if (key === 'items') return closedSchema(value);
  if ((key === 'anyOf' || key === 'oneOf') && isJsonList(value)) return value.map(closedSchema);
  if (key !== 'properties' || !isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, closedSchema(field)]);
  return Object.fromEntries(fields) as JsonObject;
}

function close(node: Record<string, Json>): void {
  node['properties'] ??= {};
  node['additionalProperties'] ??= false;
}

/** Of values that exclude each other, one of them and any of them are the same. */
function asChoice(node: Record<string, Json>): Json {
  const { oneOf, type: _, ...rest } = node;
  if (oneOf === undefined || !isJsonList(oneOf)) return node;
  const values = oneOf.map((one) => (isJsonObject(one) ? one['const'] : undefined));
  if (values.some((value) => value === undefined || typeof value === 'object')) return node;
  return { ...rest, enum: values as Json[] };
}
