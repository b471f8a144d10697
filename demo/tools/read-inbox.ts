/**
 * `read_inbox`: the newest mails. All of it is a stranger's text but for the ids, which are minted
 * here; who a mail says it is from decides nothing.
 */
import { z } from 'zod';
import { defineTool, type Tool } from '../../hosts/index.js';
import type { Message } from '../mail/message.js';

/** Characters of a mail's text that are shown; longer ones are cut. */
const MAX_TEXT = 8000;

const input = z.strictObject({ limit: z.number().int().min(1).max(50) });
const output = z.strictObject({
  messages: z.array(
    z.strictObject({
      id: z.string(),
      from: z.string(),
      subject: z.string(),
      date: z.string(),
      text: z.string(),
      attachments: z.array(z.string()),
    }),
  ),
});

/** What the user may read of a mail and nobody else: the label of every part but the id. */
const ofTheUser = { readers: ['user'], subjects: ['user'] };

/** Makes the tool over an inbox, newest mail first. */
export function readInboxTool(inbox: readonly Message[]): Tool {
  return defineTool({
    name: 'read_inbox',
    description: "Gives the newest mails of the user's inbox, newest first.",
    effect: 'read',
    capabilities: ['mail.read'],
    result: {
      '': ofTheUser,
      '/messages': ofTheUser,
      '/messages/*': ofTheUser,
      '/messages/*/id': { minted: 'mail', ...ofTheUser },
      '/messages/*/from': ofTheUser,
      '/messages/*/subject': ofTheUser,
      '/messages/*/date': ofTheUser,
      '/messages/*/text': ofTheUser,
      '/messages/*/attachments': ofTheUser,
    },
    input,
    output,
    run: (args) => ({ messages: inbox.slice(0, input.parse(args).limit).map(shown) }),
  });
}

function shown({ id, from, subject, date, text, attachments }: Message): object {
  return {
    id,
    from: from.name === '' ? from.address : `${from.name} <${from.address}>`,
    subject,
    date,
    text: cut(text),
    attachments: attachments.map(({ name }) => name),
  };
}

/** Cuts a text, and never through the middle of a character. */
function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : [...text.slice(0, MAX_TEXT)].slice(0, -1).join('');
}
