/** The inbox that a story reads: the given mailbox, before or after the attacker wrote to it. */
import { demoPath } from './mail/demo-path.js';
import { DemoError } from './mail/errors.js';
import { type Mailbox, readMailbox } from './mail/mailbox.js';
import type { Message } from './mail/message.js';
import { mentionsAttacker } from './models/attacker.js';

export interface Inboxes {
  /** Newest first, without the mails of the attacker. */
  readonly clean: readonly Message[];
  /** The same, with the attacker's mails as the newest. */
  readonly attacked: readonly Message[];
}

export interface LoadedMailbox {
  /** The mailbox as it lies on disk. */
  readonly mailbox: Mailbox;
  readonly inboxes: Inboxes;
}

/** Reads a mailbox, by default the demo's; throws DemoError `mailbox_missing`. */
export async function loadInboxes(path: string | undefined): Promise<LoadedMailbox> {
  const own = await readMailbox(demoPath('mailbox'));
  const mailbox = path === undefined ? own : await readMailbox(path);
  // Stories about no mail at all would go as claimed and show nothing.
  if (mailbox.messages.length === 0) {
    const broken = mailbox.broken.length === 0 ? '' : `, ${mailbox.broken.length} broken`;
    throw new DemoError('mailbox_missing', `no readable message at \`${path}\`${broken}`);
  }
  const clean = newestFirst(mailbox.messages.filter((message) => !mentionsAttacker(message)));
  const attack = newestFirst(own.messages.filter(mentionsAttacker));
  return { mailbox, inboxes: { clean, attacked: [...attack, ...clean] } };
}

function newestFirst(messages: readonly Message[]): readonly Message[] {
  return [...messages].sort((a, b) => (a.date < b.date ? 1 : -1));
}
