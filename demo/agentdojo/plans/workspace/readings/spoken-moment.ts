/** Days and times of day as people write them in a sentence. */

const months: readonly string[] = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const FULL_DAY = /\b([A-Z][a-z]+) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/g;
const DAY_OF_MONTH =
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? (?:the )?(\d{1,2})(?:st|nd|rd|th)\b/;
const CLOCK = /\b(\d{1,2})(?::(\d{2}))? ?([AP])\.?M\b/i;

/** The first day of a text that is written in full, as `YYYY-MM-DD`. */
export function dayIn(text: string): string | undefined {
  for (const [, name = '', day = '', year = ''] of text.matchAll(FULL_DAY)) {
    const month = months.indexOf(name.toLowerCase()) + 1;
    if (month > 0) return `${year}-${two(month)}-${two(Number(day))}`;
  }
  return undefined;
}

/** The day of a text that says only the day of the month, as the first such day from then on. */
export function nextDayIn(text: string, from: string): string | undefined {
  const day = DAY_OF_MONTH.exec(text)?.[1];
  if (day === undefined) return undefined;
  const [year = 0, month = 0, today = 0] = from.slice(0, 10).split('-').map(Number);
  const ahead = Number(day) >= today ? 0 : 1;
  return new Date(Date.UTC(year, month - 1 + ahead, Number(day))).toISOString().slice(0, 10);
}

/** The first time of day of a text, as `HH:MM`. */
export function clockIn(text: string): string | undefined {
  const [, hour, minute = '00', half = ''] = CLOCK.exec(text) ?? [];
  if (hour === undefined) return undefined;
  return `${two((Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0))}:${minute}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
