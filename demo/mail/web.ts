/**
 * The demo's whole web: an HTTP server on loopback that answers any host like a proxy and keeps
 * every URL it was asked for. A fetch that goes through leaves its mark here; a fetch that the Gate
 * stopped does not.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOPBACK = '127.0.0.1';

export interface WebSink {
  readonly port: number;
  /** The URLs requested so far, in order, as they stood in the requests. */
  requested(): readonly string[];
  close(): Promise<void>;
}

/** Starts the web on a free loopback port; every page holds the given text. */
export async function startWebSink(page = 'nothing to see here\n'): Promise<WebSink> {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? '';
    // A request by way of a proxy names the whole URL; any other names the host in a header.
    urls.push(target.startsWith('/') ? `http://${request.headers.host ?? ''}${target}` : target);
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(page);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    requested: () => [...urls],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
