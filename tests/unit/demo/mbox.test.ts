import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoPath } from '../../../demo/mail/demo-path.js';
import { readMailbox } from '../../../demo/mail/mailbox.js';
import type { Message } from '../../../demo/mail/message.js';
import { seeded } from '../../property/seed.js';
import { rawMail } from './raw-mail.js';
import { tempFolder } from './temp-folder.js';

/** Writes an mbox with Unix line ends, as servers do, and quotes lines that begin with `From `. */
async function makeMbox(mails: readonly Buffer[]): Promise<string> {
  const path = join(await tempFolder(), 'inbox');
  const entries = mails.map((mail) => {
    const lines = mail.toString('latin1').replaceAll('\r\n', '\n');
    const quoted = lines.replace(/^(>*From )/gm, '>$1');
    return `From sender@example.com Mon Nov 23 08:12:40 2026\n${quoted}\n`;
  });
  await writeFile(path, entries.join(''), 'latin1');
  return path;
}

describe('an mbox', () => {
  it('gives what the same messages give as .eml files', async () => {
    const names = (await readdir(demoPath('mailbox'))).sort();
    const mails = await Promise.all(names.map((name) => readFile(demoPath('mailbox', name))));
    const { messages, broken } = await readMailbox(await makeMbox(mails));
    const expected = await readMailbox(demoPath('mailbox'));
    // An mbox does not say whether a message ended with a line end.
    const lasting = ({ id: _, html, ...rest }: Message): object => ({
      ...rest,
      html: html?.trimEnd(),
    });
    expect(broken).toEqual([]);
    expect(messages.map(lasting)).toEqual(expected.messages.map(lasting));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(names.length);
  });

  it('may be empty', async () => {
    expect(await readMailbox(await makeMbox([]))).toEqual({ messages: [], broken: [] });
  });

  it('reports a broken message by its position and reads the others', async () => {
    const path = await makeMbox([
      rawMail({ Subject: 'one' }, 'first'),
      rawMail({ From: '' }, 'second'),
      rawMail({ Subject: 'three' }, 'third'),
    ]);
    const { messages, broken } = await readMailbox(path);
    expect(messages.map(({ subject }) => subject)).toEqual(['one', 'three']);
    expect(broken).toEqual([{ file: 'inbox#2', reason: 'no_sender' }]);
  });

  it('skips a message over the bound on bytes and stops at the bound on messages', async () => {
    const path = await makeMbox(['a', 'b'.repeat(3000), 'c', 'd'].map((each) => rawMail({}, each)));
    const { messages, broken } = await readMailbox(path, { maxMessageBytes: 2000, maxMessages: 3 });
    expect(messages.map(({ text }) => text)).toEqual(['a', 'c']);
    expect(broken).toEqual([
      { file: 'inbox#2', reason: 'too_large' },
      { file: 'inbox#4', reason: 'rest_unread' },
    ]);
  });

  it('gives up on a message that has no end in sight', async () => {
    const path = await makeMbox([
      rawMail({}, 'a'),
      rawMail({}, 'b\n'.repeat(1_500_000)),
      rawMail({}, 'c'),
    ]);
    const { messages, broken } = await readMailbox(path, { maxMessageBytes: 2000, maxMessages: 9 });
    expect(messages.map(({ text }) => text)).toEqual(['a']);
    expect(broken).toEqual([{ file: 'inbox#2', reason: 'rest_unread' }]);
  });

  it('reads many messages across many chunks', async () => {
    const bodies = Array.from({ length: 400 }, (_, at) => `${at} ${'x'.repeat(at * 3)}.`);
    const path = await makeMbox(bodies.map((body) => rawMail({}, body)));
    const { messages } = await readMailbox(path);
    expect(messages.map(({ text }) => text)).toEqual(bodies);
  });

  const line = fc.constantFrom('From here on', '>From there', '>>From afar', 'Hello', 'from', '>');
  const body = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
  seeded(
    'keeps every line of a body, also those that look like the start of a message',
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 5 }), async (bodies) => {
      const path = await makeMbox(bodies.map((each) => rawMail({}, each)));
      const { messages, broken } = await readMailbox(path);
      expect(broken).toEqual([]);
      expect(messages.map(({ text }) => text)).toEqual(bodies);
    }),
    { runs: 100 },
  );
});
