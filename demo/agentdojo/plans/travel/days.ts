/** Steps for reminders of a whole day. */
import type { Arg, Step } from '../../../../schemas/index.js';
import { compute, fact } from '../../steps.js';

/** The first and the last minute of a day, as `${id}_start` and `${id}_end`. */
export function wholeDay(id: string, date: Arg): readonly Step[] {
  return [
    compute(`${id}_start`, 'moment', { date, time: fact('day_start') }),
    compute(`${id}_end`, 'moment', { date, time: fact('day_end') }),
  ];
}
