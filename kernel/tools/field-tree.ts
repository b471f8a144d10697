/**
 * The names that a JSON Schema gives to the fields of a record, at every depth, whichever of its
 * branches holds. Any other key of such a record may be content. Pure.
 */
import { createRecord, freeze } from '../primordials.js';

/** What is named at one place of a value. */
export interface FieldNode {
  /** A frozen record without a prototype. */
  readonly fields: Readonly<Record<string, FieldNode>>;
  /** What is named inside the items of a list. */
  readonly items: FieldNode | null;
}

type Schema = Readonly<Record<string, unknown>>;

interface Growing {
  fields: Record<string, FieldNode>;
  items: FieldNode | null;
}

const BRANCHES: readonly string[] = Object.freeze(['anyOf', 'oneOf', 'allOf']);
const IN_DEFINITIONS = '#/$defs/';
const MAX_DEPTH = 16;

/** A place where nothing is named. */
export const noFields: FieldNode = freeze({ fields: freeze(createRecord()), items: null });

/** The same place with one more name. */
export function withField({ fields, items }: FieldNode, name: string): FieldNode {
  const more: Record<string, FieldNode> = createRecord();
  for (const known of Object.keys(fields)) more[known] = fields[known] ?? noFields;
  more[name] ??= noFields;
  return freeze({ fields: freeze(more), items });
}

/** Collects the names that a schema, or one of its branches, gives to fields. */
export function fieldTree(schema: object): FieldNode {
  return nodeOf([schema], schema as Schema, 0);
}

/** Names at one place: several branches may each say something of it. */
function nodeOf(parts: readonly unknown[], root: Schema, depth: number): FieldNode {
  // What nests without end names nothing further down: its keys count as content.
  if (depth > MAX_DEPTH) return noFields;
  const properties = new Map<string, unknown[]>();
  const items: unknown[] = [];
  const seen = new Set<Schema>();
  const visit = (value: unknown): void => {
    const part = asSchema(value);
    if (part === null || seen.has(part)) return;
    seen.add(part);
    for (const [name, field] of Object.entries(asSchema(part['properties']) ?? {})) {
      properties.set(name, [...(properties.get(name) ?? []), field]);
    }
    if (asSchema(part['items']) !== null) items.push(part['items']);
    for (const key of BRANCHES) if (Array.isArray(part[key])) part[key].forEach(visit);
    visit(referred(root, part['$ref']));
  };
  parts.forEach(visit);
  if (properties.size === 0 && items.length === 0) return noFields;
  const node: Growing = { fields: createRecord(), items: null };
  for (const [name, fields] of properties) node.fields[name] = nodeOf(fields, root, depth + 1);
  if (items.length > 0) node.items = nodeOf(items, root, depth + 1);
  return freeze({ fields: freeze(node.fields), items: node.items });
}

function asSchema(value: unknown): Schema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : null;
}

function referred(root: Schema, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith(IN_DEFINITIONS)) return undefined;
  return asSchema(root['$defs'])?.[reference.slice(IN_DEFINITIONS.length)];
}
