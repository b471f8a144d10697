/** Which call of a reply counts, and its arguments by name. */
import type { AskedCall } from '../conversation.js';
import type { TurnArgument } from './turn-outcome.js';

/** The last call that has arguments, else the last: one call a step (behaviour T-8). */
export function chosenOf(calls: readonly AskedCall[]): AskedCall | null {
  const filled = calls.filter(({ args }) => argumentsOf(args).length > 0);
  return filled.at(-1) ?? calls.at(-1) ?? null;
}

/** The arguments of a call as the model wrote them; none where they are no JSON object. */
export function argumentsOf(args: unknown): readonly TurnArgument[] {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return [];
  return Object.entries(args).map(([name, value]) => ({ name, value }));
}
