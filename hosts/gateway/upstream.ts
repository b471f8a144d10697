/**
 * The connection to one server: opened when it is needed, opened anew when it broke, and what its
 * tools are defined as right now. Whatever the server sends is data; it is asked for nothing but
 * tools and calls, and may ask for nothing.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  McpError,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { HostError } from '../errors.js';
import type { ServerSettings } from './gateway-settings.js';
import { GuardedTransport } from './guarded-transport.js';
import { type Definitions, listTools } from './list-tools.js';
import { transportOf } from './server-transport.js';

const CONNECT_MS = 30_000;
/** How often a list is asked for that is an old one by the time it comes. */
const MAX_LISTS = 16;

const nothing: Definitions = new Map();

interface Link {
  readonly client: Client;
  readonly transport: GuardedTransport;
  /** The server has said that its tools are others since they were asked for. */
  isStale: boolean;
  isListing: boolean;
}

export class Upstream {
  readonly name: string;
  readonly #settings: ServerSettings;
  readonly #version: string;
  readonly #changed: () => void;
  #opening: Promise<Link> | null = null;
  /** The one that the definitions are of. */
  #link: Link | null = null;
  #definitions: Definitions = nothing;
  readonly #ending = new Set<Promise<void>>();
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
    await this.#linked();
    return this.#definitions;
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
    const link = await this.#linked();
    // INV-X7: the link may be a new one, to a server that is another one now.
    if (this.#definitions.get(tool)?.digest !== digest)
      throw new HostError('tool_unpinned', `\`${this.name}\` defines \`${tool}\` anew`);
    signal.throwIfAborted();
    const { timeoutMs } = this.#settings;
    const params = { name: tool, arguments: args };
    // Progress keeps nothing alive: a result that never ends ends here.
    const options = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
    try {
      return await link.client.request({ method: 'tools/call', params }, ResultSchema, options);
    } catch (error) {
      // Neither the server's word nor the clock's: there is no server behind that link any more.
      if (!(error instanceof McpError) || this.#isStuck(link)) this.#end(link);
      throw error;
    }
  }

  /** Ends the connection, and with it a server that was started for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const link = await this.#opening?.catch(() => null);
    if (link !== null && link !== undefined) this.#end(link);
    await Promise.all(this.#ending);
  }

  #linked(): Promise<Link> {
    if (this.#isClosed) throw this.#unavailable('the gateway is closed');
    if (this.#opening !== null) return this.#opening;
    const forget = (): void => {
      if (this.#opening === opening) this.#opening = null;
    };
    const opening = this.#connect(forget);
    opening.catch(forget);
    this.#opening = opening;
    return opening;
  }

  /** A request over HTTP is under way until it is answered: that says nothing. */
  #isStuck({ transport }: Link): boolean {
    return 'command' in this.#settings.reach && transport.isStuck;
  }

  async #connect(forget: () => void): Promise<Link> {
    const client = new Client({ name: 'sluice-gateway', version: this.#version });
    const cut = (): void => this.#end(link);
    const transport = new GuardedTransport(transportOf(this.#settings, cut), cut);
    const link: Link = { client, transport, isStale: false, isListing: true };
    client.onclose = forget;
    // What a server does wrong ends its calls; it is no fault of the process.
    client.onerror = () => undefined;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.#relist(link));
    try {
      await client.connect(transport, { timeout: CONNECT_MS });
      this.#definitions = await listed(link);
      this.#link = link;
      return link;
    } catch (cause) {
      this.#end(link);
      throw this.#unavailable('it cannot be reached, or does not list its tools', cause);
    }
  }

  /** Asks for the tools again: one list at a time, however often the server says it changed. */
  async #relist(link: Link): Promise<void> {
    link.isStale = true;
    // Until the new list is there, nothing of the old one counts.
    if (this.#link === link) this.#definitions = nothing;
    if (link.isListing) return;
    link.isListing = true;
    try {
      const definitions = await listed(link);
      if (this.#link === link) this.#definitions = definitions;
    } catch {
      this.#end(link);
    }
    this.#changed();
  }

  /** Ends a link; whoever needs the server next opens another one. */
  #end(link: Link): void {
    link.client.onclose?.();
    const ending = link.client.close().catch(() => undefined);
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }

  #unavailable(why: string, cause?: unknown): HostError {
    return new HostError('server_unavailable', `server \`${this.name}\`: ${why}`, { cause });
  }
}

/** The list of a server that has said no news of it since it was asked. @throws as `listTools` */
async function listed(link: Link): Promise<Definitions> {
  try {
    for (let round = 0; round < MAX_LISTS; round += 1) {
      link.isStale = false;
      const definitions = await listTools(link.client);
      if (!link.isStale) return definitions;
    }
  } finally {
    link.isListing = false;
  }
  throw new RangeError('a list of tools that is never the last one');
}
