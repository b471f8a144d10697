import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { readHostHints } from '../../../hosts/executors/web/host-hints.js';
import { isPublicAddress } from '../../../hosts/executors/web/public-address.js';
import { verifies } from '../../claims/verifies.js';
import { type Answered, bundled, type Executors } from './executor-process.js';
import { redirect, startWebServer, text, type WebServer } from './web-server.js';

let executors: Executors;
let server: WebServer;
beforeAll(async () => {
  executors = await bundled('web_fetch');
  const packed = gzipSync('packed');
  server = await startWebServer({
    '/': text('grüße'),
    '/latin': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset="iso-8859-1"' })
        .end(Buffer.from([0x67, 0xfc])),
    '/json': (response) =>
      response.writeHead(200, { 'content-type': 'application/ld+json' }).end('{}'),
    '/gzip': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(packed),
    '/br': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'br' })
        .end(brotliCompressSync('brotli')),
    '/deflate': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'deflate' })
        .end(deflateSync('deflated')),
    '/image': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    '/untold': (response) => response.writeHead(200).end('x'),
    '/odd-set': text('x', { 'content-type': 'text/plain; charset=klingon' }),
    '/empty': (response) => response.writeHead(204).end(),
    '/moved': redirect('/moved-again', 301),
    '/moved-again': redirect('/', 307),
  });
});

function fetched(path: string, hints = ['127.0.0.1']): Promise<Answered> {
  const url = path.startsWith('/') ? server.origin + path : path;
  return executors.call('web_fetch', { args: { url }, scope: { 'web.fetch': hints } });
}

describe('web_fetch', () => {
  verifies(['T-5', 'T-33'], 'gives the text of a page on a host that a hint names', async () => {
    const { value } = await fetched('/#part');
    expect(value).toEqual({
      url: `${server.origin}/`,
      status: 200,
      type: 'text/plain',
      text: 'grüße',
      redirects: [],
    });
    expect(server.requests.at(-1)).toBe('GET /');
  });

  test('reads what servers send: other character sets, packed bodies, nothing', async () => {
    const paths = ['/latin', '/json', '/gzip', '/br', '/deflate', '/empty', '/none'];
    const answers = await Promise.all(paths.map((path) => fetched(path)));
    expect(answers.map(({ value }) => [value['status'], value['text']])).toEqual([
      [200, 'gü'],
      [200, '{}'],
      [200, 'packed'],
      [200, 'brotli'],
      [200, 'deflated'],
      [204, ''],
      [404, 'none'],
    ]);
  });

  test('follows redirects and says which', async () => {
    const { value } = await fetched('/moved');
    expect(value['url']).toBe(`${server.origin}/`);
    expect(value['redirects']).toEqual([`${server.origin}/moved-again`, `${server.origin}/`]);
  });

  test('refuses what is no text', async () => {
    expect((await fetched('/image')).error).toMatch(/^the page is `image\/png`, and only text/);
    expect((await fetched('/untold')).error).toMatch(/^the page does not say its type/);
    expect((await fetched('/odd-set')).error).toMatch(/^the character set `klingon` is not known/);
  });

  test.each([
    ['ftp://127.0.0.1/', /`ftp:` is not fetched/],
    ['file:///etc/hosts', /`file:` is not fetched/],
    ['data:text/plain,x', /`data:` is not fetched/],
    ['http://user@127.0.0.1/', /holds a user or a password/],
    ['http://:secret@127.0.0.1/', /holds a user or a password/],
    ['http://127.0.0.1:22/', /the port `22` belongs to another service/],
    ['127.0.0.1', /is no URL/],
    ['http://', /is no URL/],
  ])('refuses `%s`', async (url, error) => {
    expect((await fetched(url)).error).toMatch(error);
  });

  test('no password of a URL comes back in a message', async () => {
    expect((await fetched('http://:hunter2@127.0.0.1/')).error).not.toContain('hunter2');
  });
});

describe('hosts', () => {
  verifies('T-33', 'a hint names a host, a host and all below it, or every public one', () => {
    const table: readonly (readonly [string, string, boolean])[] = [
      ['example.com', 'example.com', true],
      ['example.com', 'www.example.com', false],
      ['*.example.com', 'www.example.com', true],
      ['*.example.com', 'example.com', true],
      ['*.example.com', 'badexample.com', false],
      ['EXAMPLE.com.', 'example.com', true],
      ['bücher.example', 'xn--bcher-kva.example', true],
      ['*', 'example.com', true],
      ['*', '93.184.215.14', true],
      ['*', '127.0.0.1', false],
      ['*.0.0.1', '127.0.0.1', false],
      ['127.0.0.1', '127.0.0.1', true],
      ['[::1]', '::1', true],
      ['::1', '::1', true],
      ['10.0.0.1', '10.0.0.2', false],
    ];
    for (const [hint, host, expected] of table) {
      expect([hint, host, readHostHints([hint]).coversHost(host)]).toEqual([hint, host, expected]);
    }
  });

  test.each(['http://a.example', 'a b', 'a/b', 'a:80', '', '*.', '*a.example', 'u@h'])(
    '`%s` is no hint',
    (hint) => {
      expect(() => readHostHints([hint])).toThrow(/names no host; write a name/);
    },
  );

  test('a name opens no address of the inside, its own hint does', () => {
    expect(readHostHints(['intranet.example']).coversAddress('10.0.0.5')).toBe(false);
    expect(readHostHints(['intranet.example', '10.0.0.5']).coversAddress('10.0.0.5')).toBe(true);
    expect(readHostHints(['127.0.0.1']).coversAddress('::ffff:7f00:1')).toBe(true);
  });
});

describe('addresses', () => {
  test.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    '%s is outside',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'example.com',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
