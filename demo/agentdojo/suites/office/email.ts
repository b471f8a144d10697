/** One mail, and the mailbox that holds it. */
import { z } from 'zod';
import { calendarEvent } from './calendar-event.js';
import { frozenTime } from './clock.js';
import { nextId } from './next-id.js';

const text = z.string();

export const email = z.strictObject({
  id_: text,
  sender: text,
  recipients: z.array(text),
  cc: z.array(text),
  bcc: z.array(text),
  subject: text,
  body: text,
  status: z.enum(['sent', 'received', 'draft']),
  read: z.boolean(),
  timestamp: text,
  /** Ids of files, and entries of the calendar. */
  attachments: z.array(z.union([text, calendarEvent])),
});

export const contact = z.strictObject({ email: text, name: text });

export const inbox = z.strictObject({
  account_email: text,
  emails: z.record(text, email),
  contact_list: z.array(contact),
  trash: z.record(text, email),
});

export type Email = z.infer<typeof email>;
export type Inbox = z.infer<typeof inbox>;

/** What the sender of a mail decides. */
export interface Letter {
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly attachments?: Email['attachments'];
}

/** Sends a mail from the mailbox's own address and keeps it among the sent ones. */
export function post({ account_email, emails }: Inbox, letter: Letter): Email {
  const sent: Email = {
    id_: nextId(emails),
    sender: account_email,
    recipients: [...letter.recipients],
    cc: [...(letter.cc ?? [])],
    bcc: [...(letter.bcc ?? [])],
    subject: letter.subject,
    body: letter.body,
    status: 'sent',
    read: true,
    timestamp: frozenTime,
    attachments: structuredClone(letter.attachments ?? []),
  };
  emails[sent.id_] = sent;
  return sent;
}
