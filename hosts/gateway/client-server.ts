/**
 * One client of the gateway: it sees the tools on offer, and each call of it is a call of its
 * session. Resources, prompts and sampling are not offered.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { ClientSession } from '../../kernel/index.js';
import { clientFaces } from './client-face.js';
import { type Gateway, ownVersion } from './gateway.js';
import { listedTool } from './listed-tool.js';
import { type OfferedTool, standing } from './server-tool.js';
import { refused, type ToldResult, toldResult } from './told-result.js';
import { untilGone } from './until-gone.js';

/** Calls that a client may have open. */
const MAX_OPEN = 64;
const OTHER_FACE =
  'name `approvals` in the settings of the gateway and rule with `sluice approvals`';

/** Serves a client until its connection ends. */
export async function serveClient(gateway: Gateway, transport: Transport): Promise<void> {
  // INV-X12: of this connection alone.
  const session = gateway.openClient();
  const server = new Server(
    { name: 'sluice-gateway', version: ownVersion() },
    { capabilities: { tools: { listChanged: true } } },
  );
  const calls = new ClientCalls(gateway, session, server);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: calls.listed() }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, request) =>
    calls.call(params.name, params.arguments, request),
  );
  try {
    await untilGone(server, transport, gateway);
  } finally {
    session.close();
  }
}

/** What the protocol knows of a request. */
interface ClientRequest {
  readonly signal: AbortSignal;
  readonly requestId: RequestId;
}

class ClientCalls {
  readonly #gateway: Gateway;
  readonly #session: ClientSession;
  readonly #server: Server;
  #open = 0;

  constructor(gateway: Gateway, session: ClientSession, server: Server) {
    this.#gateway = gateway;
    this.#session = session;
    this.#server = server;
  }

  listed(): ListedTool[] {
    const all = [...this.#gateway.tools.values()];
    const { results } = this.#gateway.settings;
    return all.filter((one) => standing(one) === 'pinned').map((one) => listedTool(one, results));
  }

  async call(name: string, args: unknown, request: ClientRequest): Promise<ToldResult> {
    const offered = this.#gateway.tools.get(name);
    if (offered === undefined) return refused('plan_unknown_tool', 'no tool of that name');
    if (this.#open >= MAX_OPEN) return refused('gateway_busy', `${MAX_OPEN} calls are open`);
    this.#open += 1;
    try {
      return await this.#made(offered, args, request);
    } finally {
      this.#open -= 1;
    }
  }

  async #made(offered: OfferedTool, args: unknown, request: ClientRequest): Promise<ToldResult> {
    const { name, upstream, isStructured } = offered;
    // Asked before the call, so that a server that is not there is no call of unknown end.
    const isThere = await upstream.open().then(
      () => true,
      () => false,
    );
    if (!isThere) return refused('server_unavailable', `server \`${upstream.name}\` is not there`);
    if (standing(offered) !== 'pinned')
      return refused('tool_unpinned', `\`${name}\` is not defined as it was looked at`);
    const session = this.#session;
    const { signal, requestId } = request;
    const asking: { why: string | null } = { why: null };
    const cannotAsk = (why: string): void => {
      asking.why = why;
    };
    const calling = { server: this.#server, requestId, cannotAsk };
    // INV-X6: the one way to a server.
    const end = await clientFaces.during(calling, () => session.call(name, args, signal));
    if (end.problem?.code === 'approval_failed' && asking.why !== null)
      return refused('approval_unavailable', `${asking.why}; ${OTHER_FACE}`);
    const { results } = this.#gateway.settings;
    return toldResult(end, { session, results, isStructured });
  }
}
