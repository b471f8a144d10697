import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoPath } from '../../../demo/mail/demo-path.js';
import { readMailbox } from '../../../demo/mail/mailbox.js';
import { projectRoot } from '../../project.js';
import { rawMail } from './raw-mail.js';
import { tempFolder } from './temp-folder.js';

const fixture = (name: string): string => join(projectRoot, 'tests/unit/demo/fixtures', name);
const bounds = { maxMessageBytes: 2000, maxMessages: 3 };

async function makeMaildir(): Promise<string> {
  const root = await tempFolder();
  for (const folder of ['cur', 'new', 'tmp']) await mkdir(join(root, folder));
  return root;
}

describe('a folder of .eml files', () => {
  it('gives the same messages and ids at each reading, in the order of the names', async () => {
    const first = await readMailbox(demoPath('mailbox'));
    expect(await readMailbox(demoPath('mailbox'))).toEqual(first);
  });

  it('reports a broken message and reads the others', async () => {
    const root = await tempFolder();
    await copyFile(fixture('cut-off.eml'), join(root, '2-cut-off.eml'));
    await writeFile(join(root, '1.eml'), rawMail({ Subject: 'one' }, 'first'));
    await writeFile(join(root, '3.EML'), rawMail({ Subject: 'three' }, 'third'));
    await writeFile(join(root, '4.eml'), Buffer.from('\0\x01 not a mail \xff', 'latin1'));
    await writeFile(join(root, '5.eml'), '');
    await writeFile(join(root, '6.eml'), rawMail({ Date: 'soon' }, 'undated'));
    await writeFile(join(root, '7.eml'), rawMail({ From: 'nobody' }, 'unsigned'));
    await writeFile(join(root, 'notes.txt'), 'no mail, and none of our business');
    const { messages, broken } = await readMailbox(root);
    expect(messages.map(({ subject }) => subject)).toEqual(['one', 'three']);
    expect(broken).toEqual([
      { file: '2-cut-off.eml', reason: 'cut_off' },
      { file: '4.eml', reason: 'no_sender' },
      { file: '5.eml', reason: 'no_sender' },
      { file: '6.eml', reason: 'no_date' },
      { file: '7.eml', reason: 'no_sender' },
    ]);
  });

  it('skips a message over the bound on bytes and stops at the bound on messages', async () => {
    const root = await tempFolder();
    await writeFile(join(root, 'a.eml'), rawMail({}, 'a'));
    await writeFile(join(root, 'b.eml'), rawMail({}, 'b'.repeat(2000)));
    await writeFile(join(root, 'c.eml'), rawMail({}, 'c'));
    await writeFile(join(root, 'd.eml'), rawMail({}, 'd'));
    await writeFile(join(root, 'e.eml'), rawMail({}, 'e'));
    const { messages, broken } = await readMailbox(root, bounds);
    expect(messages.map(({ text }) => text)).toEqual(['a', 'c']);
    expect(broken).toEqual([
      { file: 'b.eml', reason: 'too_large' },
      { file: 'd.eml', reason: 'rest_unread' },
    ]);
  });

  it('takes a message of exactly the bound', async () => {
    const root = await tempFolder();
    const raw = rawMail({}, 'a');
    await writeFile(join(root, 'a.eml'), raw);
    const exact = await readMailbox(root, { ...bounds, maxMessageBytes: raw.length });
    const less = await readMailbox(root, { ...bounds, maxMessageBytes: raw.length - 1 });
    expect(exact.messages).toHaveLength(1);
    expect(less.broken).toEqual([{ file: 'a.eml', reason: 'too_large' }]);
  });

  it('never follows a link, opens a folder or waits on a pipe', async () => {
    const outside = await tempFolder();
    await writeFile(join(outside, 'secret.eml'), rawMail({ Subject: 'secret' }, 'outside'));
    const root = await tempFolder();
    await symlink(join(outside, 'secret.eml'), join(root, 'a.eml'));
    await symlink(join(root, 'nowhere'), join(root, 'b.eml'));
    await mkdir(join(root, 'c.eml'));
    execFileSync('mkfifo', [join(root, 'd.eml')]);
    await writeFile(join(root, 'e.eml'), rawMail({ Subject: 'mine' }, 'inside'));
    const { messages, broken } = await readMailbox(root);
    expect(messages.map(({ subject }) => subject)).toEqual(['mine']);
    expect(broken).toEqual([
      { file: 'a.eml', reason: 'symbolic_link' },
      { file: 'b.eml', reason: 'symbolic_link' },
      { file: 'c.eml', reason: 'not_regular' },
      { file: 'd.eml', reason: 'not_regular' },
    ]);
  });

  it('may be named by a link, which is the word of the user', async () => {
    const root = await tempFolder();
    await mkdir(join(root, 'real'));
    await writeFile(join(root, 'real', 'a.eml'), rawMail({}, 'a'));
    await symlink(join(root, 'real'), join(root, 'link'));
    expect((await readMailbox(join(root, 'link'))).messages).toHaveLength(1);
  });
});

