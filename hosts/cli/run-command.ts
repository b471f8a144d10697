/** `sluice run`: one query through the kernel of a host module, and a report of what came of it. */
import type { QueryOptions } from '../kernel-config.js';
import { openSuspensions } from '../suspended/suspension-folder.js';
import { confirmedPlan } from './confirm-plan.js';
import { exitCodes } from './exit-codes.js';
import { type HostFlags, runOnHost } from './host-run.js';
import { takeSignals } from './interruption.js';
import type { Progress } from './progress.js';
import { reportData, reportText } from './run-report.js';
import type { Screen } from './screen.js';
import { parseFacts, readPlan } from './text-input.js';

export interface RunFlags extends HostFlags {
  readonly query: string;
  readonly plan?: string;
  readonly facts?: string;
  readonly suspend?: string;
  readonly json?: true;
}

/**
 * Runs the command and returns its exit code.
 * @throws HostError or KernelFault for whatever keeps the run from starting
 */
export async function runCommand(
  host: string,
  flags: RunFlags,
  { screen, progress }: { readonly screen: Screen; readonly progress: Progress },
): Promise<number> {
  const isJson = flags.json === true;
  if (isJson) screen.keepStdout();
  // What can be refused without any code of the host comes first.
  const options: QueryOptions = {
    ...(flags.plan === undefined ? {} : { plan: readPlan(flags.plan) }),
    ...(flags.facts === undefined ? {} : { facts: parseFacts(flags.facts) }),
    signal: takeSignals(screen, progress, isJson),
  };
  const folder = flags.suspend === undefined ? null : openSuspensions(flags.suspend);
  const finished = await runOnHost(host, { flags, screen, progress, folder }, async (kernel) => {
    const { query, confirmPlan } = flags;
    const confirmed =
      confirmPlan === true ? await confirmedPlan(kernel, query, options, screen) : options;
    progress.runs();
    return kernel.run(query, confirmed);
  });
  if (isJson) await screen.printJson(reportData(finished));
  else await screen.print(reportText(finished, screen.paint));
  return exitCodes[finished.result.status];
}
