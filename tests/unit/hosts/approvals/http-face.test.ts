/** The HTTP face on a real port: who may ask, what is shown, what becomes of a ruling. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type HttpFace, type RulingDesk, serveApprovals } from '../../../../hosts/index.js';
import {
  type RulingAnswer,
  type RulingRefusal,
  rulingRefusals,
} from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { anApprovalRequest } from '../../../fakes/approval-request.js';

const request = anApprovalRequest();
const ticket = { request, state: 'pending', rulings: [], owner: 'o', since: 1_000 } as const;
const body = { digest: request.digest, decision: 'allow', approver: 'alice' };

const open: HttpFace[] = [];
afterEach(async () => {
  for (const face of open.splice(0)) await face.close();
});

interface Served {
  readonly face: HttpFace;
  /** What reached the broker: `list`, `show ID`, and each ruling. */
  readonly reached: unknown[];
}

async function serve(
  answer: RulingAnswer = { accepted: true, outstanding: 0 },
  change: Partial<RulingDesk> = {},
): Promise<Served> {
  const reached: unknown[] = [];
  const desk: RulingDesk = {
    list: async () => {
      reached.push('list');
      return [ticket];
    },
    show: async (id) => {
      reached.push(`show ${id}`);
      return id === request.approval ? ticket : null;
    },
    rule: async (ruling) => {
      reached.push(ruling);
      return answer;
    },
    ...change,
  };
  const face = await serveApprovals(desk);
  open.push(face);
  return { face, reached };
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends exactly these headers, and by default the token and the right host. */
function send({ port, token }: HttpFace, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', path = '/approvals' } = sent;
  const own: Record<string, string> = { authorization: `Bearer ${token}` };
  if (method === 'POST') own['content-type'] = 'application/json';
  const headers = Object.entries({ ...own, ...sent.headers }).filter(([, value]) => value !== '');
  return new Promise((resolve, reject) => {
    const going = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: Object.fromEntries(headers) },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    going.on('error', reject);
    going.end(sent.body);
  });
}

const post = (given: unknown = body): Sent => ({
  method: 'POST',
  path: '/approvals/r1',
  body: JSON.stringify(given),
});

