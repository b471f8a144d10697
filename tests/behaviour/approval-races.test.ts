/**
 * Faces race for real: processes on one SQLite store, HTTP clients of two servers and a broker
 * beside the run rule on the same request at once. `npm run test:races` does it 10,000 times.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import {
  type ApprovalFile,
  createKernel,
  defineTool,
  type Kernel,
  memoryAuditSink,
  openApprovalStore,
  serveApprovals,
} from '../../hosts/index.js';
import type { RunResult } from '../../kernel/index.js';
import type { Ruling, RulingAnswer } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { brokerFace, httpFace, type RulingFace, storeFace } from '../fakes/ruling-faces.js';
import { sized } from '../size.js';
import { startCli } from '../unit/hosts/cli/cli-process.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const RACES = Number(process.env['SLUICE_RACES'] ?? sized(200));
const AT_ONCE = 32;

const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Office {
  readonly store: ApprovalFile;
  readonly kernel: Kernel;
  readonly broker: NonNullable<Kernel['approvals']>;
  /** The texts that were published. */
  readonly published: string[];
  readonly audit: ReturnType<typeof memoryAuditSink>;
}

function openOffice(): Office {
  const published: string[] = [];
  const publish = defineTool({
    name: 'publish',
    description: 'Publishes a text.',
    effect: 'write',
    capabilities: ['text.publish'],
    classes: ['prPublish'],
    args: { '/text': { role: 'content' } },
    input: z.strictObject({ text: z.string() }),
    output: z.string(),
    run: ({ text }) => {
      published.push(text);
      return text;
    },
  });
  const store = openApprovalStore(join(scratchFolder(), 'approvals.db'));
  const audit = memoryAuditSink();
  const kernel = createKernel({
    tools: [publish],
    grant: ['text.publish'],
    principal: 'user:alice@example.com',
    audit,
    ports: { approvals: store },
  });
  const broker = kernel.approvals;
  if (broker === null) throw new Error('no broker');
  endings.push(() => store.close());
  return { store, kernel, broker, published, audit };
}

/** A server in a process of its own, as the command starts it. */
async function startServer(path: string): Promise<{ url: string; token: string }> {
  const server = startCli(['approvals', 'serve', path]);
  endings.push(() => server.process.kill('SIGTERM'));
  const line = await new Promise<string>((resolve) => {
    server.process.stdout?.once('data', (text: string) => resolve(String(text).trim()));
  });
  const [url = '', token = ''] = line.split(' ');
  return { url, token };
}

async function startFaces({ store, broker }: Office): Promise<readonly RulingFace[]> {
  const here = await serveApprovals(broker);
  endings.push(() => here.close());
  const server = await startServer(store.path);
  const processes = await Promise.all([
    ...['process-1', 'process-2', 'process-3'].map((name) => storeFace(store.path, name)),
    httpFace(server, 'http-1'),
    httpFace(server, 'http-2'),
    httpFace(here, 'http-3'),
  ]);
  for (const { process: child } of processes) endings.push(() => child.stdin?.end());
  return [...processes, brokerFace(broker, 'broker')];
}

interface Race {
  readonly approval: string;
  /** Who was told that the ruling counts. */
  readonly winners: readonly Pick<Ruling, 'approver' | 'decision'>[];
  readonly refusals: readonly RulingAnswer[];
}

/** How far the first face is ahead in the rounds that are not one crowd, in milliseconds. */
const AHEAD_MS = 250;

/**
 * Lets every face rule on a request: some allow, some refuse. In every second round all at once;
 * in the others one is ahead, another one each time, so that slow faces win as well.
 */
