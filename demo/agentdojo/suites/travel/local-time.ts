/** Times as the agency writes them, without a zone: `2025-01-11T09:30:00`. Pure. */
const DAY_OR_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/;
const MS_PER_HOUR = 3_600_000;

/**
 * Reads a day, or a day and a time; a day alone begins at midnight.
 * @throws Error where the text is neither, or there is no such day or time
 */
export function localTime(text: string): string {
  const [, day, time = '00:00', seconds = ':00'] = DAY_OR_TIME.exec(text) ?? [];
  const read = `${day}T${time}${seconds}`;
  if (day === undefined || written(instant(read)) !== read) {
    throw new Error('a day is written YYYY-MM-DD, a time YYYY-MM-DD HH:MM');
  }
  return read;
}

/** The time some hours after a local time. */
export function hoursLater(time: string, hours: number): string {
  return written(instant(time) + hours * MS_PER_HOUR);
}

/** Counted as if the zone were UTC, where no hour is missing. */
function instant(time: string): number {
  return Date.parse(`${time}Z`);
}

function written(instantMs: number): string {
  return Number.isNaN(instantMs) ? '' : new Date(instantMs).toISOString().slice(0, 19);
}
