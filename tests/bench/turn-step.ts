/** What a step of a turn costs beside its model: a tool of this process, and an executor. */
import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  createKernel,
  defineTool,
  openCatalogue,
  scopeLayer,
  type Tool,
} from '../../hosts/index.js';
import { shipExecutors } from '../../hosts/shipping/ship-executors.js';
import { shippedSet } from '../../hosts/shipping/shipped.js';
import { runTurn, scriptedConversation } from '../../reasoner/index.js';
import type { Candidate } from './measure.js';

const principal = 'user:alice@example.com';

const clock = defineTool({
  name: 'clock_now',
  description: 'The time.',
  effect: 'read',
  capabilities: ['clock.read'],
  input: z.strictObject({}),
  output: z.strictObject({ iso: z.string() }),
  run: () => ({ iso: '2026-03-04T00:00:00Z' }),
});

/** One turn of one tool step and an answer, by a model that answers at once. */
function turnOf(
  tool: Tool,
  layers: Parameters<typeof createKernel>[0]['layers'] = [],
): () => Promise<void> {
  const config = { tools: [tool], grant: ['clock.read'], principal, layers };
  return async () => {
    const session = await createKernel(config).open('What time is it?');
    const model = scriptedConversation([{ calls: [{ name: 'clock_now', args: {} }] }, 'Now.']);
    const { answer } = await runTurn(session, { model, now: () => performance.now() });
    const { status, problem, effects } = await session.end(answer);
    if (status !== 'committed' || effects.length !== 1) throw new Error(problem?.message ?? status);
  };
}

async function oneCall(): Promise<void> {
  const config = { tools: [clock], grant: ['clock.read'], principal };
  const plan = { steps: [{ kind: 'tool', id: 'a', tool: 'clock_now', args: {} }], final: 'a' };
  const { status } = await createKernel(config).run('What time is it?', { plan });
  if (status !== 'committed') throw new Error(status);
}

/** A turn in this process, beside a run of a plan with the same call. */
export function turnInProcess(): readonly Candidate[] {
  return [
    { name: 'a run of a plan with one call', run: oneCall },
    { name: 'a turn with one call and an answer', run: turnOf(clock) },
  ];
}

function bareNode(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

/** The same with an executor as a process, beside a start of Node that does nothing. */
export async function withExecutor<T>(
  body: (candidates: readonly Candidate[]) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-bench-')));
  try {
    await shipExecutors(join(folder, 'set'));
    const set = shippedSet(join(folder, 'set'));
    if (set === null) throw new Error('no executors');
    const catalogue = openCatalogue({ folders: [set.folder], keys: set.key, home: folder });
    const executor = catalogue.executors.find(({ name }) => name === 'clock_now');
    if (executor === undefined) throw new Error('no clock');
    try {
      return await body([
        { name: 'a start of Node that does nothing', run: bareNode },
        {
          name: 'a turn with one executor and an answer',
          run: turnOf(executor.tool, [scopeLayer(catalogue)]),
        },
      ]);
    } finally {
      catalogue.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
