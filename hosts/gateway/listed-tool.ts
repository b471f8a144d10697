/**
 * A tool as the client is shown it: the server's words made visible, our own annotations. Where
 * results are kept, each argument may be the name of one: a client that writes by the schema, as
 * models under constrained decoding do, could not pass it on otherwise.
 */
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { OfferedTool } from './server-tool.js';

/** `{"$value": "v1", "path": "content.0.text"}`, as the kernel reads it of a client. */
const KEPT = Object.freeze({
  type: 'object',
  description: 'a result that is kept, or with `path` a part of it',
  properties: { $value: { type: 'string' }, path: { type: 'string' } },
  required: ['$value'],
  additionalProperties: false,
});

/** A tool as it is listed; with `handles` its arguments may be references. */
export function listedTool(
  { name, tool, isStructured }: OfferedTool,
  results: 'values' | 'handles',
): ListedTool {
  const { spec, input, output } = tool.definition;
  const { description } = spec;
  const annotations = { readOnlyHint: spec.effect === 'read', destructiveHint: spec.commit };
  const inputSchema = input.jsonSchema as ListedTool['inputSchema'];
  if (results === 'handles')
    return { name, description, inputSchema: withReferences(inputSchema), annotations };
  if (!isStructured) return { name, description, inputSchema, annotations };
  const { properties = {} } = output.jsonSchema as { properties?: Record<string, unknown> };
  const outputSchema = structuredSchema(properties['structured']);
  if (outputSchema === null) return { name, description, inputSchema, annotations };
  return { name, description, inputSchema, outputSchema, annotations };
}

/** The same input, where each argument as a whole may be a reference. */
function withReferences(schema: ListedTool['inputSchema']): ListedTool['inputSchema'] {
  const fields = Object.entries(schema.properties ?? {});
  const properties = fields.map(([key, own]) => [key, { anyOf: [own, KEPT] }] as const);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The schema of structured content, out of one that allows for its absence. */
function structuredSchema(schema: unknown): NonNullable<ListedTool['outputSchema']> | null {
  const { anyOf = [] } = (schema ?? {}) as { anyOf?: readonly { type?: unknown }[] };
  const [found] = anyOf.filter(({ type }) => type === 'object');
  return (found as NonNullable<ListedTool['outputSchema']> | undefined) ?? null;
}
