/** The patterns of one dimension of a rule, together (behaviour G-22, G-25, G-29). */
import type { Pattern, Strictness } from './pattern.js';

/**
 * A value is in a list if a positive pattern matches (or there is none) and no negation does.
 * A negation takes out: it is compared the other way, so that the whole list matches loosely at
 * least what it matches exactly. An empty list holds everything.
 */
export function inList(patterns: readonly Pattern[], value: string, how: Strictness): boolean {
  const other: Strictness = how === 'exact' ? 'loose' : 'exact';
  let isIn = patterns.every((pattern) => pattern.isNegation);
  for (const pattern of patterns) {
    if (pattern.isNegation) {
      if (pattern.matches(value, other)) return false;
    } else isIn ||= pattern.matches(value, how);
  }
  return isIn;
}
