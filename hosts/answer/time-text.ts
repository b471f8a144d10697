/** An instant as text, or `?` for what is none. `at`: milliseconds since the epoch. */
export function timeText(at: number | null): string {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString();
}
