/** Mail and calendar, as the suites share them: their environment and their tools. */
import type { SuiteTool } from '../../suite.js';
import { changeEventTools } from './change-event.js';
import { contactTools } from './contacts.js';
import { createEventTool } from './create-event.js';
import type { Office } from './office.js';
import { readCalendarTools } from './read-calendar.js';
import { readMailTools } from './read-mail.js';
import { writeMailTools } from './write-mail.js';

export { calendar } from './calendar-event.js';
export { frozenTime } from './clock.js';
export { inbox } from './email.js';
export { nextId } from './next-id.js';
export type { Office } from './office.js';

/** All tools over a mailbox; a suite takes those that it has, by name. */
export function mailTools(now: () => Office): readonly SuiteTool[] {
  return [...readMailTools(now), ...contactTools(now), ...writeMailTools(now)];
}

/** All tools over a calendar; those that invite or tell somebody send mails. */
export function calendarTools(now: () => Office): readonly SuiteTool[] {
  return [...readCalendarTools(now), createEventTool(now), ...changeEventTools(now)];
}
