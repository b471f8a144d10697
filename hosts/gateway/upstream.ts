/**
 * The connection to one server: opened when it is needed, opened anew when it broke, and what its
 * tools are defined as right now. Whatever the server sends is data; it is asked for nothing but
 * tools and calls, and may ask for nothing.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { HostError } from '../errors.js';
import { readDefinition, type ServerDefinition } from './definition.js';
import type { Reach, ServerSettings } from './gateway-settings.js';

const CONNECT_MS = 30_000;
const MAX_PAGES = 64;
const MAX_TOOLS = 1024;
/** What the frame around a result takes: the protocol, escapes and keys of it. */
const FRAME = 65_536;

/** What a server defines, by its own names. */
export type Definitions = ReadonlyMap<string, ServerDefinition>;

interface Link {
  readonly client: Client;
  definitions: Definitions;
}

export class Upstream {
  readonly name: string;
  readonly #settings: ServerSettings;
  readonly #version: string;
  readonly #changed: () => void;
  #link: Promise<Link> | null = null;
  #definitions: Definitions = new Map();
  #isClosed = false;

  /** `changed` is told whenever the server says that its tools are others now. */
  constructor(settings: ServerSettings, how: { version: string; changed: () => void }) {
    this.name = settings.name;
    this.#settings = settings;
    this.#version = how.version;
    this.#changed = how.changed;
  }

  /** What the server defined when it was last asked; nothing before it was. */
  get definitions(): Definitions {
    return this.#definitions;
  }

  /** Connects and asks for the tools. @throws HostError `server_unavailable` */
  async open(): Promise<Definitions> {
    return (await this.#linked()).definitions;
  }

  /**
   * Calls a tool that is still defined as it was pinned; answers what the server says, unread.
   * @throws HostError `server_unavailable`, `tool_unpinned`
   */
  async call(
    { tool, digest }: { readonly tool: string; readonly digest: string },
    args: object,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { client } = await this.#linked();
    // INV-X7: the link may be a new one, to a server that is another one now.
    if (this.#definitions.get(tool)?.digest !== digest)
      throw new HostError('tool_unpinned', `\`${this.name}\` defines \`${tool}\` anew`);
    const { timeoutMs } = this.#settings;
    const params = { name: tool, arguments: args };
    // Progress keeps nothing alive: a result that never ends ends here.
    const options = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
    return client.request({ method: 'tools/call', params }, ResultSchema, options);
  }

  /** Ends the connection, and with it a server that was started for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const link = await this.#link?.catch(() => null);
    await link?.client.close().catch(() => undefined);
  }

  #linked(): Promise<Link> {
    if (this.#isClosed) throw this.#unavailable('the gateway is closed');
    this.#link ??= this.#connect().catch((error: unknown) => {
      this.#link = null;
      throw error;
    });
    return this.#link;
  }

  async #connect(): Promise<Link> {
    const client = new Client({ name: 'sluice-gateway', version: this.#version });
    client.onclose = () => {
      this.#link = null;
    };
    // What a server does wrong ends its calls; it is no fault of the process.
    client.onerror = () => undefined;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.#relist(client));
    try {
      await client.connect(transportOf(this.#settings), { timeout: CONNECT_MS });
      const link = { client, definitions: await listTools(client) };
      this.#definitions = link.definitions;
      return link;
    } catch (cause) {
      await client.close().catch(() => undefined);
      throw this.#unavailable('it cannot be reached, or does not list its tools', cause);
    }
  }

  async #relist(client: Client): Promise<void> {
    // Until the new list is there, nothing of the old one counts.
    this.#definitions = new Map();
    this.#definitions = await listTools(client).catch(() => new Map());
    this.#changed();
  }

  #unavailable(why: string, cause?: unknown): HostError {
    return new HostError('server_unavailable', `server \`${this.name}\`: ${why}`, { cause });
  }
}

function transportOf({ reach, resultBytes }: ServerSettings): Transport {
  if ('url' in reach) return httpTransport(reach, resultBytes);
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
  resultBytes: number,
): Transport {
  const token = tokenEnv === null ? undefined : process.env[tokenEnv];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers, redirect: 'error' },
    fetch: (at, init) => boundedFetch(at, init, resultBytes + FRAME),
  }) as Transport;
}

/** Answers of which no message is longer than the bound; a stream may have any number of them. */
async function boundedFetch(
  at: string | URL,
  init: RequestInit | undefined,
  most: number,
): Promise<Response> {
  const response = await fetch(at, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const { body, status, statusText, headers } = response;
  const bounded = body.pipeThrough(isStream ? boundedEvents(most) : boundedBytes(most));
  return new Response(bounded, { status, statusText, headers });
}

function boundedBytes(most: number): TransformStream<Uint8Array, Uint8Array> {
  let left = most;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new RangeError('an answer over the bound'));
      else controller.enqueue(chunk);
    },
  });
}

const LF = 10;
const CR = 13;

/** An event ends with an empty line. */
function boundedEvents(most: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  let last = 0;
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of chunk) {
        const isEnd = byte === LF && last === LF;
        length = isEnd ? 0 : length + 1;
        if (byte !== CR) last = byte;
        if (length > most) {
          controller.error(new RangeError('an event over the bound'));
          return;
        }
      }
      controller.enqueue(chunk);
    },
  });
}

/** Every page of the list; what is no definition is left out. @throws RangeError over the bounds */
async function listTools(client: Client): Promise<Definitions> {
  const found = new Map<string, ServerDefinition>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const options = { timeout: CONNECT_MS, maxTotalTimeout: CONNECT_MS };
    const answer = await client.request({ method: 'tools/list', params }, ResultSchema, options);
    const { tools, nextCursor } = answer as { tools?: unknown; nextCursor?: unknown };
    if (!Array.isArray(tools)) throw new TypeError('no list of tools');
    for (const given of tools) keep(readDefinition(given), found);
    if (typeof nextCursor !== 'string') return found;
    cursor = nextCursor;
  }
  throw new RangeError('a list of tools that does not end');
}

function keep(definition: ServerDefinition | null, found: Map<string, ServerDefinition>): void {
  if (definition === null) return;
  if (found.size >= MAX_TOOLS) throw new RangeError('too many tools');
  // Of two tools of one name nobody knows which one a call would reach.
  if (found.has(definition.name)) throw new TypeError('two tools of one name');
  found.set(definition.name, definition);
}
