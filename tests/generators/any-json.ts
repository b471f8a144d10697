/** Small JSON values with awkward keys: what pointers escape, what looks like an index. */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import type { Json } from '../../schemas/index.js';

const KEYS = ['a', 'b', 'id', 'text', '', '0', '*', 'a/b', '~1', 'length', 'toJSON', 'é'];
const SCALARS: readonly Json[] = [
  ...['', 'a', 'b', 'bob@example.com', '../x', 'é', 'e\u0301', '😀', '"', '\u2028'],
  ...[0, 1, -1, 0.1, 1e21, 2 ** 53, 1e-7, true, false, null],
];

/** Draws a value nested at most so deep. */
export function drawJson(draws: Draws, depth = 3): Json {
  const kind = depth === 0 ? 0 : draws.below(4);
  if (kind < 2) return draws.pick(SCALARS);
  if (kind === 2) return draws.list(3, () => drawJson(draws, depth - 1));
  return Object.fromEntries(draws.list(3, () => [draws.pick(KEYS), drawJson(draws, depth - 1)]));
}

export const anyJson: fc.Arbitrary<Json> = drawn(60, (draws) => drawJson(draws));
