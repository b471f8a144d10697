/** Writes raw messages for the mailbox tests: CRLF as on the wire. */
export function rawMail(headers: Readonly<Record<string, string>>, body: string): Buffer {
  const all = {
    Date: 'Mon, 23 Nov 2026 08:12:40 +0000',
    From: 'Bob Ortega <bob@example.com>',
    To: 'alice@example.com',
    Subject: 'A note',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([...lines, '', ...body.split('\n'), ''].join('\r\n'), 'utf8');
}
