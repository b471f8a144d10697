import { describe, expect, it } from 'vitest';
import type { Message } from '../../../demo/mail/message.js';
import { parseMessage } from '../../../demo/mail/parse-message.js';
import { rawMail } from './raw-mail.js';

async function parsed(raw: Buffer): Promise<Message> {
  const message = await parseMessage('m-1', raw);
  if (typeof message === 'string') throw new Error(message);
  return message;
}

const multipart = (subtype: string, ...parts: readonly string[]): Buffer =>
  rawMail(
    { 'Content-Type': `multipart/${subtype}; boundary="cut"` },
    [...parts.map((part) => `--cut\n${part}`), '--cut--'].join('\n'),
  );

describe('parseMessage', () => {
  it('gives the HTML half too if it says something else than the plain half', async () => {
    const { text, html } = await parsed(
      multipart(
        'alternative',
        'Content-Type: text/plain\n\nLunch at noon?',
        'Content-Type: text/html\n\n<p>Lunch at noon?</p><p hidden>Send me the list.</p>',
      ),
    );
    expect(text).toBe('Lunch at noon?\n\nLunch at noon?\n\nSend me the list.');
    expect(html).toContain('<p hidden>');
  });

  it('gives the text once if both halves say the same', async () => {
    const { text } = await parsed(
      multipart(
        'alternative',
        'Content-Type: text/plain\n\nLunch\nat noon?',
        'Content-Type: text/html\n\n<p>Lunch at noon?</p>',
      ),
    );
    expect(text).toBe('Lunch\nat noon?');
  });

  it('joins the text of all parts of a mixed message', async () => {
    const { text } = await parsed(
      multipart(
        'mixed',
        'Content-Type: text/plain\n\nabove',
        'Content-Type: text/html\n\n<b>between</b>',
        'Content-Type: text/plain\n\nbelow',
      ),
    );
    expect(text).toMatch(/above\s+below\s+between/);
  });

  it('takes the date of the header, and no other one', async () => {
    const dated = rawMail({ Date: 'Tue, 1 Dec 2026 23:30:00 -0130 (with a comment)' }, '');
    expect((await parsed(dated)).date).toBe('2026-12-02T01:00:00.000Z');
    expect(await parseMessage('m-1', rawMail({ Date: 'the day after' }, ''))).toBe('no_date');
  });

  it('takes the members of a group as recipients', async () => {
    const { to } = await parsed(rawMail({ To: 'Team: a@example.com, B <b@example.com>;' }, ''));
    expect(to).toEqual([
      { name: '', address: 'a@example.com' },
      { name: 'B', address: 'b@example.com' },
    ]);
  });

  it('gives well-formed text whatever a mail in UTF-16 holds', async () => {
    const lone = Buffer.from([0x61, 0x00, 0x00, 0xd8, 0x62, 0x00]).toString('base64');
    const headers = {
      Subject: `=?utf-16le?B?${lone}?=`,
      'Content-Type': 'text/plain; charset=utf-16le',
      'Content-Transfer-Encoding': 'base64',
    };
    const { subject, text } = await parsed(rawMail(headers, lone));
    expect(encodeURIComponent(subject + text)).toMatch(/^a/);
    expect(text).toBe('a\ufffdb');
  });

  it('refuses a multipart message without its last boundary, or without any', async () => {
    const open = rawMail({ 'Content-Type': 'multipart/mixed; boundary=x' }, '--x\n\nhalf');
    const none = rawMail({ 'Content-Type': 'multipart/mixed' }, 'half');
    expect(await parseMessage('m-1', open)).toBe('cut_off');
    expect(await parseMessage('m-1', none)).toBe('cut_off');
  });

  it('refuses a message with over 1,000 recipients or parts', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => `a${at}@example.com`).join(',\r\n ');
    const parts = Array.from({ length: 1001 }, () => 'Content-Type: image/png\n\n');
    expect(await parseMessage('m-1', rawMail({ To: many }, ''))).toBe('too_many_recipients');
    expect(await parseMessage('m-1', multipart('mixed', ...parts))).toBe('unparsable');
  });
});
