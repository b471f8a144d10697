/** Pages that lead inside, names that change their mind, and bodies without an end. */
import { type AddressInfo, connect, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchText } from '../../hosts/executors/web/fetch-text.js';
import { type Answered, bundled, type Executors } from '../unit/executors/executor-process.js';
import {
  type Page,
  redirect,
  startWebServer,
  text,
  type WebServer,
} from '../unit/executors/web-server.js';

const MIB = 1024 * 1024;

let executors: Executors;
let inside: WebServer;
let server: WebServer;

const bomb: Page = (response) => {
  const layer = gzipSync(Buffer.alloc(64 * MIB));
  response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(layer);
};
const endless: Page = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    response.once('drain', more);
  };
  more();
};

beforeAll(async () => {
  executors = await bundled('web_fetch');
  inside = await startWebServer({ '/': text('canary of the inside') }, '127.0.0.2');
  server = await startWebServer({
    '/': text('outside'),
    '/metadata': redirect('http://169.254.169.254/latest/meta-data/'),
    '/inside': redirect(`http://127.0.0.2:${inside.port}/`),
    '/localhost': redirect(`http://localhost:${inside.port}/`),
    '/decimal': redirect(`http://2130706434:${inside.port}/`),
    '/octal': redirect(`http://0177.0.0.2:${inside.port}/`),
    '/mapped': redirect(`http://[::ffff:127.0.0.2]:${inside.port}/`),
    '/six': redirect(`http://[::1]:${inside.port}/`),
    '/zero': redirect(`http://0.0.0.0:${inside.port}/`),
    '/slashes': redirect(`//127.0.0.2:${inside.port}/`),
    '/user': redirect(`http://127.0.0.1@127.0.0.2:${inside.port}/`),
    '/file': redirect('file:///etc/hosts'),
    '/script': redirect('javascript:alert(1)'),
    '/ring': redirect('/ring'),
    '/two-steps': redirect('/inside'),
    '/broken': redirect('http://['),
    '/bomb': bomb,
    '/endless': endless,
    '/not-gzip': text('plain', { 'content-encoding': 'gzip' }),
    '/twice': text('x', { 'content-encoding': 'gzip, gzip' }),
    '/headers': text('x', { 'x-long': 'y'.repeat(200_000) }),
    '/trickle': (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
    },
  });
});

function fetched(path: string, hints = ['127.0.0.1', '*']): Promise<Answered> {
  const url = path.startsWith('/') ? server.origin + path : path;
  return executors.call('web_fetch', { args: { url }, scope: { 'web.fetch': hints } });
}

describe('redirects', () => {
  test.each([
    '/metadata',
    '/inside',
    '/localhost',
    '/decimal',
    '/octal',
    '/mapped',
    '/six',
    '/zero',
    '/slashes',
    '/user',
    '/file',
    '/script',
    '/ring',
    '/two-steps',
    '/broken',
  ])('%s leads nowhere', async (path) => {
    const { ok, error } = await fetched(path);
    expect(ok).toBe(false);
    expect(error).toMatch(/; .+$/);
    expect(inside.requests).toEqual([]);
  });

  test('none is followed out of reach of the hints, be it public or not', async () => {
    const away = await startWebServer({ '/': redirect('http://example.com/') });
    const { error } = await fetched(`${away.origin}/`, ['127.0.0.1']);
    expect(error).toMatch(/^the host `example\.com` is outside of what `web\.fetch` reaches/);
  });
});

describe('names', () => {
  const hints = ['rebind.example', '127.0.0.1'];
  const url = (): string => `http://rebind.example:${server.port}/`;

  test('a name is asked once; what it says a moment later is not heard', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [{ address: answers[asked.length - 1] ?? '127.0.0.2', family: 4 }];
    };
    const page = await fetchText(url(), { hints, resolve });
    expect(page.text).toBe('outside');
    expect(asked).toEqual(['rebind.example']);
  });

  test('a second hop asks anew and is checked anew', async () => {
    const back = await startWebServer({ '/': redirect(url()) });
    const answers = ['127.0.0.1', '127.0.0.2'];
    let asked = 0;
    const resolve = async () => [{ address: answers[asked++] ?? '', family: 4 }];
    const start = `http://rebind.example:${back.port}/`;
    await expect(fetchText(start, { hints, resolve })).rejects.toThrow(
      /`rebind\.example` leads to `127\.0\.0\.2`, not outside/,
    );
  });

  test('one address of the inside among public ones is enough to refuse', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
    ];
    await expect(fetchText('http://rebind.example/', { hints: ['*'], resolve })).rejects.toThrow(
      /leads to `::ffff:10\.0\.0\.1`, not outside/,
    );
  });

  test('a name without an address is no host', async () => {
    const resolve = async () => [];
    await expect(fetchText(url(), { hints, resolve })).rejects.toThrow(/has no address/);
  });

  test('the name of this machine opens nothing by itself', async () => {
    const { error } = await fetched(`http://localhost:${server.port}/`, ['localhost']);
    expect(error).toMatch(/`localhost` leads to `(127\.0\.0\.1|::1)`, not outside/);
  });
});

describe('bodies', () => {
  test('a small body that unpacks to 64 MiB is given up', async () => {
    expect((await fetched('/bomb')).error).toMatch(/broken or over 1048576 bytes unpacked/);
  });

  test('a body without an end is given up', async () => {
    expect((await fetched('/endless')).error).toMatch(/has over 1048576 bytes; ask for less/);
  });

  test('a body that is not what it says is refused', async () => {
    expect((await fetched('/not-gzip')).error).toMatch(/broken or over/);
    expect((await fetched('/twice')).error).toMatch(/`gzip, gzip` is not read/);
  });

  test('headers beyond 16 KiB are given up', async () => {
    expect((await fetched('/headers')).error).toMatch(
      /could not be read \(`HPE_HEADER_OVERFLOW`\)/,
    );
  });

  test('a body that trickles is given up when the time is over, over all hops', async () => {
    const started = performance.now();
    const fetching = fetchText(`${server.origin}/trickle`, {
      hints: ['127.0.0.1'],
      timeoutMs: 300,
    });
    await expect(fetching).rejects.toThrow(/did not answer in full in time; try again later/);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('a server that speaks another language ends in an answer', async () => {
    const odd = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('220 smtp.example ESMTP\r\n');
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    afterAll(() => odd.close());
    const { port } = odd.address() as AddressInfo;
    expect((await fetched(`http://127.0.0.1:${port}/`)).error).toMatch(/could not be read/);
  });

  test('a URL cannot put a line of its own into the request', async () => {
    const { ok } = await fetched('/\r\nx-smuggled: 1\r\n\r\n');
    expect(ok).toBe(true);
    expect(server.requests.at(-1)).toBe('GET /x-smuggled:%201');
  });

  test('an address that nobody listens at ends in an answer', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const probe = connect(port, '127.0.0.1');
    await new Promise((resolve) => probe.once('error', resolve));
    expect((await fetched(`http://127.0.0.1:${port}/`)).error).toMatch(/`ECONNREFUSED`/);
  });
});
