/**
 * One raw message as the executor hands it out: plain text, bounded, every byte of it a stranger's
 * choice but the id. HTML is read as text and never rendered.
 */
import { createHash } from 'node:crypto';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';

const MAX_TEXT = 16_000;
const MAX_SUBJECT = 2000;
const MAX_ADDRESS = 1000;
const MAX_NAME = 256;
const MAX_RECIPIENTS = 100;
const MAX_ATTACHMENTS = 50;
const MAX_HTML = 1024 * 1024;
const ID_DIGITS = 24;
const OPTIONS = Object.freeze({
  skipImageLinks: true,
  skipTextToHtml: true,
  maxHtmlLengthToParse: MAX_HTML,
});

export interface MailMessage {
  /** Made here from the file name or the position: no sender chooses a byte of it. */
  readonly id: string;
  /** What the sender says it is; null if nothing. */
  readonly messageId: string | null;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** ISO 8601, UTC, as the sender says; null where it cannot be read. */
  readonly date: string | null;
  readonly text: string;
  /** The text goes on. */
  readonly cut: boolean;
  /** File names that the sender chose. */
  readonly attachments: readonly string[];
}

/** Parses a message; null if the parser refuses it. */
export async function readMessage(key: string, raw: Buffer): Promise<MailMessage | null> {
  let mail: ParsedMail;
  let text: string;
  try {
    mail = await simpleParser(raw, OPTIONS);
    text = plain(await textOf(mail)).trim();
  } catch {
    return null;
  }
  return {
    id: `m-${createHash('sha256').update(key).digest('hex').slice(0, ID_DIGITS)}`,
    messageId: mail.messageId === undefined ? null : cut(mail.messageId, MAX_ADDRESS),
    from: addresses(mail.from)[0] ?? '',
    to: addresses(mail.to).slice(0, MAX_RECIPIENTS),
    subject: cut(mail.subject ?? '', MAX_SUBJECT),
    date: dateOf(mail),
    text: cut(text, MAX_TEXT),
    cut: text.length > MAX_TEXT,
    attachments: mail.attachments
      .slice(0, MAX_ATTACHMENTS)
      .map(({ filename }) => cut(filename ?? '', MAX_NAME)),
  };
}

/**
 * The plain text; of a mail without one, that of its HTML, which the parser makes of a whole mail.
 */
async function textOf({ text = '', html }: ParsedMail): Promise<string> {
  if (text.trim() !== '' || typeof html !== 'string') return text;
  const alone = `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;
  return (await simpleParser(Buffer.from(alone, 'utf8'), OPTIONS)).text ?? '';
}

function addresses(header: AddressObject | readonly AddressObject[] | undefined): string[] {
  const found: string[] = [];
  const queue = [header ?? []].flat().flatMap(({ value }) => value);
  for (const { name, address, group } of queue) {
    if (group !== undefined) queue.push(...group.slice(0, MAX_RECIPIENTS));
    if (address === undefined || address === '') continue;
    found.push(cut(name === '' ? address : `${name} <${address}>`, MAX_ADDRESS));
    if (found.length >= MAX_RECIPIENTS) break;
  }
  return found;
}

/** Reads the header line itself: the parser puts today in the place of a date it cannot read. */
function dateOf({ headerLines }: ParsedMail): string | null {
  const line = headerLines.find(({ key }) => key === 'date')?.line;
  if (line === undefined || line.length > MAX_NAME) return null;
  const date = new Date(line.slice(line.indexOf(':') + 1).trim());
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function cut(text: string, max: number): string {
  return plain(text.length <= max ? text : text.slice(0, max));
}

/** Half a character, which a cut or UTF-16 can leave, becomes U+FFFD. */
function plain(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
