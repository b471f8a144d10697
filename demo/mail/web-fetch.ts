/**
 * Fetches any URL from the demo's web as from a proxy: a real request, and none that leaves this
 * machine.
 */
import { request } from 'node:http';
import { DemoError } from './errors.js';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

export interface Page {
  readonly status: number;
  readonly body: string;
}

/**
 * Makes `fetchPage(url)` for the web sink on that port; it throws `schema_invalid` for what is no
 * http(s) URL.
 */
export function makeWebFetch(port: number): (url: string) => Promise<Page> {
  return (url) => {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (target === undefined || !/^https?:$/.test(target.protocol)) {
      return Promise.reject(new DemoError('schema_invalid', 'not an http or https URL'));
    }
    target.hash = '';
    return getPage(port, target);
  };
}

function getPage(port: number, { href, host }: URL): Promise<Page> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: href, headers: { host }, timeout: TIMEOUT_MS };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) sent.destroy(new Error('page over 1 MiB'));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s')));
    sent.on('error', reject);
    sent.end();
  });
}
