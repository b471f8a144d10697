/** `mail_send`: one plain text mail to one address, from the account of the secret `smtp`. */
import * as z from 'zod/mini';
import { sendMail } from '../mail/send-mail.js';
import { readSmtpAccount } from '../mail/smtp-account.js';
import { runExecutor } from '../protocol/run-executor.js';

const shape = z.strictObject({
  to: z.string().check(z.minLength(3), z.maxLength(254)),
  subject: z.string().check(z.maxLength(250)),
  body: z.string().check(z.maxLength(100_000)),
});

await runExecutor(shape, (call) => sendMail(call.args, readSmtpAccount(call.secret('smtp'))));
