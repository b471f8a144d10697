/** The tools that look into the mailbox. */
import { z } from 'zod';
import { type ResultField, type ResultFields, type SuiteTool, suiteTool } from '../../suite.js';
import { type Email, email, type Inbox } from './email.js';
import { anyMail, sentMail } from './mail-labels.js';
import type { Office } from './office.js';

const emails = z.array(email);
const mine: ResultField = { readers: ['user'] };

/** Anybody can add a mail, so that the list's own shape is a stranger's. */
const anyMails: ResultFields = { '': mine, ...anyMail('/*') };
/** Only the user adds to these. */
const ownMails: ResultFields = { '': { minted: true, ...mine }, ...sentMail('/*') };

const reading = { effect: 'read' as const, capabilities: ['mail.read'], output: emails };

/** Makes the tools that list and search mails. */
export function readMailTools(now: () => Office): readonly SuiteTool[] {
  return [
    unreadTool(now),
    listTool(now, 'received', 'get_received_emails', 'Gives all mails that were received.'),
    listTool(now, 'sent', 'get_sent_emails', 'Gives all mails that the user sent.'),
    listTool(now, 'draft', 'get_draft_emails', 'Gives all drafts.'),
    searchTool(now),
  ];
}

function unreadTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      ...reading,
      name: 'get_unread_emails',
      description: 'Gives all unread mails and marks them as read.',
      mutates: true,
      classes: ['workspaceMutation'],
      result: anyMails,
      input: z.strictObject({}),
    },
    () => markRead(now().inbox),
  );
}

function listTool(
  now: () => Office,
  status: Email['status'],
  name: string,
  description: string,
): SuiteTool {
  const result = status === 'sent' ? ownMails : anyMails;
  return suiteTool({ ...reading, name, description, result, input: z.strictObject({}) }, () =>
    all(now().inbox).filter((mail) => mail.status === status),
  );
}

function searchTool(now: () => Office): SuiteTool {
  return suiteTool(
    {
      ...reading,
      name: 'search_emails',
      description:
        'Gives the mails whose subject or text holds the query; of one sender, if one is named.',
      result: anyMails,
      input: z.strictObject({ query: z.string(), sender: z.string().nullish() }),
    },
    ({ query, sender }) => matching(now().inbox, query, sender ?? undefined),
  );
}

function all(inbox: Inbox): Email[] {
  return Object.values(inbox.emails);
}

function markRead(inbox: Inbox): Email[] {
  const unread = all(inbox).filter((mail) => mail.status === 'received' && !mail.read);
  for (const mail of unread) mail.read = true;
  return unread;
}

function matching(inbox: Inbox, query: string, sender: string | undefined): Email[] {
  const wanted = query.toLowerCase();
  const found = all(inbox).filter(
    (mail) =>
      (sender === undefined || mail.sender === sender) &&
      [mail.subject, mail.body].some((text) => text.toLowerCase().includes(wanted)),
  );
  if (found.length === 0) throw new Error('no mail holds the query; try other words');
  return found;
}
