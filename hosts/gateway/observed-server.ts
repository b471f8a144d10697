/**
 * One client of a trial: it sees the tools of the servers in the servers' own words, and each call
 * of it goes to its server. NOTHING IS ENFORCED.
 */
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  McpError,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { ClientObserver } from '../../kernel/index.js';
import { type KnownFacts, observed } from '../observe/observe-tool.js';
import { pickResult } from './call-result.js';
import { ownVersion } from './gateway.js';
import type { ObservedGateway, PassedTool } from './observed-gateway.js';
import { untilGone } from './until-gone.js';

/** Passes the calls of a client on until its connection ends. */
export async function passClient(gateway: ObservedGateway, transport: Transport): Promise<void> {
  const { trust } = gateway.settings;
  const session = randomUUID();
  const observer = gateway.kernel.observeClient({ trust });
  const server = new Server(
    { name: 'sluice-observe', title: 'Sluice: nothing is enforced', version: ownVersion() },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: gateway.tools().map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const { name, arguments: args = {} } = params;
    const passed = gateway.tools().find((one) => one.name === name);
    return passCall({ gateway, observer, session }, { name, args, passed, signal });
  });
  await untilGone(server, transport, gateway);
}

interface Client {
  readonly gateway: ObservedGateway;
  readonly observer: ClientObserver;
  readonly session: string;
}

interface PassedCall {
  readonly name: string;
  readonly args: object;
  readonly passed: PassedTool | undefined;
  readonly signal: AbortSignal;
}

function passCall(
  { gateway, observer, session }: Client,
  { name, args, passed, signal }: PassedCall,
): Promise<ServerResult> {
  const { log, settings } = gateway;
  const known: KnownFacts = {
    session,
    rules: settings.policy === null ? 'settings' : 'policy',
    ...factsOf(passed),
  };
  const run = async (): Promise<ServerResult> => {
    if (passed === undefined) throw new McpError(ErrorCode.InvalidParams, 'no tool of that name');
    const { upstream, definition } = passed;
    const asked = { tool: definition.name, digest: definition.digest };
    return (await upstream.call(asked, args, signal)) as ServerResult;
  };
  const hasSchema = passed?.offered?.isStructured ?? false;
  const resultOf = (result: unknown): unknown => pickResult(result, hasSchema);
  return observed({ observer, log }, known, { tool: name, args, run, resultOf });
}

function factsOf(passed: PassedTool | undefined): Omit<KnownFacts, 'session' | 'rules'> {
  if (passed === undefined) return { place: null, standing: 'unknown', requires: [] };
  const { upstream, definition, standing, offered } = passed;
  const { name: tool, digest } = definition;
  const requires = offered?.tool.definition.spec.capabilities ?? [];
  return { place: { server: upstream.name, tool, digest }, standing, requires };
}

/** A tool in its server's own words, under the name that the gateway would give it. */
function listed({ name, definition }: PassedTool): ListedTool {
  const { description, inputSchema, outputSchema, annotations } = definition;
  return {
    name,
    description,
    inputSchema: inputSchema as ListedTool['inputSchema'],
    annotations: annotations as ListedTool['annotations'],
    ...(outputSchema === null
      ? {}
      : { outputSchema: outputSchema as NonNullable<ListedTool['outputSchema']> }),
  };
}
