/** `mail_read`: the newest mails of an mbox file or a Maildir within reach of `mail.read`. */
import { lstat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { newestInMaildir } from '../mail/maildir.js';
import { newestInMbox } from '../mail/mbox.js';
import { type MailMessage, readMessage } from '../mail/read-message.js';
import { pathArgument } from '../paths/path-argument.js';
import { withPlace } from '../paths/place.js';
import { runExecutor } from '../protocol/run-executor.js';

const DEFAULT_LIMIT = 10;

const shape = z.strictObject({
  path: pathArgument,
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
});

await runExecutor(shape, (call) =>
  withPlace(call.args.path, 'mail.read', call, async (place) => {
    const { limit = DEFAULT_LIMIT } = call.args;
    const isFolder = (await lstat(place.folder.at(place.name))).isDirectory();
    const { mails, hasMore } = await (isFolder ? newestInMaildir : newestInMbox)(place, limit);
    const messages: MailMessage[] = [];
    for (const { key, raw } of mails) {
      const message = raw === null ? null : await readMessage(key, raw);
      if (message !== null) messages.push(message);
    }
    return { messages, unread: mails.length - messages.length, more: hasMore };
  }),
);
