/**
 * `send_email`: one mail to one address, really sent over SMTP. What the mail server answers is
 * handed back as it is: the words of a stranger.
 */
import { z } from 'zod';
import { defineTool, type Tool } from '../../hosts/index.js';
import type { Mailer } from '../mail/smtp.js';

const input = z.strictObject({
  to: z.string().min(1).max(254),
  subject: z.string().max(200),
  body: z.string().max(100_000),
});
const output = z.strictObject({ id: z.string(), reply: z.string() });

/** The mailbox that mails are sent from. */
const SENDER = 'assistant@example.com';

/** Makes the tool over a client of a mail server. */
export function sendEmailTool(mailer: Mailer): Tool {
  return defineTool({
    name: 'send_email',
    description: 'Sends a plain text mail to one address.',
    effect: 'write',
    capabilities: ['mail.send'],
    classes: ['networkEgress'],
    args: {
      '/to': { role: 'critical' },
      '/subject': { role: 'content' },
      '/body': { role: 'content' },
    },
    recipients: [{ from: '/to', parse: 'email' }],
    input,
    output,
    async run(args) {
      const { to, subject, body } = input.parse(args);
      const sent = await mailer.send({ from: SENDER, to: [to], subject, text: body });
      return { id: sent.messageId, reply: sent.response.replace(/^\d{3} /, '') };
    },
  });
}
