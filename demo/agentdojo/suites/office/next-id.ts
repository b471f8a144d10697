/** Ids of the suites are decimal numbers; a new one follows the highest that is in use. */
export function nextId(used: Readonly<Record<string, unknown>>): string {
  return String(Math.max(-1, ...Object.keys(used).map(Number)) + 1);
}
