/**
 * Days and times of day as texts: `2024-05-15`, `2024-05-15 14:30`, with `T` for the blank and with
 * seconds if need be. No time zone and no clock: the same text is the same moment everywhere.
 */
import { type Civil, dayNumber, dayOf, daysInMonth } from './civil.js';

export interface Moment {
  /** Minutes since 1970-01-01 00:00. */
  readonly minutes: number;
  readonly hasTime: boolean;
}

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?)?$/;
export const MINUTES_A_DAY = 1440;
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;
const WEEKDAYS = Object.freeze([
  ...['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'],
]);

/** Reads a moment; undefined if the text is none. */
export function readMoment(text: unknown): Moment | undefined {
  if (typeof text !== 'string' || text.length > 32) return undefined;
  const found = SHAPE.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second] = found;
  const civil = { year: Number(year), month: Number(month), day: Number(day) };
  if (!isDay(civil)) return undefined;
  const hasTime = hour !== undefined;
  const clock = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)] as const;
  if (clock[0] > 23 || clock[1] > 59 || clock[2] > 59) return undefined;
  const time = clock[0] * 60 + clock[1] + clock[2] / 60;
  return { minutes: dayNumber(civil) * MINUTES_A_DAY + time, hasTime };
}

function isDay({ year, month, day }: Civil): boolean {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

/** Moves a moment by whole months; a day that the month does not have becomes its last one. */
export function movedByMonths(moment: Moment, months: number): Moment {
  const { year, month, day } = civilOf(moment);
  const index = year * 12 + month - 1 + months;
  const to = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  const last = daysInMonth(to.year, to.month);
  const number = dayNumber({ year: to.year, month: to.month, day: Math.min(day, last) });
  return { minutes: number * MINUTES_A_DAY + timeOf(moment), hasTime: moment.hasTime };
}

type MomentForm = 'date' | 'time' | 'date_time' | 'weekday' | 'year' | 'month' | 'day';

/** The parts of a moment as texts. */
export const momentForms: Readonly<Record<MomentForm, (moment: Moment) => string>> = Object.freeze({
  date: (moment: Moment): string => {
    const { year, month, day } = civilOf(moment);
    return `${year}-${two(month)}-${two(day)}`;
  },
  time: (moment: Moment): string => clockText(Math.floor(timeOf(moment))),
  date_time: (moment: Moment): string => `${momentForms.date(moment)} ${momentForms.time(moment)}`,
  weekday: (moment: Moment): string => WEEKDAYS[((dayIndex(moment) % 7) + 7) % 7] ?? '',
  year: (moment: Moment): string => String(civilOf(moment).year),
  month: (moment: Moment): string => two(civilOf(moment).month),
  day: (moment: Moment): string => two(civilOf(moment).day),
});

/** Writes a moment as it was written, with a time if it has one. */
export function momentText(moment: Moment): string {
  return moment.hasTime ? momentForms.date_time(moment) : momentForms.date(moment);
}

/** Minutes as hours and minutes, `90` as `01:30`. */
export function clockText(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Asks whether a moment can be written with a year of four digits. */
export function isWritable(moment: Moment): boolean {
  if (!Number.isFinite(moment.minutes)) return false;
  const { year } = civilOf(moment);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

function dayIndex({ minutes }: Moment): number {
  return Math.floor(minutes / MINUTES_A_DAY);
}

function timeOf(moment: Moment): number {
  return moment.minutes - dayIndex(moment) * MINUTES_A_DAY;
}

function civilOf(moment: Moment): Civil {
  return dayOf(dayIndex(moment));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
