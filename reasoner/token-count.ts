/** A count of tokens as a provider tells it: a whole number from 0 on, or null. */
export function tokenCount(tokens: unknown): number | null {
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}
