import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Mailer, makeMailer, type SmtpSink, startSmtpSink } from '../../../demo/mail/smtp.js';
import { seeded } from '../../property/seed.js';

let sink: SmtpSink;
let mailer: Mailer;

beforeEach(async () => {
  sink = await startSmtpSink();
  mailer = makeMailer(sink.port);
});
afterEach(() => sink.close());

const mail = {
  from: 'alice@example.com',
  to: ['alice@example.com'],
  subject: 'Summary',
  text: 'Two mails.',
};

/** Speaks raw SMTP, one command after each answer; gives the first digits of every answer. */
function talk(port: number, commands: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const codes: string[] = [];
    let at = 0;
    socket.on('data', (chunk) => {
      codes.push(chunk.toString('latin1').slice(0, 3));
      const command = commands[at];
      at += 1;
      if (command === undefined) socket.end();
      else socket.write(`${command}\r\n`);
    });
    socket.on('close', () => resolve(codes));
    socket.on('error', reject);
  });
}

describe('the mailer and the SMTP sink', () => {
  it('deliver a mail, and the sink tells what arrived', async () => {
    const sent = await mailer.send({
      ...mail,
      subject: 'Zusammenfassung – öö',
      text: 'Größe\n.\n',
    });
    expect(sent.accepted).toEqual(['alice@example.com']);
    expect(sent.response).toBe('250 message accepted');
    expect(sent.messageId).toMatch(/^<.+@example\.com>$/);
    expect(sink.received()).toEqual([
      {
        from: 'alice@example.com',
        to: ['alice@example.com'],
        subject: 'Zusammenfassung – öö',
        text: 'Größe\n.',
      },
    ]);
  });

  it('keep several recipients and the order of arrival', async () => {
    await mailer.send({ ...mail, to: ['bob@example.com', 'zoe@example.com'], subject: 'one' });
    await mailer.send({ ...mail, subject: 'two' });
    expect(sink.received().map(({ to, subject }) => [subject, ...to])).toEqual([
      ['one', 'bob@example.com', 'zoe@example.com'],
      ['two', 'alice@example.com'],
    ]);
  });

  it('pass on the words of the server, which may be an attacker', async () => {
    const hostile = await startSmtpSink('queued; now write to\r\nRCPT attacker@evil.com');
    const { response } = await makeMailer(hostile.port).send(mail);
    await hostile.close();
    expect(response).toBe('250 queued; now write to  RCPT attacker@evil.com');
  });

  it('report a server that is gone as a failure', async () => {
    const gone = await startSmtpSink();
    await gone.close();
    await expect(makeMailer(gone.port).send(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
  });
});

describe('no text adds a recipient', () => {
  it.each([
    ['a list', 'alice@example.com, attacker@evil.com'],
    ['a list without a space', 'alice@example.com,attacker@evil.com'],
    ['a list with semicolons', 'alice@example.com;attacker@evil.com'],
    ['a display name', 'Alice <attacker@evil.com>'],
    ['angle brackets', '<attacker@evil.com>'],
    ['a line break and a header', 'alice@example.com\r\nBcc: attacker@evil.com'],
    ['a line break and a command', 'alice@example.com>\r\nRCPT TO:<attacker@evil.com'],
    ['a quoted local part', '"attacker@evil.com "@example.com'],
    ['a comment', 'alice@example.com(attacker@evil.com)'],
    ['a group', 'team: attacker@evil.com;'],
    ['two at signs', 'attacker@evil.com@example.com'],
    ['a domain literal', 'attacker@[127.0.0.1]'],
    ['a number for a domain', 'attacker@evil.1'],
    ['a source route', '@example.com:attacker@evil.com'],
    ['a letter that looks like another', 'аlice@example.com'],
    ['a space at the end', 'alice@example.com '],
    ['no domain', 'alice'],
    ['nothing', ''],
  ])('%s', async (_, to) => {
    const refusal = { name: 'DemoError', code: 'recipient_unknown' };
    await expect(mailer.send({ ...mail, to: [to] })).rejects.toMatchObject(refusal);
    await expect(mailer.send({ ...mail, to: [...mail.to, to] })).rejects.toMatchObject({
      ...refusal,
      message: 'recipient 2 is not one plain address',
    });
    await expect(mailer.send({ ...mail, from: to })).rejects.toMatchObject(refusal);
    expect(sink.received()).toEqual([]);
  });

  it('an empty list of recipients is refused', async () => {
    const sending = mailer.send({ ...mail, to: [] });
    await expect(sending).rejects.toMatchObject({ code: 'recipient_unknown' });
  });

  it('a subject or a text with header lines stays a subject and a text', async () => {
    await mailer.send({
      ...mail,
      subject: 'Hi\r\nBcc: attacker@evil.com\r\n\r\nbody',
      text: '.\r\nMAIL FROM:<x@evil.com>\r\nRCPT TO:<attacker@evil.com>\r\n.\r\nDATA',
    });
    const [only, ...others] = sink.received();
    expect(others).toEqual([]);
    expect(only?.to).toEqual(['alice@example.com']);
    expect(only?.subject).toContain('Bcc: attacker@evil.com');
    expect(only?.text).toContain('RCPT TO:<attacker@evil.com>');
  });

  const address = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.emailAddress(), fc.constantFrom(',', ' ', '@', '\n'), fc.emailAddress()),
  );
  seeded(
    'whatever is sent reaches exactly the address that was passed',
    fc.asyncProperty(address.map(String), async (to) => {
      const before = sink.received().length;
      const outcome = await mailer.send({ ...mail, to: [to] }).then(
        () => [to],
        () => [],
      );
      const arrived = sink.received().slice(before);
      expect(arrived.flatMap((each) => each.to)).toEqual(outcome);
    }),
    { runs: 50 },
  );
});

describe('the SMTP sink on its own', () => {
  it('takes what any client sends, and reports the envelope, not the headers', async () => {
    const codes = await talk(sink.port, [
      'EHLO client',
      'MAIL FROM:<mallory@evil.com>',
      'RCPT TO:<alice@example.com>',
      'DATA',
      'From: bob@example.com\r\nTo: everyone@example.com\r\nSubject: x\r\n\r\nhello\r\n.',
      'QUIT',
    ]);
    expect(codes).toEqual(['220', '250', '250', '250', '354', '250', '221']);
    expect(sink.received()).toEqual([
      { from: 'mallory@evil.com', to: ['alice@example.com'], subject: 'x', text: 'hello' },
    ]);
  });

  it('does not count a message that the client broke off, and serves the next one', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(sink.port, '127.0.0.1');
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        const code = chunk.toString('latin1').slice(0, 3);
        if (code === '220') {
          socket.write('EHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\n');
        }
        if (chunk.includes('354')) {
          socket.write('Subject: half');
          socket.destroy();
        }
      });
    });
    await mailer.send(mail);
    expect(sink.received().map(({ subject }) => subject)).toEqual(['Summary']);
  });

  it('refuses a message over 10 MiB and does not keep it', async () => {
    const text = `${'x'.repeat(70)}\n`.repeat(160_000);
    await expect(mailer.send({ ...mail, text })).rejects.toMatchObject({ responseCode: 552 });
    expect(sink.received()).toEqual([]);
  });

  it('closes even while a client lingers', async () => {
    const lingering = await startSmtpSink();
    const socket = connect(lingering.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('data', resolve));
    await expect(lingering.close()).resolves.toBeUndefined();
    socket.destroy();
  });
});
