/**
 * Sends one plain text mail to one address over SMTP, encrypted unless the server is on this
 * machine. What the server says is a stranger's word: only its number is passed on.
 */
import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { quoted, Refusal, systemCode } from '../protocol/refusal.js';
import { isPlainAddress } from './plain-address.js';
import type { SmtpAccount } from './smtp-account.js';

const CONNECT_MS = 10_000;
const SOCKET_MS = 20_000;
const MAX_ACCEPTED = 1;

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

export interface SentMail {
  /** The addresses that the server took. */
  readonly accepted: readonly string[];
  /** Made here, from chance and the sender's domain. */
  readonly messageId: string;
}

/**
 * Sends it; throws a `Refusal` for what is not one plain mail, or if the server does not take it.
 */
export async function sendMail(mail: OutgoingMail, account: SmtpAccount): Promise<SentMail> {
  const { to, subject, body } = mail;
  assertPlain(mail);
  const { host, port, tls, login, from } = account;
  const messageId = `<${randomUUID()}@${from.split('@')[1] ?? ''}>`;
  const transport = createTransport({
    host,
    port,
    name: 'localhost',
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(login === null ? {} : { auth: login }),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
  });
  try {
    const sent = await transport.sendMail({
      envelope: { from, to: [to] },
      // An object is taken as it is; a text would be parsed, and could be a list.
      from: { name: '', address: from },
      to: { name: '', address: to },
      subject,
      text: body,
      messageId,
      xMailer: false,
    });
    const accepted = sent.accepted.slice(0, MAX_ACCEPTED).map(String);
    if (accepted[0] !== to)
      throw new Refusal('the mail server took no recipient; check the address');
    return { accepted, messageId };
  } catch (error) {
    throw faultOf(error);
  } finally {
    transport.close();
  }
}

function assertPlain({ to, subject, body }: OutgoingMail): void {
  if (!isPlainAddress(to)) {
    throw new Refusal(`${quoted(to)} is not one plain address; write one, without a name`);
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) {
    throw new Refusal('the subject holds a line break or a control character; take it out');
  }
  if (body.includes('\0')) throw new Refusal('the body holds a NUL; take it out');
}

function faultOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const reply = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  if (typeof reply === 'number') {
    return new Refusal(
      `the mail server refused it with ${quoted(String(reply))}; ask its operator`,
    );
  }
  const code = systemCode(error) ?? 'no answer';
  return new Refusal(
    `the mail server was not reached (${quoted(code)}); check the secret \`smtp\``,
  );
}