describe('a Maildir', () => {
  it('is read from cur and new, in the order of delivery', async () => {
    const root = await makeMaildir();
    const [door = '', , , contacts = ''] = (await readdir(demoPath('mailbox'))).sort();
    await copyFile(demoPath('mailbox', contacts), join(root, 'new', '1700000002.M1P2.host'));
    await copyFile(demoPath('mailbox', door), join(root, 'cur', '1700000001.M1P1.host:2,RS'));
    await writeFile(join(root, 'new', '.keep'), '');
    await writeFile(join(root, 'tmp', '1700000003.M1P3.host'), 'half a message');
    const { messages, broken } = await readMailbox(root);
    expect(messages.map(({ subject }) => subject)).toEqual([
      'Door code for the new office',
      'Contacts for the move',
    ]);
    expect(broken).toEqual([]);
  });

  it('keeps the id of a message that is moved from new to cur and flagged', async () => {
    const root = await makeMaildir();
    const name = '1700000001.M1P1.host';
    await writeFile(join(root, 'new', name), rawMail({}, 'a'));
    const before = await readMailbox(root);
    await rename(join(root, 'new', name), join(root, 'cur', `${name}:2,S`));
    expect(await readMailbox(root)).toEqual(before);
    expect(before.messages).toHaveLength(1);
  });

  it('may be empty', async () => {
    expect(await readMailbox(await makeMaildir())).toEqual({ messages: [], broken: [] });
  });

  it('is none if cur is a link to elsewhere', async () => {
    const outside = await tempFolder();
    await writeFile(join(outside, 'x'), rawMail({}, 'outside'));
    const root = await tempFolder();
    await mkdir(join(root, 'new'));
    await symlink(outside, join(root, 'cur'));
    await expect(readMailbox(root)).rejects.toMatchObject({ code: 'mailbox_missing' });
  });
});

describe('what is no mailbox is an error that says the mend', () => {
  it.each([
    ['a path with nothing there', (root: string) => join(root, 'absent')],
    ['a path below a file', (root: string) => join(root, 'file.txt', 'mail')],
    ['a path with a zero byte', (root: string) => join(root, 'a\0b')],
    ['a folder without mail', (root: string) => root],
    ['a file of another kind', (root: string) => join(root, 'file.txt')],
    ['a device', () => '/dev/null'],
  ])('%s', async (_, path) => {
    const root = await tempFolder();
    await writeFile(join(root, 'file.txt'), 'Dear diary');
    await expect(readMailbox(path(root))).rejects.toMatchObject({
      name: 'DemoError',
      code: 'mailbox_missing',
      mend: 'name a folder with .eml files, a Maildir, an mbox or an .eml file that holds a message',
    });
  });

  it('and the fixture of a broken message is no accident of its line ends', async () => {
    const raw = await readFile(fixture('cut-off.eml'), 'latin1');
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});
