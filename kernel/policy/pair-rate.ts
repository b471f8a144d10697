/**
 * How often one agent may speak to another: at most ten times in any minute, each direction by
 * itself (behaviour G-51). It remembers a bounded number of pairs; where it cannot remember, it
 * refuses.
 */
import { isName } from '../../schemas/index.js';
import { freeze, isFinite } from '../primordials.js';

export const PAIR_LIMIT = 10;
export const PAIR_WINDOW_MS = 60_000;
const MAX_PAIRS = 10_000;

export interface PairRate {
  /**
   * Asks whether a message may go now, and counts it if so; one that is refused does not count, and
   * neither agent may be without a name. `now` is in milliseconds. Time does not run backwards: an
   * earlier instant counts as the latest that was seen.
   */
  readonly admits: (from: string, to: string, now: number) => boolean;
}

/** Makes a record of who spoke to whom; empty. `maxPairs`: how many pairs it holds in a minute. */
export function makePairRate({ maxPairs = MAX_PAIRS }: { maxPairs?: number } = {}): PairRate {
  /** When each pair spoke, oldest first; the pair that spoke last stands last. */
  const spoken = new Map<string, readonly number[]>();
  let latest = Number.NEGATIVE_INFINITY;

  function forget(): void {
    for (const [pair, times] of spoken) {
      if (isRecent(times.at(-1))) return;
      spoken.delete(pair);
    }
  }

  function isRecent(time: number | undefined): boolean {
    return time !== undefined && latest - time < PAIR_WINDOW_MS;
  }

  return freeze({
    admits(from, to, now) {
      if (!isFinite(now) || !isName(from) || !isName(to)) return false;
      latest = Math.max(latest, now);
      forget();
      const pair = `${from} ${to}`;
      const times = (spoken.get(pair) ?? []).filter(isRecent);
      if (times.length >= PAIR_LIMIT) return false;
      if (!spoken.has(pair) && spoken.size >= maxPairs) return false;
      spoken.delete(pair);
      spoken.set(pair, [...times, latest]);
      return true;
    },
  });
}
