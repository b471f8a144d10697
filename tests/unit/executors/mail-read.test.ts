import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../claims/verifies.js';
import { type Answered, bundled, type Executors, put, scratchFolder } from './executor-process.js';

const home = scratchFolder();

let executors: Executors;
beforeAll(async () => {
  executors = await bundled('mail_read');
});

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

function read(path: string, limit?: number, hints = ['~/mail/**']): Promise<Answered> {
  const args = { path, ...(limit === undefined ? {} : { limit }) };
  return executors.call('mail_read', { args, scope: { 'mail.read': hints }, home });
}

function messages(answer: Answered): readonly Message[] {
  return answer.value['messages'] as readonly Message[];
}

function mail(n: number, body = `Text ${n}`): string {
  return [
    `Message-ID: <m${n}@example.com>`,
    'From: "Boss" <boss@example.com>',
    'To: alice@example.com, Team: bob@example.com, carol@example.com;',
    `Date: Tue, 0${n} Dec 2026 10:00:00 +0100`,
    `Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= ${n}`,
    '',
    body,
    '',
  ].join('\n');
}

function mbox(...mails: readonly string[]): string {
  return mails.map((one) => `From boss Tue Dec  1 10:00:00 2026\n${one}\n`).join('');
}

describe('an mbox', () => {
  verifies(
    ['T-5', 'T-33'],
    'gives its last mails, newest first, and whether there are more',
    async () => {
      const path = put(home, 'mail/inbox', mbox(mail(1), mail(2), mail(3, '>From quoted\nend')));
      const answer = await read(path, 2);
      expect(answer.value).toMatchObject({ unread: 0, more: true });
      expect(messages(answer)).toEqual([
        {
          id: expect.stringMatching(/^m-[0-9a-f]{24}$/),
          messageId: '<m3@example.com>',
          from: 'Boss <boss@example.com>',
          to: ['alice@example.com', 'bob@example.com', 'carol@example.com'],
          subject: 'Grüße 3',
          date: '2026-12-03T09:00:00.000Z',
          text: 'From quoted\nend',
          cut: false,
          attachments: [],
        },
        expect.objectContaining({ subject: 'Grüße 2' }),
      ]);
      const all = await read(path);
      expect(messages(all)).toHaveLength(3);
      expect(all.value['more']).toBe(false);
      expect(messages(all)[0]?.id).toBe(messages(answer)[0]?.id);
    },
  );

  test('of a large one only the end is read', async () => {
    const filler = mail(1, `${'x'.repeat(70)}\n`.repeat(60_000));
    const path = put(
      home,
      'mail/large',
      mbox(filler, filler, filler, filler, filler, filler, mail(2)),
    );
    const answer = await read(path, 1);
    expect(messages(answer).map(({ subject }) => subject)).toEqual(['Grüße 2']);
    expect(answer.value['more']).toBe(true);
  });

  test('an empty one holds nothing, another file is none', async () => {
    expect((await read(put(home, 'mail/empty', ''))).value).toEqual({
      messages: [],
      unread: 0,
      more: false,
    });
    expect((await read(put(home, 'mail/notes.txt', 'To do'))).error).toMatch(
      /is no mbox; name one/,
    );
  });
});

describe('a Maildir', () => {
  test('gives the mails delivered last, and leaves all as it was', async () => {
    const folder = join(home, 'mail/dir');
    for (const name of ['new', 'cur', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    put(folder, 'cur/1700000001.a.host:2,S', mail(1));
    put(folder, 'new/1700000003.c.host', mail(3));
    put(folder, 'cur/1700000002.b.host:2,', mail(2));
    put(folder, 'new/.hidden', mail(4));
    const before = readdirSync(folder, { recursive: true }).sort();
    const answer = await read(folder, 2);
    expect(messages(answer).map(({ subject }) => subject)).toEqual(['Grüße 3', 'Grüße 2']);
    expect(answer.value['more']).toBe(true);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    expect(readFileSync(join(folder, 'new/1700000003.c.host'), 'utf8')).toBe(mail(3));
  });

  test('another folder is none', async () => {
    mkdirSync(join(home, 'mail/other'));
    expect((await read('~/mail/other')).error).toMatch(/is no Maildir; name a folder with/);
  });
});

describe('a message', () => {
  test('in HTML comes as text, without scripts; what is attached only by its name', async () => {
    const raw = [
      'From: a@example.com',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Hello <b>you</b></p><script>steal()</script><img src="https://evil.example/x">',
      '--b',
      'Content-Type: application/pdf; name="bill.pdf"',
      'Content-Disposition: attachment; filename="bill.pdf"',
      '',
      'secret bytes',
      '--b--',
      '',
    ].join('\n');
    const [message] = messages(await read(put(home, 'mail/html', mbox(raw))));
    expect(message).toMatchObject({ messageId: null, date: null, attachments: ['bill.pdf'] });
    expect(message?.text).toMatch(/^Hello you/);
    expect(message?.text).not.toContain('steal');
    expect(JSON.stringify(message)).not.toContain('secret bytes');
  });

  test('is cut where its text goes on for long', async () => {
    const path = put(home, 'mail/long', mbox(mail(1, 'ü'.repeat(20_000))));
    const [message] = messages(await read(path));
    expect(message).toMatchObject({ cut: true, text: 'ü'.repeat(16_000) });
  });
});
