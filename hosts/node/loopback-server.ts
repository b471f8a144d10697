/** An HTTP server on this machine's loopback address, which no other machine reaches. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HostError } from '../errors.js';

export const LOOPBACK = '127.0.0.1';
/** How long a caller may take to send a request. */
const SEND_MS = 30_000;

export interface LoopbackServer {
  readonly port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/**
 * Serves until it is closed; port 0 takes any that is free.
 * @throws HostError `config_malformed` for a port that is none, `face_unavailable` if it cannot
 * listen
 */
export async function serveLoopback(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<LoopbackServer> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new HostError('config_malformed', '`port` takes a whole number from 0 to 65535');
  const { createAdaptorServer } = await import('@hono/node-server');
  const server = createAdaptorServer({
    fetch,
    // The classes of the realm belong to the host.
    overrideGlobalObjects: false,
    serverOptions: { headersTimeout: SEND_MS, requestTimeout: SEND_MS },
  }) as Server;
  await listening(server, port);
  return Object.freeze({
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error): void => {
      const why = 'code' in cause ? String(cause.code) : cause.message;
      const what = `cannot listen on ${LOOPBACK}, port ${port}: ${why}`;
      reject(new HostError('face_unavailable', what, { cause }));
    };
    server.once('error', failed);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off('error', failed);
      resolve();
    });
  });
}
