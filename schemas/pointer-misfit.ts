/**
 * Whether a value of a JSON Schema can have a part at a pointer. Says no only where the schema is
 * closed enough to know: a declaration for a part that never comes would silently declare nothing.
 * Pure.
 */
import { nearHint } from './known-keys.js';
import { type Pointer, pointerSegments } from './pointer.js';

type Schema = Readonly<Record<string, unknown>>;

const BRANCHES: readonly string[] = Object.freeze(['anyOf', 'oneOf', 'allOf']);
const SCALARS: readonly unknown[] = Object.freeze([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);
/** What can be a key. */
const KEY_KINDS: readonly unknown[] = Object.freeze(['string', 'number', 'integer']);
const IN_DEFINITIONS = '#/$defs/';

/** What one segment leads to: further schemas, and the names it could have been. */
interface Reached {
  readonly schemas: readonly unknown[];
  readonly names: readonly string[];
  /** Nobody knows what lies there. */
  readonly isOpen: boolean;
}

/**
 * Names the first segment of a pointer pattern that the schema has no place for, with the names
 * that were perhaps meant; null if the pointer fits, or nobody knows. `refusesUnnamed` says that a
 * record has no other keys than those the schema names, although the schema itself leaves it open.
 */
export function pointerMisfit(
  pointer: Pointer,
  root: object,
  { refusesUnnamed }: { readonly refusesUnnamed: boolean },
): string | null {
  const found = placesAt(pointer, root, refusesUnnamed);
  return typeof found === 'string' ? found : null;
}

/**
 * Asks whether a schema has one place at a pointer, and there a text or a number and nothing else.
 */
export function isScalarPlace(
  pointer: Pointer,
  root: object,
  { refusesUnnamed }: { readonly refusesUnnamed: boolean },
): boolean {
  const found = placesAt(pointer, root, refusesUnnamed);
  if (found === null || typeof found === 'string' || pointerSegments(pointer).includes('*'))
    return false;
  const kinds = found
    .flatMap((place) => flatten(place, root))
    .flatMap((part) => (isSchema(part) ? part['type'] : null));
  return kinds.every((kind) => KEY_KINDS.includes(kind));
}

/** The schemas at a pointer; a misfit in words; null where nobody knows. */
function placesAt(
  pointer: Pointer,
  root: object,
  refusesUnnamed: boolean,
): readonly unknown[] | string | null {
  let places: readonly unknown[] = [root];
  for (const segment of pointerSegments(pointer)) {
    const reached = places
      .flatMap((place) => flatten(place, root))
      .map((part) => next(part, segment, refusesUnnamed));
    if (reached.some(({ isOpen }) => isOpen)) return null;
    places = reached.flatMap(({ schemas }) => schemas).filter((place) => place !== false);
    if (places.length > 0) continue;
    const hint = nearHint(segment, [...new Set(reached.flatMap(({ names }) => names))]);
    return `\`${segment.slice(0, 64)}\`${hint === null ? '' : `: ${hint}`}`;
  }
  return places;
}

/** A schema and its branches, references followed. */
function flatten(schema: unknown, root: object): readonly unknown[] {
  const out: unknown[] = [];
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (seen.has(part)) return;
    seen.add(part);
    if (!isSchema(part)) out.push(part);
    else if (typeof part['$ref'] === 'string') visit(referred(part['$ref'], root));
    else {
      const branches = BRANCHES.map((key) => part[key]).filter((list) => Array.isArray(list));
      if (branches.length === 0) out.push(part);
      else {
        if ('properties' in part) out.push(part);
        for (const branch of branches.flat()) visit(branch);
      }
    }
  };
  visit(schema);
  return out;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function referred(reference: string, root: object): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith(IN_DEFINITIONS)) return true;
  const definitions = (root as Schema)['$defs'];
  return isSchema(definitions) ? definitions[reference.slice(IN_DEFINITIONS.length)] : true;
}

const open: Reached = Object.freeze({ schemas: [], names: [], isOpen: true });
const nothing: Reached = Object.freeze({ schemas: [], names: [], isOpen: false });

function next(schema: unknown, segment: string, refusesUnnamed: boolean): Reached {
  if (schema === false) return nothing;
  if (!isSchema(schema)) return open;
  const { type } = schema as { readonly type?: unknown };
  if (type === 'object') return field(schema, segment, refusesUnnamed);
  if (type === 'array') return item(schema, segment);
  return SCALARS.includes(type) ? nothing : open;
}

function field(schema: Schema, segment: string, refusesUnnamed: boolean): Reached {
  const {
    properties,
    additionalProperties: rest,
    patternProperties,
  } = schema as {
    readonly properties?: unknown;
    readonly additionalProperties?: unknown;
    readonly patternProperties?: unknown;
  };
  if (patternProperties !== undefined) return open;
  const fields = isSchema(properties) ? properties : {};
  const names = Object.keys(fields);
  const found = segment === '*' ? Object.values(fields) : own(fields, segment);
  if (isSchema(rest)) return { schemas: [...found, rest], names, isOpen: false };
  if (found.length > 0) return { schemas: found, names, isOpen: false };
  const isClosed = rest === false || (rest === undefined && names.length > 0 && refusesUnnamed);
  return isClosed ? { schemas: [], names, isOpen: false } : open;
}

function own(fields: Schema, name: string): readonly unknown[] {
  return Object.hasOwn(fields, name) ? [fields[name]] : [];
}

function item(schema: Schema, segment: string): Reached {
  if (segment !== '*' && !/^(?:0|[1-9][0-9]*)$/.test(segment)) return nothing;
  const { items, prefixItems } = schema as {
    readonly items?: unknown;
    readonly prefixItems?: unknown;
  };
  if (items === undefined) return open;
  return {
    schemas: [...(Array.isArray(prefixItems) ? prefixItems : []), items],
    names: [],
    isOpen: false,
  };
}
