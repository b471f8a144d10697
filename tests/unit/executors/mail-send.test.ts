import { simpleParser } from 'mailparser';
import { beforeAll, describe, expect, test } from 'vitest';
import { isPlainAddress } from '../../../hosts/executors/mail/plain-address.js';
import { readSmtpAccount } from '../../../hosts/executors/mail/smtp-account.js';
import { verifies } from '../../claims/verifies.js';
import { type Answered, bundled, type Executors } from './executor-process.js';
import { type MailServer, startMailServer } from './mail-server.js';

const FROM = 'me@example.com';

let executors: Executors;
let server: MailServer;
beforeAll(async () => {
  executors = await bundled('mail_send');
  server = await startMailServer();
});

function send(mail: object, account: object = {}): Promise<Answered> {
  const args = { to: 'bob@example.org', subject: 'Hello', body: 'Text', ...mail };
  const smtp = { host: '127.0.0.1', port: server.port, tls: 'none', from: FROM, ...account };
  return executors.call('mail_send', { args, secrets: { smtp: JSON.stringify(smtp) } });
}

describe('mail_send', () => {
  verifies('T-5', 'sends one plain text mail to one address', async () => {
    const { value, exitCode } = await send({
      subject: 'Grüße',
      body: 'Zeile 1\nFrom: x\n.\nZeile 4',
    });
    expect(exitCode).toBe(0);
    const sent = server.delivered.at(-1);
    expect({ from: sent?.from, to: sent?.to }).toEqual({ from: FROM, to: ['bob@example.org'] });
    const mail = await simpleParser(sent?.raw ?? '');
    expect(mail.subject).toBe('Grüße');
    expect(mail.text?.trimEnd()).toBe('Zeile 1\nFrom: x\n.\nZeile 4');
    expect(mail.from?.text).toBe(FROM);
    expect(value).toEqual({ accepted: ['bob@example.org'], messageId: mail.messageId });
    expect(value['messageId']).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
  });

  test('says of this machine nothing but the mail', async () => {
    await send({});
    expect(server.delivered.at(-1)?.raw).not.toMatch(/nodemailer|x-mailer/i);
  });

  test('logs in with the account of the secret, given as JSON or as a URL', async () => {
    expect((await send({}, { user: 'al', pass: 'pass word' })).ok).toBe(true);
    expect(server.delivered.at(-1)?.user).toBe('al');
    const smtp = `smtp://b%40c:pass%20word@127.0.0.1:${server.port}?tls=none&from=${FROM}`;
    const args = { to: 'bob@example.org', subject: '', body: '' };
    expect((await executors.call('mail_send', { args, secrets: { smtp } })).ok).toBe(true);
    expect(server.delivered.at(-1)?.user).toBe('b@c');
  });

  test('passes on the number of a refusal and none of its words', async () => {
    const { error } = await send({}, { user: 'al', pass: 'hunter2' });
    expect(error).toMatch(/^the mail server refused it with `535`; ask its operator$/);
    const closed = await send({}, { port: 1 });
    expect(closed.error).toMatch(/^the mail server was not reached \(`E\w+`\); check the secret/);
  });
});

describe('the secret', () => {
  test('encrypts unless the server is on this machine, and takes the port that goes with it', () => {
    const base = { host: 'mail.example.com', from: FROM };
    const tlsOf = (more: object): unknown => {
      const { tls, port } = readSmtpAccount(JSON.stringify({ ...base, ...more }));
      return [tls, port];
    };
    expect(tlsOf({})).toEqual(['starttls', 587]);
    expect(tlsOf({ port: 465 })).toEqual(['implicit', 465]);
    expect(tlsOf({ tls: 'implicit' })).toEqual(['implicit', 465]);
    expect(tlsOf({ port: 2525 })).toEqual(['starttls', 2525]);
    expect(readSmtpAccount(`smtps://u:p@mail.example.com?from=${FROM}`)).toEqual({
      host: 'mail.example.com',
      port: 465,
      tls: 'implicit',
      login: { user: 'u', pass: 'p' },
      from: FROM,
    });
    expect(() => tlsOf({ tls: 'none' })).toThrow(/sends in the clear; leave/);
  });

  test.each([
    '',
    'hunter2',
    '{',
    '{"host":"hunter2"}',
    '{"host":"a","from":"hunter2"}',
    '{"host":"a b","from":"me@example.com"}',
    '{"host":"a","from":"me@example.com","user":"hunter2"}',
    '{"host":"a","from":"me@example.com","hunter2":1}',
    '{"host":"a","from":"me@example.com","port":0}',
    'http://a/?from=me@example.com',
    'smtp://a/?from=me@example.com&hunter2=1',
    'smtp://%ff@a/?from=me@example.com',
  ])('`%s` is no account, and none of it is said', (secret) => {
    expect(() => readSmtpAccount(secret)).toThrow(/^the secret `smtp` is no account; give `host`/);
  });
});

describe('addresses', () => {
  test.each(['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.com"])('%s', (text) => {
    expect(isPlainAddress(text)).toBe(true);
  });

  test.each([
    'a@b',
    'a@b.1',
    'a@[127.0.0.1]',
    'Bob <a@b.co>',
    '<a@b.co>',
    'a@b.co,c@d.co',
    'a@b.co;c@d.co',
    'a@b.co\r\nRCPT TO:<c@d.co>',
    'a@b.co\n',
    'a@b.co ',
    '"a b"@b.co',
    'a(x)@b.co',
    'a@b@c.co',
    'ä@b.co',
    'a@bü.co',
    '.a@b.co',
    'a..b@b.co',
    'group:a@b.co;',
    '@b.co',
    'a@-b.co',
    `${'a'.repeat(250)}@b.co`,
  ])('`%s` is none', (text) => {
    expect(isPlainAddress(text)).toBe(false);
  });
});
