/**
 * The field names that a JSON Schema gives to a record, whichever of its branches holds. Any other
 * key of such a record may be content. Pure.
 */
type Schema = Readonly<Record<string, unknown>>;

const BRANCHES: readonly string[] = Object.freeze(['anyOf', 'oneOf', 'allOf']);
const IN_DEFINITIONS = '#/$defs/';

function asSchema(value: unknown): Schema | null {
  return typeof value === 'object' && value !== null ? (value as Schema) : null;
}

/** Collects the names of the fields that the schema itself or one of its branches declares. */
export function fieldNames(schema: object): readonly string[] {
  const root = schema as Schema;
  const names = new Set<string>();
  const seen = new Set<Schema>();
  const visit = (value: unknown): void => {
    const part = asSchema(value);
    if (part === null || seen.has(part)) return;
    seen.add(part);
    for (const name of Object.keys(asSchema(part['properties']) ?? {})) names.add(name);
    for (const key of BRANCHES) if (Array.isArray(part[key])) part[key].forEach(visit);
    visit(referred(root, part['$ref']));
  };
  visit(root);
  return [...names];
}

function referred(root: Schema, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith(IN_DEFINITIONS)) return undefined;
  return asSchema(root['$defs'])?.[reference.slice(IN_DEFINITIONS.length)];
}
