/**
 * One copy of own data properties into deep-frozen, null-prototype plain JSON, so that what was
 * checked is what runs. Upholds INV-H1 to INV-H4. Getters, symbols, functions, cycles, exotic
 * objects and reserved keys are refused; a proxy is read once through its descriptors and never
 * again. Trusts nothing about the value.
 */
import { type Code, isReservedKey, type Json } from '../../schemas/index.js';
import {
  createRecord,
  freeze,
  hasOwn,
  isFinite,
  isList,
  isWellFormed,
  listPrototype,
  objectPrototype,
  ownDescriptor,
  ownKeys,
  prototypeOf,
} from '../primordials.js';

export interface SnapshotBounds {
  readonly maxDepth: number;
  /** Values of any kind, keys not counted. */
  readonly maxNodes: number;
  /** UTF-16 code units of all strings and keys. */
  readonly maxChars: number;
}

export const defaultBounds: SnapshotBounds = freeze({
  maxDepth: 64,
  maxNodes: 1_000_000,
  maxChars: 16_777_216,
});

/** A value that cannot become plain data; the message says what, never the value. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
  readonly code: Code;
  readonly #own = true;
  constructor(code: 'snapshot_refused' | 'snapshot_too_large', what: string) {
    super(what);
    this.code = code;
  }

  /** Asks without running code of the error, which a trap of the value may have thrown. */
  static isOwn(error: unknown): error is SnapshotRefused {
    return typeof error === 'object' && error !== null && #own in error;
  }
}

interface Budget {
  nodes: number;
  chars: number;
  readonly maxDepth: number;
}

function refuse(what: string): never {
  throw new SnapshotRefused('snapshot_refused', what);
}

/**
 * Copies a value into frozen plain JSON; an undefined property is absent and -0 becomes 0.
 * @throws SnapshotRefused `snapshot_refused` or `snapshot_too_large`
 */
export function snapshot(value: unknown, bounds: SnapshotBounds = defaultBounds): Json {
  const budget = { nodes: bounds.maxNodes, chars: bounds.maxChars, maxDepth: bounds.maxDepth };
  try {
    return copy(value, 0, budget);
  } catch (error) {
    // A proxy's trap may throw whatever it likes, and a revoked one always does.
    if (SnapshotRefused.isOwn(error)) throw error;
    return refuse('an object that cannot be read');
  }
}

function copy(value: unknown, depth: number, budget: Budget): Json {
  budget.nodes -= 1;
  if (budget.nodes < 0) throw new SnapshotRefused('snapshot_too_large', 'too many values');
  switch (typeof value) {
    case 'string':
      return text(value, budget);
    case 'number':
      if (!isFinite(value)) refuse('a number that is not finite');
      return value === 0 ? 0 : value;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      // INV-H4: bounded, so that a check comes to an end.
      if (depth >= budget.maxDepth) {
        throw new SnapshotRefused('snapshot_too_large', 'nested too deeply, or a cycle');
      }
      return isList(value) ? copyList(value, depth, budget) : copyRecord(value, depth, budget);
    default:
      return refuse(`a ${typeof value}`);
  }
}

function text(value: string, budget: Budget): string {
  budget.chars -= value.length;
  if (budget.chars < 0) throw new SnapshotRefused('snapshot_too_large', 'too much text');
  if (!isWellFormed(value)) refuse('text with a lone surrogate');
  return value;
}

/** Reads one own data property, once. */
function dataOf(holder: object, key: string): unknown {
  const descriptor = ownDescriptor(holder, key);
  if (descriptor === undefined) return undefined;
  if (!hasOwn(descriptor, 'value')) refuse('a getter or setter');
  return descriptor.value;
}

function copyList(value: readonly unknown[], depth: number, budget: Budget): Json {
  if (prototypeOf(value) !== listPrototype) refuse('a list with a foreign prototype');
  const length = dataOf(value, 'length');
  if (typeof length !== 'number' || length > budget.nodes) {
    throw new SnapshotRefused('snapshot_too_large', 'too many items');
  }
  if (ownKeys(value).length !== length + 1) refuse('a list with holes or extra keys');
  const out: Json[] = [];
  for (let i = 0; i < length; i += 1) {
    const item = dataOf(value, `${i}`);
    if (item === undefined) refuse('undefined or a hole in a list');
    out[i] = copy(item, depth + 1, budget);
    // A setter on the prototype of lists would have swallowed it.
    if (!hasOwn(out, i)) refuse('a list whose prototype has items');
  }
  return freeze(out);
}

function copyRecord(value: object, depth: number, budget: Budget): Json {
  const prototype = prototypeOf(value);
  if (prototype !== objectPrototype && prototype !== null)
    refuse('an object that is not plain data');
  // INV-H2: no prototype to inherit a field from.
  const out: Record<string, Json> = createRecord();
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i];
    if (typeof key !== 'string') refuse('a symbol key');
    const descriptor = ownDescriptor(value, key);
    if (descriptor === undefined || !descriptor.enumerable) refuse('a hidden property');
    // INV-H3: no key reaches a prototype.
    if (isReservedKey(key)) refuse('a reserved key');
    // INV-H1: read once, as data; no code of the value runs.
    const data = hasOwn(descriptor, 'value') ? descriptor.value : refuse('a getter or setter');
    if (data === undefined) continue;
    text(key, budget);
    out[key] = copy(data, depth + 1, budget);
  }
  return freeze(out);
}

/** The same, or undefined where the value is no plain data, or too much of it. */
export function snapshotOrNone(
  value: unknown,
  bounds: SnapshotBounds = defaultBounds,
): Json | undefined {
  try {
    return snapshot(value, bounds);
  } catch (error) {
    if (error instanceof SnapshotRefused) return undefined;
    throw error;
  }
}
