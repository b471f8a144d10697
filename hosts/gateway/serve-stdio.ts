/** The gateway for the one client on this process's standard input and output. */
import type { Readable, Writable } from 'node:stream';
import { serveClient } from './client-server.js';
import type { Gateway } from './gateway.js';
import { StdioTransport } from './stdio-transport.js';

/** Serves the client until its input ends or the signal is aborted. */
export async function serveStdio(
  gateway: Gateway,
  streams: { readonly input: Readable; readonly output: Writable; readonly signal?: AbortSignal },
): Promise<void> {
  const { input, output, signal } = streams;
  const transport = new StdioTransport(input, output);
  const onAbort = (): void => void transport.close();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await serveClient(gateway, transport);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
