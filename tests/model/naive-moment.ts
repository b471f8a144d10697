/** Moments by way of `Date`, in UTC: the reference for kernel/compute/moment.ts. */
import type { Json } from '../../schemas/index.js';

export interface NaiveMoment {
  readonly at: Date;
  readonly hasTime: boolean;
}

const SHAPE = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?$/;
const SCALE: Readonly<Record<string, number>> = {
  ...{ seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 },
};

/** Reads a moment; null for anything that `Date` would write otherwise. */
export function naiveMoment(text: Json): NaiveMoment | null {
  if (typeof text !== 'string' || !SHAPE.test(text)) return null;
  const hasTime = text.length > 10;
  const seconds = hasTime ? text.slice(11).padEnd(8, ':00').slice(0, 8) : '00:00:00';
  const canonical = `${text.slice(0, 10)}T${seconds}`;
  const at = new Date(`${canonical}Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== canonical) return null;
  return at.getUTCFullYear() < 1000 ? null : { at, hasTime };
}

/** Writes a moment; null where its year has not four digits. */
export function naiveMomentText({ at, hasTime }: NaiveMoment): string | null {
  const iso = Number.isNaN(at.getTime()) ? '' : at.toISOString();
  if (!/^[1-9]\d{3}-/.test(iso)) return null;
  return hasTime ? iso.slice(0, 16).replace('T', ' ') : iso.slice(0, 10);
}

/** A moment so much later; a day that the month does not have becomes its last one. */
export function naiveMove({ at, hasTime }: NaiveMoment, amount: number, unit: string): NaiveMoment {
  const scale = SCALE[unit];
  if (scale !== undefined) {
    const isShort = unit === 'minutes' || unit === 'hours';
    return { at: new Date(at.getTime() + amount * scale), hasTime: hasTime || isShort };
  }
  const months = amount * (unit === 'years' ? 12 : 1);
  const day = at.getUTCDate();
  const moved = new Date(at.getTime());
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const first = moved.getTime();
  moved.setUTCDate(day);
  if (moved.getUTCMonth() !== new Date(first).getUTCMonth()) moved.setUTCDate(0);
  return { at: moved, hasTime };
}

/** The minutes of a duration of one unit; null for any other text. */
export function naiveDuration(text: Json): number | null {
  const found = typeof text === 'string' ? /^P(T?)(\d{1,6})([SMHDW])$/.exec(text) : null;
  const [, time = '', count = '', unit = ''] = found ?? [];
  if (found === null || (time === 'T') !== 'SMH'.includes(unit)) return null;
  return Number(count) * ({ S: 1 / 60, M: 1, H: 60, D: 1440, W: 10_080 }[unit] ?? Number.NaN);
}

/** The first such day of a year that is not before the day of a moment; null where none is near. */
export function naiveNext(day: string, { at }: NaiveMoment): string | null {
  const years = Array.from({ length: 9 }, (_, i) => at.getUTCFullYear() + i);
  const days = years.map((year) => `${year}${day.slice(1)}`);
  const from = at.toISOString().slice(0, 10);
  return days.find((text) => naiveMoment(text) !== null && text >= from) ?? null;
}

/** How many of a unit lie between two moments. */
export function naiveBetween(from: NaiveMoment, to: NaiveMoment, unit: string): number {
  return (to.at.getTime() - from.at.getTime()) / (SCALE[unit] ?? Number.NaN);
}

/** A moment in a form. */
export function naiveForm({ at }: NaiveMoment, form: string): string {
  const iso = at.toISOString();
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  const weekday = at.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  const forms: Readonly<Record<string, string>> = {
    ...{ date: iso.slice(0, 10), time: iso.slice(11, 16), weekday, year, month, day },
    date_time: iso.slice(0, 16).replace('T', ' '),
  };
  return forms[form] ?? '';
}