describe('who may ask', () => {
  const strangers: readonly (readonly [string, number, Readonly<Record<string, string>>])[] = [
    ['without a token', 401, { authorization: '' }],
    ['with another token', 401, { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['with a token that goes on', 401, { authorization: 'Bearer TOKENx' }],
    ['with a token that is cut', 401, { authorization: 'Bearer TOKE' }],
    ['with another scheme', 401, { authorization: 'Basic TOKEN' }],
    ['by another name for this address', 403, { host: 'evil.example:PORT' }],
    ['by the right name on another port', 403, { host: '127.0.0.1:1' }],
    ['by the right name without a port', 403, { host: '127.0.0.1' }],
    ['from a page of another origin', 403, { origin: 'http://evil.example' }],
    ['from a page of another port', 403, { origin: 'http://127.0.0.1:1' }],
    ['from the same name by another protocol', 403, { origin: 'https://127.0.0.1:PORT' }],
    ['from a page without an origin', 403, { origin: 'null' }],
    ['from another site, by its own word', 403, { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour of this site', 403, { 'sec-fetch-site': 'same-site' }],
  ];

  verifies(
    'INV-Q10',
    'strangers are shown nothing and rule on nothing, whatever they ask for',
    async () => {
      const { face, reached } = await serve();
      const filled = (headers: Readonly<Record<string, string>>): Record<string, string> => {
        const entries = Object.entries(headers).map(([name, value]) => [
          name,
          value.replace('PORT', String(face.port)).replace('TOKE', face.token.slice(0, -1)),
        ]);
        return Object.fromEntries(entries);
      };
      const asked: readonly Sent[] = [
        { path: '/approvals' },
        { path: '/approvals/r1' },
        { path: '/approvals', method: 'HEAD' },
        { path: '/approvals', method: 'OPTIONS' },
        { path: '/elsewhere' },
        post(),
      ];
      for (const [who, status, headers] of strangers) {
        for (const sent of asked) {
          const answer = await send(face, { ...sent, headers: filled(headers) });
          const what = `${who}: ${sent.method ?? 'GET'} ${sent.path}`;
          expect([what, answer.status]).toEqual([what, status]);
          expect(answer.text).not.toContain('hello');
          expect(Object.keys(answer.headers).filter((name) => name.includes('allow'))).toEqual([]);
        }
      }
      expect(reached).toEqual([]);
    },
  );

  test('whoever has the token, by both names of the address, and from its own page', async () => {
    const { face } = await serve();
    const { port } = face;
    for (const headers of [
      {},
      { host: `localhost:${port}` },
      { origin: face.url, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ])
      expect((await send(face, { headers })).status).toBe(200);
  });

  test('a client of old HTTP names no host and is refused', async () => {
    const { face, reached } = await serve();
    const said = await new Promise<string>((resolve) => {
      const socket = connect(face.port, '127.0.0.1');
      let text = '';
      socket.on('data', (part) => {
        text += String(part);
      });
      socket.on('close', () => resolve(text));
      socket.write(`GET /approvals HTTP/1.0\r\nAuthorization: Bearer ${face.token}\r\n\r\n`);
    });
    expect(said).not.toContain('hello');
    expect(reached).toEqual([]);
  });

  test('a token that could be guessed is refused, and so is a port that is none', async () => {
    const { reached: _, face } = await serve();
    const desk = {} as RulingDesk;
    for (const token of ['', 'short', `${'x'.repeat(31)}`, `${'x'.repeat(40)} `])
      await expect(serveApprovals(desk, { token })).rejects.toThrow('`token` takes 32');
    for (const port of [-1, 1.5, 70_000])
      await expect(serveApprovals(desk, { port })).rejects.toThrow('`port` takes');
    await expect(serveApprovals(desk, { port: face.port })).rejects.toMatchObject({
      code: 'face_unavailable',
    });
    expect(face.token).toMatch(/^[\w-]{43}$/);
  });
});

describe('what is shown', () => {
  test('what is open, with the lines of the kernel, for no cache and no other page', async () => {
    const { face } = await serve();
    const { headers, text } = await send(face);
    const shown = JSON.parse(text).approvals[0];
    expect(shown.ticket.request).toEqual(JSON.parse(JSON.stringify(request)));
    expect(shown.lines.join('\n')).toContain('"/text" = "hello <b>world</b>"');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('one request by its id, or that there is none', async () => {
    const { face } = await serve();
    expect(JSON.parse((await send(face, { path: '/approvals/r1' })).text).ticket.state).toBe(
      'pending',
    );
    const { status, text } = await send(face, { path: '/approvals/r2' });
    expect([status, JSON.parse(text).code]).toEqual([404, 'not_found']);
    expect((await send(face, { path: '/elsewhere' })).status).toBe(404);
  });

  test('a store that fails is said to be unavailable, and no more', async () => {
    const list = (): never => {
      throw new Error('a secret');
    };
    const { face } = await serve(undefined, { list });
    const { status, text } = await send(face);
    expect([status, JSON.parse(text).code]).toEqual([503, 'unavailable']);
    expect(text).not.toContain('secret');
  });
});

describe('a ruling', () => {
  test('goes to the broker as it was sent, with its request and its face', async () => {
    const { face, reached } = await serve({ accepted: true, outstanding: 1 });
    const { status, text } = await send(face, post({ ...body, reason: 'why', signature: 'c2ln' }));
    expect([status, JSON.parse(text)]).toEqual([200, { accepted: true, outstanding: 1 }]);
    expect(reached).toEqual([
      { ...body, reason: 'why', signature: 'c2ln', approval: 'r1', source: 'http' },
    ]);
  });

  test.each<[RulingRefusal, number]>([
    ['not_found', 404],
    ['expired', 410],
    ['not_owned', 410],
    ['conflict', 409],
    ['digest_mismatch', 409],
    ['not_accepted', 503],
    ['malformed', 400],
    ['unsigned', 403],
  ])('that is refused as %s answers %i', async (code, status) => {
    const { face } = await serve({ accepted: false, code });
    const answer = await send(face, post());
    expect(answer.status).toBe(status);
    const message = rulingRefusals[code];
    expect(JSON.parse(answer.text)).toEqual({ accepted: false, code, message });
  });

  test.each([
    ['no JSON', 'allow'],
    ['two values', `${JSON.stringify(body)}{}`],
    ['a key twice', '{"digest":"a","digest":"b","decision":"allow","approver":"a"}'],
    ['a reserved key', '{"__proto__":{}}'],
    ['a list', '[]'],
    ['another request', JSON.stringify({ ...body, approval: 'r2' })],
    ['another face', JSON.stringify({ ...body, source: 'terminal' })],
    ['too deep', JSON.stringify({ ...body, reason: [[[]]] })],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['nothing', ''],
  ])('that is %s does not reach the broker', async (_, sent) => {
    const { face, reached } = await serve();
    const { status } = await send(face, { ...post(), body: sent });
    expect([status, reached]).toEqual([400, []]);
  });

  test.each(['', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'as `%s` is none: a form of another page cannot send JSON',
    async (type) => {
      const { face, reached } = await serve();
      const { status } = await send(face, { ...post(), headers: { 'content-type': type } });
      expect([status, reached]).toEqual([415, []]);
    },
  );

  test('is bounded, with a length that is said and without one', async () => {
    const { face, reached } = await serve();
    const long = JSON.stringify({ ...body, reason: 'x'.repeat(70_000) });
    expect((await send(face, { ...post(), body: long })).status).toBe(413);
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await send(face, { ...post(), body: long, headers: chunked })).status).toBe(413);
    expect(reached).toEqual([]);
  });
});

test('the classes of the realm stay what they were', async () => {
  const before = [globalThis.Request, globalThis.Response, globalThis.Headers];
  await serve();
  expect([globalThis.Request, globalThis.Response, globalThis.Headers]).toEqual(before);
});
