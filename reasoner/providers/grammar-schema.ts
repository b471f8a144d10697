/**
 * Rewrites a JSON Schema into the small part that grammar-based decoders compile: objects, lists,
 * enums and unions of alternatives. No references, since recursive ones are refused; no bounds and
 * patterns, since large repetitions are refused too. What the schema then no longer says, the
 * kernel checks on the answer.
 */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';

/** How often one definition may be unrolled inside itself. */
const MAX_UNROLL = 3;
/** Past this many nodes the rest of the schema is left open. */
const MAX_NODES = 20_000;

const ANYTHING: JsonObject = Object.freeze({
  anyOf: ['string', 'number', 'boolean', 'null', 'object', 'array'].map((type) => ({ type })),
});

interface Walk {
  readonly root: JsonObject;
  readonly open: readonly string[];
  readonly count: { nodes: number };
}

/**
 * The schema as a grammar can hold it. A recursive definition is unrolled three times and its
 * alternatives that would go deeper are left out; `undefined` if nothing of the schema ends within
 * that.
 */
export function grammarSchema(schema: object): object | undefined {
  const root = schema as JsonObject;
  return rewrite(root, { root, open: [], count: { nodes: 0 } });
}

function rewrite(schema: Json, walk: Walk): JsonObject | undefined {
  walk.count.nodes += 1;
  if (!isJsonObject(schema) || walk.count.nodes > MAX_NODES) return ANYTHING;
  const { $ref, type, anyOf = schema['oneOf'] } = schema;
  if (typeof $ref === 'string') return rewriteRef($ref, walk);
  if (anyOf !== undefined && isJsonList(anyOf)) return rewriteUnion(anyOf, walk);
  if (type !== undefined && isJsonList(type)) {
    return rewriteUnion(
      type.map((one) => ({ ...schema, type: one })),
      walk,
    );
  }
  if (schema['const'] !== undefined) return { enum: [schema['const']] };
  if (schema['enum'] !== undefined) return { enum: schema['enum'] };
  if (type === 'object' || schema['properties'] !== undefined) return rewriteObject(schema, walk);
  if (type === 'array') return rewriteList(schema, walk);
  return typeof type === 'string' ? { type } : ANYTHING;
}

function rewriteRef(ref: string, walk: Walk): JsonObject | undefined {
  if (walk.open.filter((other) => other === ref).length >= MAX_UNROLL) return undefined;
  const target = resolveRef(ref, walk.root);
  if (target === undefined) return ANYTHING;
  return rewrite(target, { ...walk, open: [...walk.open, ref] });
}

function resolveRef(ref: string, root: JsonObject): Json | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let found: Json | undefined = root;
  for (const raw of ref.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (found === undefined || !isJsonObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

function rewriteUnion(alternatives: readonly Json[], walk: Walk): JsonObject | undefined {
  const anyOf: JsonObject[] = [];
  for (const alternative of alternatives) {
    const rewritten = rewrite(alternative, walk);
    if (rewritten !== undefined) anyOf.push(rewritten);
  }
  return anyOf.length > 1 ? { anyOf } : anyOf[0];
}

function rewriteList(schema: JsonObject, walk: Walk): JsonObject | undefined {
  const { items, minItems } = schema;
  if (items === undefined || !isJsonObject(items)) return { type: 'array' };
  const rewritten = rewrite(items, walk);
  if (rewritten === undefined) return undefined;
  return { type: 'array', items: rewritten, ...(minItems === 1 ? { minItems } : {}) };
}

function rewriteObject(schema: JsonObject, walk: Walk): JsonObject | undefined {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const kept: Record<string, Json> = Object.create(null);
  const names = isJsonList(required) ? required : [];
  for (const [key, value] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const rewritten = rewrite(value, walk);
    if (rewritten !== undefined) kept[key] = rewritten;
    else if (names.includes(key)) return undefined;
  }
  // An object without any property is written without the keyword: an empty list of them does not
  // compile.
  const some = Object.keys(kept).length > 0;
  const shape: JsonObject = some
    ? { type: 'object', properties: kept, required: names }
    : { type: 'object' };
  if (additionalProperties === undefined || !isJsonObject(additionalProperties)) return shape;
  const rest = rewrite(additionalProperties, walk);
  return rest === undefined ? undefined : { ...shape, additionalProperties: rest };
}
