/** `sluice run`: one query through the kernel of a host module, and a report of what came of it. */
import { AuditChain, type RunResult } from '../../kernel/index.js';
import type { QueryOptions } from '../kernel-config.js';
import { openFileAudit } from '../stores/file-audit.js';
import { exitCodes } from './exit-codes.js';
import { kernelOf, loadHost } from './host-module.js';
import { takeSignals } from './interruption.js';
import type { Progress } from './progress.js';
import { type AuditPlace, reportData, reportText } from './run-report.js';
import type { Screen } from './screen.js';
import { parseFacts, readPlan } from './text-input.js';

export interface RunFlags {
  readonly query: string;
  readonly plan?: string;
  readonly facts?: string;
  readonly audit?: string;
  readonly json?: true;
}

interface Finished {
  readonly result: RunResult;
  readonly audit: AuditPlace;
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
  const { result, audit } = await runHost(host, { flags, options, progress });
  if (isJson) await screen.printJson(reportData(result, audit));
  else await screen.print(reportText(result, audit, screen.paint));
  return exitCodes[result.status];
}

interface Asked {
  readonly flags: RunFlags;
  readonly options: QueryOptions;
  readonly progress: Progress;
}

async function runHost(path: string, { flags, options, progress }: Asked): Promise<Finished> {
  const config = await loadHost(path);
  const file = flags.audit === undefined ? null : openFileAudit(flags.audit);
  try {
    const audit = file === null ? config.audit : new AuditChain(file);
    const kernel = kernelOf(path, audit === undefined ? config : { ...config, audit });
    progress.runs();
    const result = await kernel.run(flags.query, options).finally(() => progress.ran());
    const { seq, hash } = kernel.audit.head;
    const kept = file?.path ?? (audit === undefined ? null : 'where the host module keeps them');
    return { result, audit: { records: seq, head: hash, kept } };
  } finally {
    await file?.close();
  }
}
