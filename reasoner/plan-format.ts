/**
 * The JSON Schema of a plan for one planner context: names are narrowed to those that the context
 * offers.
 */
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type PlannerContext,
  planJsonSchema,
} from '../schemas/index.js';

/** By kind of step or reference: the property that names something, and what it may name. */
type Names = Readonly<Record<string, { readonly key: string; readonly names: readonly string[] }>>;

/**
 * Narrows the schema of the plan, maps included, to the tools, schemas, facts and capabilities of a
 * context. It helps a model that decodes under a schema; the kernel verifies the plan all the same.
 */
export function planFormat(context: PlannerContext): object {
  const tool = { key: 'tool', names: context.tools.map(({ name }) => name) };
  const names: Names = {
    tool,
    when: tool,
    q_parse: { key: 'schema_ref', names: context.schemas.map((schema) => schema.name) },
    fact: { key: 'name', names: context.facts.map((fact) => fact.name) },
    subkernel: { key: 'grant', names: context.grant },
  };
  return narrow(planJsonSchema() as JsonObject, names) as JsonObject;
}

function narrow(schema: Json, names: Names): Json {
  if (isJsonList(schema)) return schema.map((item) => narrow(item, names));
  if (!isJsonObject(schema)) return schema;
  const copy: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) copy[key] = narrow(value, names);
  const properties = copy['properties'];
  if (properties !== undefined && isJsonObject(properties)) {
    copy['properties'] = narrowProperties(properties, names);
  }
  return copy;
}

function narrowProperties(properties: JsonObject, names: Names): JsonObject {
  const kind = properties['kind'];
  const value = kind !== undefined && isJsonObject(kind) ? kind['const'] : undefined;
  if (typeof value !== 'string' || !Object.hasOwn(names, value)) return properties;
  const slot = names[value];
  // An empty enum is no schema: with nothing to offer the name stays open, and the kernel refuses
  // it.
  if (slot === undefined || slot.names.length === 0) return properties;
  const old = properties[slot.key];
  const one: JsonObject = { type: 'string', enum: slot.names };
  const isList = old !== undefined && isJsonObject(old) && old['type'] === 'array';
  return { ...properties, [slot.key]: isList ? { ...old, items: one } : one };
}
