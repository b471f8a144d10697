/** Steps for days that a prompt names without a year, and for reminders of a whole day. */
import type { Arg, Step } from '../../../../schemas/index.js';
import { compute, fact, is, record, ref } from '../../steps.js';

/** The next day of the calendar with this month and day, `-11-14`, as `id`. */
export function nextDay(id: string, monthAndDay: string): readonly Step[] {
  return [
    compute(`${id}_year`, 'format', { value: fact('today'), form: 'year' }),
    compute(`${id}_now`, 'template', {
      text: `{year}${monthAndDay}`,
      fields: record({ year: ref(`${id}_year`) }),
    }),
    compute(`${id}_later`, 'move', { moment: ref(`${id}_now`), amount: 1, unit: 'years' }),
    compute(
      id,
      'choose',
      { yes: ref(`${id}_now`), no: ref(`${id}_later`) },
      { where: is(ref(`${id}_now`), 'at_least', fact('today')) },
    ),
  ];
}

/** The first and the last minute of a day, as `${id}_start` and `${id}_end`. */
export function wholeDay(id: string, date: Arg): readonly Step[] {
  return [
    compute(`${id}_start`, 'moment', { date, time: fact('day_start') }),
    compute(`${id}_end`, 'moment', { date, time: fact('day_end') }),
  ];
}
