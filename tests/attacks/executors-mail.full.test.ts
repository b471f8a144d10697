/** Mails that want to be two mails, mailboxes that lead elsewhere, messages that never end. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answered,
  bundled,
  type Executors,
  put,
  scratchFolder,
} from '../unit/executors/executor-process.js';
import { type MailServer, startMailServer } from '../unit/executors/mail-server.js';

const home = scratchFolder();
const secret = put(home, 'outside/mail', 'From a\nSubject: canary\n\ncanary\n');

let executors: Executors;
let server: MailServer;
beforeAll(async () => {
  executors = await bundled('mail_read', 'mail_send');
  server = await startMailServer();
});

describe('sending', () => {
  function send(mail: object, account: object = {}): Promise<Answered> {
    const args = { to: 'bob@example.org', subject: 's', body: 'b', ...mail };
    const from = 'me@example.com';
    const smtp = { host: '127.0.0.1', port: server.port, tls: 'none', from, ...account };
    return executors.call('mail_send', { args, secrets: { smtp: JSON.stringify(smtp) } });
  }

  test.each([
    { to: 'bob@example.org\r\nBcc: eve@evil.example' },
    { to: 'bob@example.org, eve@evil.example' },
    { to: 'bob@example.org> BODY=8BITMIME\r\nRCPT TO:<eve@evil.example' },
    { to: 'Bob <bob@example.org>' },
    { to: 'eve@evil.example (bob@example.org)' },
    { subject: 'a\r\nBcc: eve@evil.example' },
    { subject: 'a\nX-Other: 1' },
    { subject: 'a\rb' },
    { subject: 'a\u2028b' },
    { subject: 'a\0b' },
    { body: 'a\0b' },
  ])('%j goes nowhere', async (mail) => {
    const before = server.delivered.length;
    const { ok, error } = await send(mail);
    expect(ok).toBe(false);
    expect(error).toMatch(/is not one plain address|line break or a control|holds a NUL/);
    expect(server.delivered).toHaveLength(before);
  });

  test('a body cannot end the message, nor begin another one', async () => {
    const before = server.delivered.length;
    const body =
      'a\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<eve@evil.example>\r\nDATA\r\nb\r\n.\r\n';
    expect((await send({ body })).ok).toBe(true);
    const lone = 'a\n.\nQUIT\nb\r.\rc\n.\r\nd';
    expect((await send({ body: lone })).ok).toBe(true);
    expect(server.delivered.slice(before).map(({ to }) => to)).toEqual([
      ['bob@example.org'],
      ['bob@example.org'],
    ]);
  });

  test('a subject in another script cannot either', async () => {
    await send({ subject: `=?utf-8?q?a=0D=0ABcc:_eve@evil.example?= ${'ü'.repeat(200)}` });
    const [head = ''] = server.delivered.at(-1)?.raw.split('\r\n\r\n') ?? [];
    expect(head).not.toMatch(/^bcc:/im);
  });

  test('a server without encryption, or with an unknown certificate, gets nothing', async () => {
    const login = { user: 'al', pass: 'pass word' };
    const before = server.delivered.length;
    expect((await send({}, { ...login, tls: 'starttls' })).error).toMatch(/^the mail server /);
    expect(server.delivered).toHaveLength(before);
    const own = await startMailServer({ disabledCommands: [] });
    expect((await send({}, { ...login, port: own.port, tls: 'starttls' })).error).toMatch(
      /^the mail server /,
    );
    const wrapped = await startMailServer({ secure: true });
    expect((await send({}, { ...login, port: wrapped.port, tls: 'implicit' })).ok).toBe(false);
    expect([...own.delivered, ...wrapped.delivered]).toEqual([]);
  });

  test('the secret is in no answer', async () => {
    const answers = await Promise.all([
      send({}, { user: 'al', pass: 'hunter2' }),
      send({}, { host: 'hunter2.invalid', tls: 'starttls' }),
      send({}, { from: 'hunter2' }),
      send({}, { port: 1, user: 'hunter2', pass: 'hunter2' }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    expect(JSON.stringify(answers)).not.toContain('hunter2');
  });
});

describe('reading', () => {
  function read(path: string): Promise<Answered> {
    return executors.call('mail_read', {
      args: { path },
      scope: { 'mail.read': ['~/mail/**'] },
      home,
    });
  }

  test('a mailbox outside, behind a link or no file at all is not read', async () => {
    mkdirSync(join(home, 'mail'), { recursive: true });
    symlinkSync(secret, join(home, 'mail/link'));
    symlinkSync(join(home, 'outside'), join(home, 'mail/folder'));
    execFileSync('mkfifo', [join(home, 'mail/pipe')]);
    for (const path of ['~/outside/mail', '~/mail/link', '~/mail/folder/mail', '~/mail/pipe']) {
      const { ok, error } = await read(path);
      expect({ path, ok }).toEqual({ path, ok: false });
      expect(error).not.toContain('canary');
    }
  });

  test('in a Maildir links and pipes are counted, not read, and hold up nothing', async () => {
    const folder = join(home, 'mail/dir');
    for (const name of ['new', 'cur']) mkdirSync(join(folder, name), { recursive: true });
    symlinkSync(secret, join(folder, 'new/1700000009.a'));
    execFileSync('mkfifo', [join(folder, 'new/1700000008.b')]);
    put(folder, 'new/1700000007.c', `Subject: big\n\n${'x'.repeat(5 * 1024 * 1024)}`);
    put(folder, 'new/1700000006.d', 'Subject: fine\n\nfine\n');
    const { value } = await read(folder);
    expect(value['unread']).toBe(3);
    expect(value['messages']).toMatchObject([{ subject: 'fine' }]);
    expect(JSON.stringify(value)).not.toContain('canary');
  });

  test('a Maildir whose parts are links is none', async () => {
    const folder = join(home, 'mail/linked');
    mkdirSync(join(folder, 'cur'), { recursive: true });
    symlinkSync(join(home, 'outside'), join(folder, 'new'));
    expect((await read(folder)).ok).toBe(false);
  });

  test('a sender chooses no byte of an id', async () => {
    const claim = (id: string): string => `From x\nMessage-ID: <${id}>\nSubject: s\n\nt\n\n`;
    const one = await read(put(home, 'mail/one', claim('m-1')));
    const other = await read(put(home, 'mail/other', claim('m-2')));
    const ids = [one, other].map(({ value }) => (value['messages'] as { id: string }[])[0]?.id);
    expect(ids[0]).toBe(ids[1]);
  });

  test('odd messages are read as far as they go, each within its bounds', async () => {
    const nested = Array.from({ length: 300 }, (_, i) =>
      [`Content-Type: multipart/mixed; boundary=b${i}`, '', `--b${i}`, ''].join('\n'),
    ).join('');
    const many = `To: ${Array.from({ length: 5000 }, (_, i) => `a${i}@example.com`).join(', ')}\n\nx`;
    const odd = [
      nested,
      many,
      `Subject: ${'s'.repeat(100_000)}\n\nx`,
      'Content-Type: text/plain; charset=utf-16le\n\n\u0000\ud800',
      `Content-Type: text/html\n\n${'<div>'.repeat(50_000)}deep`,
      'no header at all',
      `X: ${'(('.repeat(20_000)}\nFrom: ${'<'.repeat(20_000)}\n\nx`,
      'Date: yesterday\n\nx',
    ];
    const path = put(home, 'mail/odd', odd.map((one) => `From x\n${one}\n\n`).join(''));
    const { value, ok, error } = await read(path);
    expect({ ok, error }).toEqual({ ok: true, error: '' });
    const messages = value['messages'] as readonly { readonly to: readonly string[] }[];
    expect(messages.length + Number(value['unread'])).toBe(odd.length);
    expect(Math.max(...messages.map(({ to }) => to.length))).toBeLessThanOrEqual(100);
    expect(JSON.stringify(messages).length).toBeLessThan(200_000);
  });
});
