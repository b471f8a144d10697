/**
 * Reads a user's mail from disk: a folder of .eml files, one such file, a Maildir or an mbox file.
 * A broken message never stops the others; what is no mailbox at all is an error. Everything read
 * here is an outsider's text, but for the ids.
 */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import type { BrokenMessage } from './broken-message.js';
import { DemoError } from './errors.js';
import { emlSource, folderSource } from './folder-source.js';
import { mboxSource } from './mbox-source.js';
import type { Message } from './message.js';
import { parseMessage } from './parse-message.js';
import type { MailboxBounds, RawMail } from './raw-mail.js';

export interface Mailbox {
  readonly messages: readonly Message[];
  readonly broken: readonly BrokenMessage[];
}

/** The bounds of a reading that asks for none: 10 MiB a message, 1,000 messages. */
const defaultBounds: MailboxBounds = Object.freeze({
  maxMessageBytes: 10 * 1024 * 1024,
  maxMessages: 1000,
});

/**
 * Reads a mailbox in full or up to the bounds; throws `mailbox_missing` if there is none at the
 * path.
 */
export async function readMailbox(
  path: string,
  bounds: MailboxBounds = defaultBounds,
): Promise<Mailbox> {
  const messages: Message[] = [];
  const broken: BrokenMessage[] = [];
  for await (const { file, key, raw } of await openMailbox(path, bounds)) {
    if (messages.length + broken.length >= bounds.maxMessages) {
      broken.push({ file, reason: 'rest_unread' });
      break;
    }
    const message = typeof raw === 'string' ? raw : await parseMessage(mintId(key), raw);
    if (typeof message === 'string') broken.push({ file, reason: message });
    else messages.push(message);
  }
  return { messages, broken };
}

async function openMailbox(path: string, bounds: MailboxBounds): Promise<AsyncIterable<RawMail>> {
  let source: AsyncIterable<RawMail> | undefined;
  try {
    // The path itself is the user's word and may be a link; from here on none is followed.
    const real = await realpath(path);
    const found = await stat(real);
    if (found.isDirectory()) source = await folderSource(real, bounds.maxMessageBytes);
    else if (found.isFile())
      source = isEml(path)
        ? emlSource(real, bounds.maxMessageBytes)
        : await mboxSource(real, bounds.maxMessageBytes);
  } catch (cause) {
    throw new DemoError('mailbox_missing', `no readable mailbox at \`${path}\``, cause);
  }
  if (source === undefined) throw new DemoError('mailbox_missing', `no mailbox at \`${path}\``);
  return source;
}

function isEml(path: string): boolean {
  return /\.eml$/i.test(path);
}

/** 48 bits of a digest: short enough to read, and no two of 1,000 messages meet. */
function mintId(key: string): string {
  return `m-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
}
