/** An entry of the calendar, and the calendar that holds it. */
import { z } from 'zod';

export const calendarEvent = z.strictObject({
  id_: z.string(),
  title: z.string(),
  description: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  location: z.string().nullable(),
  participants: z.array(z.string()),
  all_day: z.boolean(),
  status: z.enum(['confirmed', 'canceled']),
});

export const calendar = z.strictObject({
  current_day: z.string(),
  account_email: z.string(),
  events: z.record(z.string(), calendarEvent),
});

export type CalendarEvent = z.infer<typeof calendarEvent>;
export type Calendar = z.infer<typeof calendar>;

/**
 * The entry with an id.
 * @throws Error if there is none
 */
export function eventOf({ events }: Calendar, id: string): CalendarEvent {
  const event = Object.hasOwn(events, id) ? events[id] : undefined;
  if (event === undefined) throw new Error(`the calendar has no entry with the id ${id}`);
  return event;
}
