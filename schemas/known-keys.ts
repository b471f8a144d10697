/**
 * Keys of options that a host wrote: a misspelt one would be an option that does nothing, so it is
 * named together with the names that were perhaps meant. Pure.
 */

/** Longer keys are shown by their beginning. */
const MAX_SHOWN = 64;
const MAX_NEAR = 2;

/**
 * Names the first own key that is not among `known`, and what it may have been meant to be; null if
 * each is known.
 */
export function unknownKey(given: object, known: readonly string[]): string | null {
  const key = Object.keys(given).find((name) => !known.includes(name));
  if (key === undefined) return null;
  const hint = nearHint(key, known) ?? `known are ${known.map(quoted).join(', ')}`;
  return `unknown key \`${key.slice(0, MAX_SHOWN)}\`: ${hint}`;
}

/** Asks whether a name was meant that is a few letters away from a key; null if there is none. */
export function nearHint(key: string, known: readonly string[]): string | null {
  const near = nearNames(key, known);
  return near.length === 0 ? null : `did you mean ${near.map(quoted).join(' or ')}?`;
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** Nearest first. */
function nearNames(key: string, known: readonly string[]): readonly string[] {
  const text = key.slice(0, MAX_SHOWN).toLowerCase();
  const bound = text.length < 4 ? 1 : Math.max(2, Math.min(3, Math.floor(text.length / 3)));
  return known
    .map((name) => ({ name, distance: distanceOf(text, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= bound)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR)
    .map(({ name }) => name);
}

/** How many letters have to be put in, taken out or changed. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
