/** Keeps what grows with a conversation within bounds. */

/** Forgets the oldest entries, as they were put in, until there are at most so many. */
export function forgetOldest(entries: Map<string, unknown>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}
