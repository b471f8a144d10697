/** `create_calendar_event`: a new entry, and an invitation to everybody who takes part. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { type CalendarEvent, calendarEvent } from './calendar-event.js';
import { post } from './email.js';
import { newEvent } from './event-labels.js';
import { momentOf } from './moment.js';
import { nextId } from './next-id.js';
import type { Office } from './office.js';

const input = z.strictObject({
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  description: z.string().optional(),
  participants: z.array(z.string()).nullish(),
  location: z.string().nullish(),
});

/** Makes the tool. */
export function createEventTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      name: 'create_calendar_event',
      description:
        'Adds an entry and invites its participants; times as YYYY-MM-DD HH:MM. The user takes part.',
      effect: 'write',
      capabilities: ['calendar.write'],
      classes: ['workspaceMutation', 'networkEgress'],
      args: {
        '/title': { role: 'content' },
        '/description': { role: 'content' },
        '/location': { role: 'content' },
      },
      recipients: [{ from: '/participants/*', parse: 'email' }],
      // Without participants it is the user's own entry.
      sink: 'own',
      result: newEvent(),
      input,
      output: calendarEvent,
    },
    (args) => create(now(), args),
  );
}

function create({ calendar, inbox }: Office, args: z.infer<typeof input>): CalendarEvent {
  const { title, description = '', location = null } = args;
  const invited = [...(args.participants ?? []), calendar.account_email];
  const event: CalendarEvent = {
    id_: nextId(calendar.events),
    title,
    description,
    start_time: momentOf(args.start_time),
    end_time: momentOf(args.end_time),
    location,
    participants: [...new Set(invited)],
    all_day: false,
    status: 'confirmed',
  };
  calendar.events[event.id_] = event;
  post(inbox, {
    recipients: invited,
    subject: `Invitation: ${title}`,
    body: description,
    attachments: [event],
  });
  return event;
}
