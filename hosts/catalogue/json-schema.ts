/**
 * JSON Schemas of manifests as validators. Only keywords are taken that zod expresses wholly, where
 * it expresses them: what it would pass over in silence is refused when the executor is loaded.
 */
import { z } from 'zod';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import { HostError } from '../errors.js';

const SCALARS = ['string', 'number', 'integer', 'boolean', 'null'];
const FORMATS = ['email', 'uri', 'uuid', 'date', 'time', 'date-time', 'duration', 'hostname'];
const NOTES = ['title', 'description', 'default', 'examples'];
const NUMBER = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** What may stand beside `type`, by type. */
const BESIDE: Readonly<Record<string, readonly string[]>> = Object.freeze({
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: NUMBER,
  integer: NUMBER,
  boolean: [],
  null: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
});
const NUMERIC = [...NUMBER, 'minLength', 'maxLength', 'minItems', 'maxItems'];

/**
 * Makes the validator of a JSON Schema; planners are shown the schema as it is written.
 * @throws HostError `manifest_malformed` for a keyword that could not be enforced, and for objects
 * that let unknown keys through
 */
export function validatorOf(schema: JsonObject, place: string): z.ZodType {
  assertNode(schema, place);
  const made = compiled(schema, place);
  // What zod would write of its own validator differs in words, such as patterns of formats.
  made._zod.toJSONSchema = () => structuredClone(schema);
  return made;
}

function compiled(schema: JsonObject, place: string): z.ZodType {
  try {
    return z.fromJSONSchema(structuredClone(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (cause) {
    throw misfit(place, 'is no JSON Schema that can be enforced', cause);
  }
}

function misfit(place: string, what: string, cause?: unknown): HostError {
  return new HostError('manifest_malformed', `\`${place}\` ${what}`, { cause });
}

function assertNode(node: Json | undefined, place: string): asserts node is JsonObject {
  if (node === undefined || !isJsonObject(node)) throw misfit(place, 'must be a JSON Schema');
  if (node['anyOf'] !== undefined) assertChoice(node, place);
  else if (node['enum'] !== undefined || node['const'] !== undefined) assertValues(node, place);
  else assertTyped(node, place);
  assertDefault(node, place);
}

function assertKeys(node: JsonObject, allowed: readonly string[], place: string): void {
  const other = Object.keys(node).find((key) => !allowed.includes(key) && !NOTES.includes(key));
  if (other === undefined) return;
  throw misfit(place, `has \`${other.slice(0, 64)}\`: use ${allowed.join(', ')}`);
}

function assertChoice(node: JsonObject, place: string): void {
  assertKeys(node, ['anyOf'], place);
  const list = node['anyOf'] ?? null;
  if (!isJsonList(list) || list.length === 0) throw misfit(`${place}/anyOf`, 'must be a list');
  list.forEach((one, index) => {
    assertNode(one, `${place}/anyOf/${index}`);
  });
}

/** Beside the values zod looks at nothing, so they must fit the rest themselves. */
function assertValues(node: JsonObject, place: string): void {
  const key = node['enum'] === undefined ? 'const' : 'enum';
  const { [key]: given = null, default: _, ...rest } = node;
  const values = key === 'const' ? [given] : given;
  if (!isJsonList(values) || values.length === 0) throw misfit(`${place}/enum`, 'must be a list');
  if (rest['type'] === undefined) assertKeys(rest, [key, 'type'], place);
  else assertTyped(rest, place);
  const around = compiled(rest, place);
  for (const value of values) {
    if (typeof value === 'object') throw misfit(`${place}/${key}`, 'holds something not scalar');
    if (!around.safeParse(value).success)
      throw misfit(`${place}/${key}`, 'holds what does not fit the rest');
  }
}

function assertTyped(node: JsonObject, place: string): void {
  const { type = null } = node;
  const types = isJsonList(type) ? type : [type];
  const isMixed = types.length > 1;
  const allowed = types.flatMap((one) => {
    const beside = typeof one === 'string' ? BESIDE[one] : undefined;
    if (beside === undefined || (isMixed && !SCALARS.includes(String(one))))
      throw misfit(`${place}/type`, `must be one of ${Object.keys(BESIDE).join(', ')}`);
    return beside;
  });
  assertKeys(node, ['type', ...allowed], place);
  for (const key of NUMERIC) {
    if (node[key] !== undefined && typeof node[key] !== 'number')
      throw misfit(`${place}/${key}`, 'must be a number');
  }
  if (types.includes('string')) assertText(node, place);
  if (type === 'array') assertNode(node['items'], `${place}/items`);
  if (type === 'object') assertClosed(node, place);
}

function assertText({ pattern = '', format }: JsonObject, place: string): void {
  if (typeof pattern !== 'string') throw misfit(`${place}/pattern`, 'must be a text');
  if (format === undefined || (typeof format === 'string' && FORMATS.includes(format))) return;
  throw misfit(`${place}/format`, `must be one of ${FORMATS.join(', ')}`);
}

/** Named fields and no others, or values of one schema under any key. */
function assertClosed(node: JsonObject, place: string): void {
  const { properties, required = [], additionalProperties: rest } = node;
  const fields = properties ?? {};
  if (!isJsonObject(fields)) throw misfit(`${place}/properties`, 'must be a table');
  if (rest !== false)
    throw misfit(place, 'lets unknown keys through: say `additionalProperties = false`');
  if (!isJsonList(required)) throw misfit(`${place}/required`, 'must be a list');
  for (const name of required) {
    if (typeof name === 'string' && Object.hasOwn(fields, name)) continue;
    throw misfit(`${place}/required`, 'names what `properties` does not have');
  }
  for (const [name, field] of Object.entries(fields)) assertNode(field, `${place}/${name}`);
}

/** A default is put in unchecked: it must fit. */
function assertDefault(node: JsonObject, place: string): void {
  const { default: given, ...rest } = node;
  if (given === undefined || compiled(rest, place).safeParse(given).success) return;
  throw misfit(`${place}/default`, 'does not fit its own schema');
}
