/** Times of the calendar: given to the minute, kept to the second, without a zone. */
const GIVEN = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2}))?$/;

/**
 * The kept form of a time.
 * @throws Error if it is no time of the form `YYYY-MM-DD HH:MM`
 */
export function momentOf(given: string): string {
  const [, day, minute, second = '00'] = GIVEN.exec(given) ?? [];
  const kept = `${day}T${minute}:${second}`;
  if (day === undefined || Number.isNaN(Date.parse(`${kept}Z`))) {
    throw new Error(`a time is given as YYYY-MM-DD HH:MM`);
  }
  return kept;
}

/** The time that lies as long after `start` as `to` lies after `from`. */
export function movedEnd(start: string, from: string, to: string): string {
  const milliseconds = Date.parse(`${start}Z`) + Date.parse(`${to}Z`) - Date.parse(`${from}Z`);
  return new Date(milliseconds).toISOString().slice(0, 19);
}
