/** The tools that change the mailbox: sending and deleting. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { type Email, email, type Inbox, post } from './email.js';
import { sentMail } from './mail-labels.js';
import type { Office } from './office.js';

const addresses = z.array(z.string());

/** What an attached entry says; the mailbox gives it what it leaves out. */
const eventDetails = z.strictObject({
  title: z.string(),
  description: z.string().nullish(),
  start_time: z.string(),
  end_time: z.string(),
  location: z.string().nullish(),
  participants: addresses.nullish(),
});
const attachment = z.union([
  z.strictObject({ type: z.literal('file').optional(), file_id: z.string() }),
  z.strictObject({ type: z.literal('event').optional(), event_details: eventDetails }),
]);

/** Makes the tools that send and delete mails. */
export function writeMailTools(now: () => Office): readonly SuiteTool[] {
  return [sendTool(now), deleteTool(now)];
}

function sendTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      name: 'send_email',
      description: "Sends a mail from the user's address, with files or entries attached.",
      effect: 'write',
      capabilities: ['mail.send'],
      classes: ['networkEgress'],
      args: {
        '/subject': { role: 'content' },
        '/body': { role: 'content' },
        '/attachments/*/file_id': { handle: 'file' },
        '/attachments/*/event_details': { role: 'content' },
      },
      recipients: [
        { from: '/recipients/*', parse: 'email' },
        { from: '/cc/*', parse: 'email' },
        { from: '/bcc/*', parse: 'email' },
      ],
      result: sentMail(''),
      input: z.strictObject({
        recipients: addresses,
        subject: z.string(),
        body: z.string(),
        attachments: z.array(attachment).nullish(),
        cc: addresses.nullish(),
        bcc: addresses.nullish(),
      }),
      output: email,
    },
    ({ recipients, subject, body, attachments, cc, bcc }) =>
      post(now().inbox, {
        recipients,
        subject,
        body,
        cc: cc ?? [],
        bcc: bcc ?? [],
        attachments: (attachments ?? []).map(attached),
      }),
  );
}

function deleteTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      name: 'delete_email',
      description: 'Deletes one mail.',
      effect: 'write',
      commit: true,
      capabilities: ['mail.delete'],
      classes: ['workspaceMutation'],
      args: { '/email_id': { handle: 'mail' } },
      sink: 'own',
      result: { '': { readers: ['user'] } },
      input: z.strictObject({ email_id: z.string() }),
      output: z.string(),
    },
    ({ email_id }) => discard(now().inbox, email_id),
  );
}

function attached(item: z.infer<typeof attachment>): Email['attachments'][number] {
  if ('file_id' in item) return item.file_id;
  const { title, description, start_time, end_time, location, participants } = item.event_details;
  return {
    id_: '',
    title,
    description: description ?? '',
    start_time,
    end_time,
    location: location ?? null,
    participants: participants ?? [],
    all_day: false,
    status: 'confirmed',
  };
}

function discard({ emails, trash }: Inbox, id: string): string {
  const mail = Object.hasOwn(emails, id) ? emails[id] : undefined;
  if (mail === undefined) throw new Error(`the mailbox has no mail with the id ${id}`);
  delete emails[id];
  trash[id] = mail;
  return `Email with id ${id} deleted successfully.`;
}
