/**
 * Days of the Gregorian calendar, counted from 1970-01-01, without `Date`: what a tool does to it
 * later changes no answer here. Source of the formulas: H. Hinnant, chrono-compatible low-level
 * date algorithms (2021), `days_from_civil` and `civil_from_days`.
 */
export interface Civil {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const DAYS_AN_ERA = 146_097;

/** The number of a day. */
export function dayNumber({ year, month, day }: Civil): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leaps = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_AN_ERA + yearOfEra * 365 + leaps + dayOfYear - 719_468;
}

/** The day of a number. */
export function dayOf(number: number): Civil {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / DAYS_AN_ERA);
  const dayOfEra = shifted - era * DAYS_AN_ERA;
  const lost = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524);
  const yearOfEra = Math.floor((dayOfEra - lost - Math.floor(dayOfEra / 146_096)) / 365);
  const before = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - before;
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Days of a month. */
export function daysInMonth(year: number, month: number): number {
  const next =
    month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
  return dayNumber(next) - dayNumber({ year, month, day: 1 });
}
