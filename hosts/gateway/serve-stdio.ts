/** The gateway, or a trial of it, for the one client on this process's input and output. */
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { serveClient } from './client-server.js';
import type { Gateway } from './gateway.js';
import type { ObservedGateway } from './observed-gateway.js';
import { passClient } from './observed-server.js';
import { StdioTransport } from './stdio-transport.js';

export interface ClientStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal?: AbortSignal;
}

/** Serves the client until its input ends or the signal is aborted. */
export function serveStdio(gateway: Gateway, streams: ClientStreams): Promise<void> {
  return during(streams, (transport) => serveClient(gateway, transport));
}

/** Passes the client's calls on, unenforced, until its input ends or the signal is aborted. */
export function passStdio(gateway: ObservedGateway, streams: ClientStreams): Promise<void> {
  return during(streams, (transport) => passClient(gateway, transport));
}

async function during(
  { input, output, signal }: ClientStreams,
  serve: (transport: Transport) => Promise<void>,
): Promise<void> {
  const transport = new StdioTransport(input, output);
  const onAbort = (): void => void transport.close();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await serve(transport);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
