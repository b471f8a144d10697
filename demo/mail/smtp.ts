/**
 * Real mail over real SMTP, on loopback only: a server that keeps what it accepts, and a client
 * that cannot be talked into another recipient. What the server received is what the demo reports,
 * never what the client meant to send.
 */
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { DemoError } from './errors.js';

const LOOPBACK = '127.0.0.1';
const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * One message as it arrived; `from` and `to` are the envelope's, which say where it really goes.
 */
export interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Without its last line end, which the transport may have added. */
  readonly text: string;
}

export interface SmtpSink {
  readonly port: number;
  /** What was accepted so far, in order of arrival. */
  received(): readonly Delivered[];
  close(): Promise<void>;
}

export interface OutgoingMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface SentMail {
  readonly messageId: string;
  readonly accepted: readonly string[];
  /** The server's answer: its words, not ours. */
  readonly response: string;
}

export interface Mailer {
  /**
   * Sends one mail to exactly the given addresses; throws `recipient_unknown` if one is not a plain
   * address.
   */
  send(mail: OutgoingMail): Promise<SentMail>;
}

/**
 * Starts an SMTP server on a free loopback port; `reply` is what it answers to each message that it
 * accepts.
 */
export async function startSmtpSink(reply = 'message accepted'): Promise<SmtpSink> {
  const accepted: Delivered[] = [];
  const server = new SMTPServer({
    name: 'localhost',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    rejectOversized: true,
    closeTimeout: 500,
    onData(stream, session, done) {
      readDelivery(stream, session).then(
        (delivery) => {
          if (!stream.sizeExceeded) accepted.push(delivery);
          done(null, reply);
        },
        () => done(new Error('message not readable')),
      );
    },
  });
  // A client that breaks off is no fault of the server; what it had not finished was not received.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    received: () => [...accepted],
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function readDelivery(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<Delivered> {
  const { mailFrom, rcptTo } = session.envelope;
  const from = mailFrom === false ? '' : mailFrom.address;
  const to = rcptTo.map(({ address }) => address);
  const mail = await simpleParser(stream);
  return { from, to, subject: mail.subject ?? '', text: (mail.text ?? '').replace(/\n$/, '') };
}

/** Makes a client for the SMTP server on that loopback port. */
export function makeMailer(port: number): Mailer {
  const transport = createTransport({
    host: LOOPBACK,
    port,
    name: 'localhost',
    secure: false,
    ignoreTLS: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ from, to, subject, text }) {
      assertPlain([from], 'sender');
      assertPlain(to, 'recipient');
      // An object is taken as it is; a string would be parsed, and could be a list.
      const sender = { name: '', address: from };
      const recipients = to.map((address) => ({ name: '', address }));
      const sent = await transport.sendMail({
        envelope: { from, to: [...to] },
        from: sender,
        to: recipients,
        subject,
        text,
      });
      return { messageId: sent.messageId, accepted: sent.accepted, response: sent.response };
    },
  };
}

function assertPlain(addresses: readonly string[], role: string): void {
  const bad = addresses.findIndex((address) => !isPlain(address));
  if (addresses.length > 0 && bad === -1) return;
  throw new DemoError('recipient_unknown', `${role} ${bad + 1} is not one plain address`);
}

/**
 * ASCII, no quotes, comments, brackets, commas, spaces or line breaks: nothing that two parsers
 * read in two ways.
 */
function isPlain(address: string): boolean {
  if (address.length > 254) return false;
  const [local = '', domain = '', ...rest] = address.split('@');
  const labels = domain.split('.');
  // A last label that begins with a digit could be read as an IP address and rewritten.
  const named = labels.length > 1 && /^[A-Za-z]/.test(labels.at(-1) ?? '');
  return (
    rest.length === 0 && LOCAL.test(local) && named && labels.every((each) => LABEL.test(each))
  );
}
