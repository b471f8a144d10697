/** The arguments of a call as a model gave them: plain JSON, or the text that was none. */
import { isReservedKey, type Json } from '../schemas/index.js';

/** What the arguments of one reply may take together. */
export interface ArgumentBudget {
  readonly maxDepth: number;
  nodes: number;
  chars: number;
}

/** Reads arguments that came as text. No text at all is a call without arguments. */
export function readArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An object as a model's history holds it: providers refuse a call with any other arguments. */
export function argumentsObject(args: unknown): Record<string, unknown> {
  const isRecord = typeof args === 'object' && args !== null && !Array.isArray(args);
  return isRecord ? { ...args } : {};
}

/**
 * A frozen copy of plain JSON within the budget, which it charges; `undefined` for anything else.
 * An object with a reserved key is anything else: it would have to be copied with care by everybody
 * that it comes to.
 */
export function plainCopy(value: unknown, budget: ArgumentBudget, depth = 0): Json | undefined {
  budget.nodes -= 1;
  if (typeof value === 'string') budget.chars -= value.length;
  if (budget.nodes < 0 || budget.chars < 0) return undefined;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || depth >= budget.maxDepth) return undefined;
  return Array.isArray(value)
    ? copyList(value, budget, depth + 1)
    : copyRecord(value, budget, depth + 1);
}

function copyList(
  list: readonly unknown[],
  budget: ArgumentBudget,
  depth: number,
): Json | undefined {
  const copied: Json[] = [];
  for (const item of list) {
    const one = plainCopy(item, budget, depth);
    if (one === undefined) return undefined;
    copied.push(one);
  }
  return Object.freeze(copied);
}

function copyRecord(record: object, budget: ArgumentBudget, depth: number): Json | undefined {
  const prototype: unknown = Object.getPrototypeOf(record);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(record)) {
    budget.chars -= key.length;
    const held = Object.getOwnPropertyDescriptor(record, key);
    if (held === undefined || !('value' in held) || isReservedKey(key)) return undefined;
    const one = plainCopy(held.value, budget, depth);
    if (one === undefined) return undefined;
    copied[key] = one;
  }
  return Object.freeze(copied);
}
