/** Whether two runs touch the same. */
import { criticalPart } from './critical-part.js';
import { isEffectCall } from './deeds.js';
import type { Played } from './play.js';
import { ensure } from './violation.js';

/** What of the effects of a run decides who, where or what is touched. */
function effectsOf({ calls }: Played): readonly string[] {
  return calls.filter(isEffectCall).map((call) => JSON.stringify(criticalPart(call)));
}

/**
 * Requires that two runs touch the same, until one of them is refused.
 * @returns whether they touch anything
 * @throws Violation
 */
export function sameEffects(one: Played, other: Played): boolean {
  const [left, right] = [effectsOf(one), effectsOf(other)];
  const common = Math.min(left.length, right.length);
  for (let i = 0; i < common; i += 1)
    ensure(left[i] === right[i], `effect ${i + 1} is \`${left[i]}\` or \`${right[i]}\``);
  const shorter = left.length < right.length ? one : other;
  const isRefused = shorter.ending.status !== 'committed';
  ensure(left.length === right.length || isRefused, 'outsiders decided whether an effect came');
  return common > 0;
}
