/** How a server is reached: a process that is started for it, or an address. */
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type Bound, boundedFetch } from './bounded-fetch.js';
import type { Reach, ServerSettings } from './gateway-settings.js';

/** What the frame around a result takes: the protocol, escapes and keys of it. */
const FRAME = 65_536;

/**
 * The transport to a server; no message of it is longer than a result may be. `over` is told of one
 * where the transport itself would not end.
 */
export function transportOf({ reach, resultBytes }: ServerSettings, over: () => void): Transport {
  if ('url' in reach) return httpTransport(reach, { most: resultBytes + FRAME, over });
  const { command, args, cwd } = reach;
  // The server's own words go nowhere: they would reach a terminal.
  const io = { stderr: 'ignore', maxBufferSize: resultBytes + FRAME } as const;
  return new StdioClientTransport({
    command,
    args: [...args],
    cwd,
    env: environmentOf(reach),
    ...io,
  });
}

function environmentOf({
  env,
}: Extract<Reach, { readonly command: string }>): Record<string, string> {
  const named = env.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...getDefaultEnvironment(), ...Object.fromEntries(named) };
}

function httpTransport(
  { url, tokenEnv }: Extract<Reach, { readonly url: string }>,
  bound: Bound,
): Transport {
  const token = tokenEnv === null ? undefined : process.env[tokenEnv];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers, redirect: 'error' },
    fetch: (at, init) => boundedFetch(at, init, bound),
  }) as Transport;
}
