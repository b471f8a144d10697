/** A real web server on loopback that answers each path as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Page = (response: ServerResponse, request: IncomingMessage) => void;

export interface WebServer {
  readonly port: number;
  readonly origin: string;
  /** `METHOD path` of each request, in order. */
  readonly requests: readonly string[];
}

/** Starts a server on an address of this machine; closed after the tests of the file. */
export async function startWebServer(
  pages: Readonly<Record<string, Page>>,
  address = '127.0.0.1',
): Promise<WebServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const page = pages[request.url?.split('?', 1)[0] ?? ''];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
    else page(response, request);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, address, resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://${address}:${port}`, requests };
}

/** A page of plain text. */
export function text(body: string, headers: Readonly<Record<string, string>> = {}): Page {
  return (response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body);
}

/** A page that leads elsewhere. */
export function redirect(location: string, status = 302): Page {
  return (response) => response.writeHead(status, { location }).end();
}
