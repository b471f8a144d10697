/**
 * A call behind the gateway, beside a direct connection to the same server and a proxy of the same
 * SDK that passes everything on. The server is a process of its own; clients are in this one.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  CallToolResultSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { serveClient } from '../../hosts/gateway/client-server.js';
import { draftSettings, openGateway, parseGateway } from '../../hosts/gateway/index.js';
import { projectRoot } from '../project.js';
import type { Figure } from './measure.js';

const SERVER = join(projectRoot, 'tests/gateway/fixtures/odd-server.mjs');
const info = { name: 'bench', version: '1' };

type Call = () => Promise<unknown>;

interface Way {
  readonly name: string;
  /** Makes the calls of one more client. */
  readonly client: () => Promise<Call>;
  readonly close: () => Promise<void>;
}

function callOf(client: Client, name: string): Call {
  const params = { name, arguments: { path: 'notes/today.txt' } };
  return () => client.request({ method: 'tools/call', params }, CallToolResultSchema);
}

async function connected(transport: Transport): Promise<Client> {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}

const server = (): Transport =>
  new StdioClientTransport({ command: process.execPath, args: [SERVER, 'plain'] });

async function direct(): Promise<Way> {
  const client = await connected(server());
  return {
    name: 'direct',
    client: async () => callOf(client, 'read_note'),
    close: () => client.close(),
  };
}

async function proxy(): Promise<Way> {
  const upstream = await connected(server());
  return {
    name: 'a proxy that passes on',
    close: () => upstream.close(),
    async client() {
      const [near, far] = InMemoryTransport.createLinkedPair();
      const front = new Server(info, { capabilities: { tools: {} } });
      front.setRequestHandler(ListToolsRequestSchema, () => upstream.listTools());
      front.setRequestHandler(CallToolRequestSchema, ({ params }) =>
        upstream.request({ method: 'tools/call', params }, CallToolResultSchema),
      );
      await front.connect(far);
      return callOf(await connected(near), 'read_note');
    },
  };
}

async function gateway(): Promise<Way> {
  const reach = {
    command: process.execPath,
    args: [SERVER, 'plain'],
    env: [],
    cwd: projectRoot,
  };
  const draft = await draftSettings({
    principal: 'user:alice@example.com',
    server: { name: 'odd', reach, timeoutMs: 60_000, resultBytes: 1_048_576, tools: {} },
  });
  const text = draft
    .replace('audit = "gateway-audit.jsonl"\n', '')
    .replace('[gateway]', '[gateway]\nsession_calls = 1000000')
    .replace('effect = "write"\negress = true', 'effect = "read"\negress = false');
  const opened = await openGateway(parseGateway(text, join(projectRoot, 'sluice.toml')));
  return {
    name: 'the gateway, audit kept nowhere',
    close: () => opened.close(),
    async client() {
      const [near, far] = InMemoryTransport.createLinkedPair();
      void serveClient(opened, far);
      return callOf(await connected(near), 'odd__read_note');
    },
  };
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

interface Timed {
  readonly latencies: readonly number[];
  readonly perCall: number;
}

/** Each client makes its calls one after another, all clients at once. Microseconds. */
async function timed(calls: readonly Call[], each: number): Promise<Timed> {
  const latencies: number[] = [];
  const start = performance.now();
  await Promise.all(
    calls.map(async (call) => {
      for (let i = 0; i < each; i += 1) {
        const before = performance.now();
        await call();
        latencies.push((performance.now() - before) * 1000);
      }
    }),
  );
  const total = (performance.now() - start) * 1000;
  return { latencies: latencies.sort((a, b) => a - b), perCall: total / latencies.length };
}

/** Latency at p50 and p99 and time a call, of 1 and of 50 clients; ratios by the direct way. */
export async function gatewayFigures(): Promise<readonly Figure[]> {
  const ways = [await direct(), await proxy(), await gateway()];
  const figures: Figure[] = [];
  try {
    for (const [count, each, rounds] of [
      [1, 400, 5],
      [50, 20, 5],
    ] as const) {
      const all = new Map<string, Timed[]>();
      for (let round = 0; round <= rounds; round += 1) {
        for (const way of ways) {
          const calls = await Promise.all(Array.from({ length: count }, () => way.client()));
          const result = await timed(calls, each);
          // The first round warms up.
          if (round > 0) all.set(way.name, [...(all.get(way.name) ?? []), result]);
        }
      }
      figures.push(...figuresOf(count, all));
    }
  } finally {
    for (const way of ways) await way.close();
  }
  return figures;
}

function figuresOf(count: number, all: ReadonlyMap<string, readonly Timed[]>): Figure[] {
  const kinds = [
    ['p50', (rounds: readonly Timed[]) => quantile(merged(rounds), 0.5)],
    ['p99', (rounds: readonly Timed[]) => quantile(merged(rounds), 0.99)],
    ['time a call', (rounds: readonly Timed[]) => median(rounds.map(({ perCall }) => perCall))],
  ] as const;
  const clients = count === 1 ? '1 client' : `${count} clients`;
  return kinds.flatMap(([kind, of]) => {
    const yard = of(all.get('direct') ?? []);
    return [...all].map(([name, rounds]) => {
      const us = of(rounds);
      return { name: `${clients}, ${kind}: ${name}`, us, ratio: us / yard };
    });
  });
}

function merged(rounds: readonly Timed[]): readonly number[] {
  return rounds.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
}

function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
