/**
 * Whether a value that was put together from snapshots is still within their bounds: parts may be
 * shared, so that few steps make what no memory holds. Upholds INV-H4.
 */
import { isJsonList, type Json } from '../../schemas/index.js';
import { defaultBounds } from './snapshot.js';

/** Asks whether a value is within the bounds; stops counting where they end. */
export function isBounded(value: Json): boolean {
  const left = { nodes: defaultBounds.maxNodes, chars: defaultBounds.maxChars };
  return fits(value, 0, left);
}

function fits(value: Json, depth: number, left: { nodes: number; chars: number }): boolean {
  left.nodes -= 1;
  if (left.nodes < 0) return false;
  if (typeof value === 'string') {
    left.chars -= value.length;
    return left.chars >= 0;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= defaultBounds.maxDepth) return false;
  if (isJsonList(value)) return value.every((item) => fits(item, depth + 1, left));
  for (const key in value) {
    left.chars -= key.length;
    if (!fits((value as Readonly<Record<string, Json>>)[key] as Json, depth + 1, left))
      return false;
  }
  return left.chars >= 0;
}
