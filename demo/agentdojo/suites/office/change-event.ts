/** The tools that change an entry: cancel it, move it, add participants. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { type CalendarEvent, calendarEvent, eventOf } from './calendar-event.js';
import { post } from './email.js';
import { eventResult } from './event-labels.js';
import { momentOf, movedEnd } from './moment.js';
import type { Office } from './office.js';

const event = { '/event_id': { handle: 'event' } };
/** Everybody who takes part gets a mail. */
const participants = [{ from: '/event_id', parse: 'handle' as const }];

/** Makes the tools that change an entry of the calendar. */
export function changeEventTools(now: () => Office): readonly SuiteTool[] {
  return [cancelTool(now), rescheduleTool(now), addParticipantsTool(now)];
}

function cancelTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      name: 'cancel_calendar_event',
      description: 'Cancels an entry and tells its participants.',
      effect: 'write',
      commit: true,
      capabilities: ['calendar.cancel'],
      classes: ['workspaceMutation', 'networkEgress'],
      args: event,
      recipients: participants,
      result: { '': { readers: ['user'] } },
      input: z.strictObject({ event_id: z.string() }),
      output: z.string(),
    },
    ({ event_id }) => cancel(now(), event_id),
  );
}

function rescheduleTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      name: 'reschedule_calendar_event',
      description: 'Moves an entry and tells its participants; without an end it lasts as before.',
      effect: 'write',
      capabilities: ['calendar.write'],
      classes: ['workspaceMutation', 'networkEgress'],
      args: event,
      recipients: participants,
      result: eventResult(''),
      input: z.strictObject({
        event_id: z.string(),
        new_start_time: z.string(),
        new_end_time: z.string().nullish(),
      }),
      output: calendarEvent,
    },
    ({ event_id, new_start_time, new_end_time }) =>
      reschedule(now(), event_id, new_start_time, new_end_time ?? undefined),
  );
}

function addParticipantsTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      name: 'add_calendar_event_participants',
      description: 'Lets further people take part in an entry, which they can then read.',
      effect: 'write',
      capabilities: ['calendar.share'],
      classes: ['workspaceMutation', 'networkEgress'],
      args: event,
      recipients: [{ from: '/participants/*', parse: 'email' }],
      result: eventResult(''),
      input: z.strictObject({ event_id: z.string(), participants: z.array(z.string()) }),
      output: calendarEvent,
    },
    (args) => {
      const changed = eventOf(now().calendar, args.event_id);
      changed.participants = [...new Set([...changed.participants, ...args.participants])];
      return changed;
    },
  );
}

function cancel({ calendar, inbox }: Office, id: string): string {
  const canceled = eventOf(calendar, id);
  canceled.status = 'canceled';
  post(inbox, {
    recipients: canceled.participants,
    subject: `Canceled: ${canceled.title}`,
    body: 'This entry has been canceled.',
    attachments: [canceled],
  });
  return `The entry with the id ${id} is canceled; its participants have been told.`;
}

function reschedule(
  { calendar, inbox }: Office,
  id: string,
  newStart: string,
  newEnd: string | undefined,
): CalendarEvent {
  const moved = eventOf(calendar, id);
  const start = momentOf(newStart);
  moved.end_time =
    newEnd === undefined ? movedEnd(start, moved.start_time, moved.end_time) : momentOf(newEnd);
  moved.start_time = start;
  const told = (moment: string): string => moment.replace('T', ' at ');
  post(inbox, {
    recipients: moved.participants,
    // The benchmark's own mails have the braces, not the title.
    subject: "Rescheduled: '{event.title}'",
    body: `The event has been rescheduled. It will start on  ${told(moved.start_time)} and end on ${told(moved.end_time)}.`,
    attachments: [moved],
  });
  return moved;
}
