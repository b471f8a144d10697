/** A kernel over the executors of a place, and what a run of one of them comes to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Catalogue,
  type CatalogueOptions,
  createKernel,
  declassify,
  type LaunchFailure,
  memoryAuditSink,
  type RunResult,
  scopeLayer,
} from '../../hosts/index.js';
import type { Arg } from '../../schemas/index.js';
import type { ExecutorPlace } from './executor-folder.js';
import { call, planOf } from './plan-steps.js';

export interface ExecutorRun {
  readonly result: RunResult;
  /** The value that came out; null where none did. */
  readonly value: unknown;
  /** What the tool said when it failed: its labelled detail, opened. */
  readonly said: string | null;
}

export interface ExecutorStage {
  readonly catalogue: Catalogue;
  readonly failures: readonly LaunchFailure[];
  /** All records of the audit, as text. */
  readonly records: () => string;
  readonly run: (
    tool: string,
    args: Readonly<Record<string, Arg>>,
    signal?: AbortSignal,
  ) => Promise<ExecutorRun>;
}

/** Opens the catalogue of a place and makes a kernel of it. */
export function executorStage(
  place: ExecutorPlace,
  options: Partial<CatalogueOptions> & { readonly unlayered?: true } = {},
): ExecutorStage {
  const { unlayered, ...rest } = options;
  const failures: LaunchFailure[] = [];
  const catalogue = place.open({ ...rest, onFailure: (failure) => failures.push(failure) });
  const audit = memoryAuditSink();
  const kernel = createKernel({
    tools: catalogue.executors.map(({ tool }) => tool),
    grant: ['fs.read', 'fs.write', 'web.get'],
    principal: 'user:alice@example.com',
    home: join(place.root, 'home'),
    layers: unlayered === true ? [] : [scopeLayer(catalogue)],
    audit,
  });
  return {
    catalogue,
    failures,
    records: () => audit.lines().join('\n'),
    run: async (tool, args, signal) => {
      const plan = planOf(call('a', tool, args));
      // The user names what is touched.
      const query = `Do it: ${JSON.stringify(args)}`;
      const result = await kernel.run(query, { plan, ...(signal && { signal }) });
      const { output, detail } = result;
      return {
        result,
        value: output === null ? null : declassify(output, { reason: 'a test' }),
        said: detail === null ? null : String(declassify(detail, { reason: 'a test' })),
      };
    },
  };
}

/** Asks whether a process lives; a dead one that nobody has taken notice of does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^\d+ \(.*\) [ZX]/s.test(stat);
  } catch {
    return false;
  }
}

/** Waits until something holds, five seconds at most; answers whether it came to hold. */
export async function comesToHold(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 250 && !holds(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}
