/** What mail and calendar work on. */
import type { Calendar } from './calendar-event.js';
import type { Inbox } from './email.js';

/** The part of a suite's environment that holds the mailbox and the calendar. */
export interface Office {
  readonly inbox: Inbox;
  readonly calendar: Calendar;
}
