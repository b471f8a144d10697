/** Functions on days and times of day. */
import type { Labelled } from '../provenance/tainted.js';
import { argOf, type ComputeCall, madeOf, numberOf, textOf } from './call.js';
import { computeFailed } from './failed.js';
import {
  isWritable,
  MINUTES_A_DAY,
  type Moment,
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

/** A moment so much later. */
export function move(call: ComputeCall): Labelled {
  const moment = momentOf(call, 'moment');
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
