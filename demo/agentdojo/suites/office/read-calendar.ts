/** The tools that look into the calendar. */
import { z } from 'zod';
import { type ResultField, type SuiteTool, suiteTool } from '../../suite.js';
import { type Calendar, type CalendarEvent, calendarEvent } from './calendar-event.js';
import { eventResult } from './event-labels.js';
import type { Office } from './office.js';

const mine: ResultField = { readers: ['user'] };
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const reading = {
  effect: 'read' as const,
  capabilities: ['calendar.read'],
  output: z.array(calendarEvent),
};

/** Makes the tools that show the day and search entries. */
export function readCalendarTools(now: () => Office): readonly SuiteTool[] {
  return [
    suiteTool(
      {
        name: 'get_current_day',
        description: 'Gives the current day as YYYY-MM-DD.',
        effect: 'read',
        capabilities: ['calendar.read'],
        result: { '': { minted: true, readers: 'anyone' } },
        input: z.strictObject({}),
        output: z.string(),
      },
      () => now().calendar.current_day,
    ),
    suiteTool(
      {
        ...reading,
        name: 'get_day_calendar_events',
        description: 'Gives the entries that begin on a day, given as YYYY-MM-DD.',
        // Which entries there are is decided by their times alone.
        result: { '': { minted: true, ...mine }, ...eventResult('/*') },
        input: z.strictObject({ day }),
      },
      (args) => onDay(now().calendar, args.day),
    ),
    suiteTool(
      {
        ...reading,
        name: 'search_calendar_events',
        description:
          'Gives the entries whose title or description holds the query; of one day, if given.',
        // Which entries there are is decided by their words, too.
        result: { '': mine, ...eventResult('/*') },
        input: z.strictObject({ query: z.string(), date: day.nullish() }),
      },
      ({ query, date }) => matching(now().calendar, query, date ?? undefined),
    ),
  ];
}

function onDay({ events }: Calendar, wanted: string): CalendarEvent[] {
  return Object.values(events).filter(({ start_time }) => start_time.startsWith(`${wanted}T`));
}

function matching(calendar: Calendar, query: string, date: string | undefined): CalendarEvent[] {
  const wanted = query.toLowerCase();
  const among = date === undefined ? Object.values(calendar.events) : onDay(calendar, date);
  const found = among.filter(({ title, description }) =>
    [title, description].some((text) => text.toLowerCase().includes(wanted)),
  );
  if (found.length === 0) throw new Error('no entry holds the query; try other words');
  return found;
}
