/** The connection of one client, from its beginning to its end. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ToolChanges } from './tool-changes.js';

/** Serves until the client has gone, and tells it whenever the tools are others. */
export async function untilGone(
  server: Server,
  transport: Transport,
  { onChanged }: Pick<ToolChanges, 'onChanged'>,
): Promise<void> {
  const stop = onChanged(() => {
    server.sendToolListChanged().catch(() => undefined);
  });
  // What a client sends wrongly is answered or dropped by the protocol; it is no fault of ours.
  server.onerror = () => undefined;
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  try {
    await server.connect(transport);
    await ended;
  } finally {
    stop();
  }
}
