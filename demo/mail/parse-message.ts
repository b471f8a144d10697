/**
 * One raw RFC 5322 message in, one Message or the reason why it is broken out. Trusts nothing in
 * the mail.
 */
import {
  type AddressObject,
  type ParsedMail,
  type StructuredHeader,
  simpleParser,
} from 'mailparser';
import type { BrokenReason } from './broken-message.js';
import { htmlText } from './html-text.js';
import type { MailAddress, Message } from './message.js';

const MAX_RECIPIENTS = 1000;
const OPTIONS = Object.freeze({
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
});

/** Parses one message; what a mail must have and lacks is a reason, never a default. */
export async function parseMessage(id: string, raw: Buffer): Promise<Message | BrokenReason> {
  let mail: ParsedMail;
  try {
    mail = await simpleParser(raw, OPTIONS);
  } catch {
    return 'unparsable';
  }
  const from = addresses(mail.from)[0];
  if (from === undefined) return 'no_sender';
  const date = dateOf(mail);
  if (date === undefined) return 'no_date';
  if (isCutOff(mail, raw)) return 'cut_off';
  const to = addresses(mail.to);
  if (to.length > MAX_RECIPIENTS) return 'too_many_recipients';
  const html = typeof mail.html === 'string' ? wellFormed(mail.html) : null;
  return {
    id,
    from,
    to,
    subject: wellFormed(mail.subject ?? ''),
    date,
    text: joinText(wellFormed(mail.text ?? '').trim(), html === null ? '' : htmlText(html)),
    html,
    attachments: mail.attachments.map(({ filename, contentType, size }) => ({
      name: wellFormed(filename ?? ''),
      type: wellFormed(contentType),
      size,
    })),
  };
}

/**
 * Lone surrogates, which a mail in UTF-16 can hold, become U+FFFD: one mail must not spoil the
 * whole result.
 */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function joinText(plain: string, marked: string): string {
  if (marked === '' || bare(marked) === bare(plain)) return plain;
  return plain === '' ? marked : `${plain}\n\n${marked}`;
}

function bare(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function addresses(header: AddressObject | AddressObject[] | undefined): MailAddress[] {
  const found: MailAddress[] = [];
  const queue = [header ?? []].flat().flatMap((each) => each.value);
  for (const { name, address, group } of queue) {
    if (group !== undefined) queue.push(...group.slice(0, MAX_RECIPIENTS + 1));
    if (address === undefined || address === '') continue;
    found.push({ name: wellFormed(name), address: wellFormed(address) });
    if (found.length > MAX_RECIPIENTS) break;
  }
  return found;
}

/** Reads the header line itself: the parser puts today in the place of a date it cannot read. */
function dateOf(mail: ParsedMail): string | undefined {
  const line = mail.headerLines?.find(({ key }) => key === 'date')?.line;
  if (line === undefined) return undefined;
  const date = new Date(
    line
      .slice(line.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/**
 * Asks whether a multipart message lacks its last boundary, as one whose download broke off does.
 */
function isCutOff(mail: ParsedMail, raw: Buffer): boolean {
  // The parser gives this header always in this shape; its type is the union for all headers.
  const type = mail.headers.get('content-type') as StructuredHeader | undefined;
  if (!type?.value.toLowerCase().startsWith('multipart/')) return false;
  const boundary = type.params['boundary'];
  return boundary === undefined || !raw.includes(`--${boundary}--`);
}