async function race(
  faces: readonly RulingFace[],
  { approval, digest, round }: { approval: string; digest: string; round: number },
): Promise<Race> {
  const first = (round >> 1) % faces.length;
  const order = [...faces.slice(first), ...faces.slice(0, first)];
  const ruled = await Promise.all(
    order.map(async ({ name, rule }, at) => {
      const decision = (at + round) % 2 === 0 ? ('allow' as const) : ('deny' as const);
      if (round % 2 === 1 && at > 0) await setTimeout(AHEAD_MS);
      return { approver: name, decision, answer: await rule({ approval, digest, decision }) };
    }),
  );
  const winners = ruled.filter(({ answer }) => answer.accepted);
  return {
    approval,
    winners: winners.map(({ approver, decision }) => ({ approver, decision })),
    refusals: ruled.map(({ answer }) => answer).filter(({ accepted }) => !accepted),
  };
}

interface Batch {
  readonly races: readonly Race[];
  readonly results: readonly RunResult[];
}

async function raceBatch(office: Office, faces: readonly RulingFace[], from: number, to: number) {
  const { kernel, broker } = office;
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  const runs = numbers.map((number) => {
    const text = `text ${number}`;
    const step = { kind: 'tool', id: 's', tool: 'publish', args: { text } };
    return kernel.run(`Publish "${text}"`, { plan: { steps: [step], final: 's' } });
  });
  let open = await broker.list();
  while (open.length < runs.length) open = await broker.list();
  const races = await Promise.all(
    open.map(({ request: { approval, digest } }, at) =>
      race(faces, { approval, digest, round: from + at }),
    ),
  );
  return { races, results: await Promise.all(runs) } satisfies Batch;
}

/** The rulings on record, by request: the one thing that counts. */
function recordedRulings(lines: readonly string[]): ReadonlyMap<string, readonly object[]> {
  const rulings = new Map<string, object[]>();
  for (const line of lines) {
    const { kind, data } = JSON.parse(line);
    if (kind !== 'ruling') continue;
    const { approval, approver, decision } = data;
    rulings.set(approval, [...(rulings.get(approval) ?? []), { approver, decision }]);
  }
  return rulings;
}

verifies(
  ['A-21', 'A-26', 'A-39'],
  `${RACES} requests, seven faces on each at once: one winner, on record, none lost`,
  async () => {
    const office = openOffice();
    const faces = await startFaces(office);
    const races: Race[] = [];
    const results: RunResult[] = [];
    for (let from = 0; from < RACES; from += AT_ONCE) {
      const batch = await raceBatch(office, faces, from, Math.min(from + AT_ONCE, RACES));
      races.push(...batch.races);
      results.push(...batch.results);
    }
    const recorded = recordedRulings(office.audit.lines());
    expect(races.length).toBe(RACES);
    expect(races.filter(({ winners }) => winners.length !== 1)).toEqual([]);
    expect(
      races.filter(({ approval, winners }) => !isRecorded(recorded, approval, winners)),
    ).toEqual([]);
    const refusals = races.flatMap((one) =>
      one.refusals.map((answer) => 'code' in answer && answer.code),
    );
    expect(new Set(refusals)).toEqual(new Set(['conflict']));
    expect(refusals.length).toBe(RACES * (faces.length - 1));
    const allowed = races.filter(({ winners }) => winners[0]?.decision === 'allow').length;
    expect(results.filter(({ status }) => status === 'committed').length).toBe(allowed);
    expect(results.filter(({ status }) => status === 'blocked').length).toBe(RACES - allowed);
    expect(new Set(office.published).size).toBe(allowed);
    expect(office.published.length).toBe(allowed);
    report(races, allowed);
  },
);

function isRecorded(
  recorded: ReadonlyMap<string, readonly object[]>,
  approval: string,
  winners: Race['winners'],
): boolean {
  return JSON.stringify(recorded.get(approval)) === JSON.stringify(winners);
}

/** Says how it went, where a person asked for a long race. */
function report(races: readonly Race[], allowed: number): void {
  if (process.env['SLUICE_RACES'] === undefined) return;
  const wins: Record<string, number> = {};
  for (const { winners } of races) {
    const name = winners[0]?.approver ?? 'nobody';
    wins[name] = (wins[name] ?? 0) + 1;
  }
  process.stderr.write(`${JSON.stringify({ races: races.length, allowed, wins })}\n`);
}
