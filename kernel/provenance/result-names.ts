/**
 * Principals that a result names in another field, and whether the host vouches for a field of one
 * item. `*` in a pointer takes the keys of the place that is labelled. Upholds INV-P26.
 */
import {
  type ItemCondition,
  isJsonList,
  isJsonObject,
  type Json,
  pointerSegments,
  type ResultSpec,
} from '../../schemas/index.js';
import { partOf } from '../compute/path.js';
import { type PatternNode, patternFor } from '../tools/pattern.js';
import { emailPrincipal, namedPrincipal, namedReaders } from './recipients.js';

/** A result and what is declared of it. */
export interface DeclaredResult {
  readonly principal: string;
  readonly root: Json;
  readonly rootPattern: PatternNode<ResultSpec>;
}

/** How a declaration computes principals. */
export interface ComputedNames {
  readonly from: string;
  readonly parse: 'email' | 'principal';
  readonly keys?: true | undefined;
}

export interface NamedPrincipals {
  readonly names: readonly string[];
  /** Whether the field is there and all that it holds could be read. */
  readonly isWhole: boolean;
  readonly isMinted: boolean;
}

interface Place {
  readonly value: Json | undefined;
  readonly node: PatternNode<ResultSpec> | null;
  readonly keys: readonly string[];
}

function placeOf(from: string, result: DeclaredResult, keys: readonly string[]): Place {
  let value: Json | undefined = result.root;
  let node: PatternNode<ResultSpec> | null = result.rootPattern;
  const taken: string[] = [];
  for (const [i, segment] of pointerSegments(from).entries()) {
    const key = segment === '*' ? (keys[i] ?? '') : segment;
    node = patternFor(node, key);
    // A `*` with no place of its own names no item, not the first one.
    value = value === undefined ? undefined : partOf(value, key);
    taken.push(key);
  }
  return { value, node, keys: taken };
}

/** Asks whether the host mints a field at this place. */
export function isMintedAt(
  spec: ResultSpec | null,
  result: DeclaredResult,
  keys: readonly string[],
): boolean {
  if (spec?.minted === undefined) return false;
  // INV-P26: what decides that the host vouches is itself the host's.
  return spec.mintedWhere === undefined || holds(spec.mintedWhere, result, keys);
}

function holds(condition: ItemCondition, result: DeclaredResult, keys: readonly string[]): boolean {
  const { value, node } = placeOf(condition.from, result, keys);
  const spec = node?.spec;
  if (value === undefined || spec?.minted === undefined || spec.mintedWhere !== undefined)
    return false;
  if ('equals' in condition) return condition.equals.includes(value as string | boolean);
  const name = condition.user === 'email' ? emailPrincipal(value) : namedPrincipal(value);
  const own = namedReaders(['user'], result.principal);
  return name !== null && own.includes(name);
}

/** Reads principals out of another field. */
export function namesFrom(
  computed: ComputedNames,
  result: DeclaredResult,
  keys: readonly string[],
): NamedPrincipals {
  const { value, node, keys: at } = placeOf(computed.from, result, keys);
  const items = computed.keys === true ? keysOf(value) : itemsOf(value);
  const parse = computed.parse === 'email' ? emailPrincipal : namedPrincipal;
  const names = items.map(parse).filter((name) => name !== null);
  const isMinted =
    isMintedAt(node?.spec ?? null, result, at) &&
    (computed.keys === true ||
      node?.isLeaf === true ||
      isMintedAt(node?.star?.spec ?? null, result, at));
  const isWhole = value !== undefined && names.length === items.length;
  return { names: [...new Set(names)].sort(), isWhole, isMinted };
}

function keysOf(value: Json | undefined): readonly Json[] {
  return value !== undefined && isJsonObject(value) ? Object.keys(value) : [];
}

function itemsOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isJsonList(value) ? value : [value];
}
