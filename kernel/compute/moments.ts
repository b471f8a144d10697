/** Functions on days and times of day. */
import type { Labelled } from '../provenance/tainted.js';
import { argOf, type ComputeCall, madeOf, numberOf, textOf } from './call.js';
import { computeFailed } from './failed.js';
import {
  isWritable,
  MINUTES_A_DAY,
  type Moment,
  momentForms,
  momentText,
  movedByMonths,
  readMoment,
} from './moment.js';

const minutesOf: Readonly<Record<string, number>> = Object.freeze({
  minutes: 1,
  hours: 60,
  days: MINUTES_A_DAY,
  weeks: 7 * MINUTES_A_DAY,
});

function momentOf(call: ComputeCall, name: string): Moment {
  const moment = readMoment(argOf(call, name).value);
  if (moment === undefined) throw computeFailed(call.fn, `\`${name}\` is no moment`);
  return moment;
}

function written(call: ComputeCall, moment: Moment): Labelled {
  if (!isWritable(moment)) throw computeFailed(call.fn, 'a year out of range');
  return madeOf(call, momentText(moment));
}

const DURATION = /^P(?:(?<days>\d{1,6})D|(?<weeks>\d{1,6})W|T(?<count>\d{1,6})(?<unit>[SMH]))$/;
const clockUnits: Readonly<Record<string, number>> = Object.freeze({ S: 1 / 60, M: 1, H: 60 });

/** The minutes of a duration in one unit, as a query is normalised to it: `PT90M`, `P2D`. */
function durationOf(text: unknown): number | undefined {
  const found = typeof text === 'string' ? DURATION.exec(text)?.groups : undefined;
  if (found === undefined) return undefined;
  const { days, weeks, count, unit = '' } = found;
  if (days !== undefined) return Number(days) * MINUTES_A_DAY;
  if (weeks !== undefined) return Number(weeks) * 7 * MINUTES_A_DAY;
  return Number(count) * (clockUnits[unit] ?? Number.NaN);
}

/** A moment so much later: a number of units, or a duration. */
export function move(call: ComputeCall): Labelled {
  const moment = momentOf(call, 'moment');
  const duration = durationOf(call.args['amount']?.value);
  if (duration !== undefined && call.args['unit'] === undefined) {
    const hasTime = moment.hasTime || duration % MINUTES_A_DAY !== 0;
    return written(call, { minutes: moment.minutes + duration, hasTime });
  }
  const amount = numberOf(call, 'amount');
  const unit = textOf(call, 'unit');
  if (!Number.isInteger(amount) || Math.abs(amount) > 10_000_000)
    throw computeFailed(call.fn, 'no whole `amount`');
  const length = minutesOf[unit];
  if (length === undefined) {
    const months = amount * (unit === 'years' ? 12 : 1);
    if (Math.abs(months) > 120_000) throw computeFailed(call.fn, 'a year out of range');
    return written(call, movedByMonths(moment, months));
  }
  const hasTime = moment.hasTime || length < MINUTES_A_DAY;
  return written(call, { minutes: moment.minutes + amount * length, hasTime });
}

const YEARLESS = /^--\d{2}-\d{2}$/;
const YEARS_AHEAD = 8;

/** The first such day of a year, `--11-14`, that is not before a moment. */
export function next(call: ComputeCall): Labelled {
  const day = textOf(call, 'day');
  const after = momentOf(call, 'after');
  if (!YEARLESS.test(day)) throw computeFailed(call.fn, '`day` is no day without a year');
  const first = Number(momentForms.year(after));
  // A leap day may be years away.
  for (let year = first; year <= first + YEARS_AHEAD; year += 1) {
    const found = readMoment(`${year}${day.slice(1)}`);
    const isLater = found !== undefined && found.minutes + MINUTES_A_DAY > after.minutes;
    if (isLater) return written(call, found);
  }
  throw computeFailed(call.fn, 'no such day');
}

/** The time from one moment to another, in a unit. */
export function between(call: ComputeCall): Labelled {
  const minutes = momentOf(call, 'to').minutes - momentOf(call, 'from').minutes;
  const length = minutesOf[textOf(call, 'unit')];
  if (length === undefined) throw computeFailed(call.fn, 'an unknown `unit`');
  return madeOf(call, minutes / length);
}

/** A day and a time of day as one moment. */
export function moment(call: ComputeCall): Labelled {
  const day = momentOf(call, 'date');
  const at = readMoment(`1970-01-01 ${textOf(call, 'time')}`);
  if (at === undefined || day.hasTime) throw computeFailed(call.fn, 'no day or no time of day');
  return written(call, { minutes: day.minutes + at.minutes, hasTime: true });
}
