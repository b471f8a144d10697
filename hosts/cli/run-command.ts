/** `sluice run`: one query through the kernel of a host module, and a report of what came of it. */
import { AuditChain, appendCheckpoint, type RunResult } from '../../kernel/index.js';
import type { AuditSink, Signer } from '../../schemas/index.js';
import { keptCheckpoints } from '../audit/checkpoint-file.js';
import { HostError } from '../errors.js';
import type { QueryOptions } from '../kernel-config.js';
import { signerOf } from '../keys/key-file.js';
import { openFileAudit } from '../stores/file-audit.js';
import { confirmedPlan } from './confirm-plan.js';
import { exitCodes } from './exit-codes.js';
import { type FaceFlags, withFaces } from './faces.js';
import { describeFault } from './fault.js';
import { kernelOf, loadHost } from './host-module.js';
import { takeSignals } from './interruption.js';
import type { Progress } from './progress.js';
import { type AuditPlace, reportData, reportText } from './run-report.js';
import type { Screen } from './screen.js';
import { parseFacts, readPlan } from './text-input.js';

export interface RunFlags extends FaceFlags {
  readonly query: string;
  readonly plan?: string;
  readonly facts?: string;
  readonly audit?: string;
  readonly sign?: string;
  readonly checkpoints?: string;
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
  const { result, audit } = await runHost(host, { flags, options, progress, screen });
  if (isJson) await screen.printJson(reportData(result, audit));
  else await screen.print(reportText(result, audit, screen.paint));
  return exitCodes[result.status];
}

interface Asked {
  readonly flags: RunFlags;
  readonly options: QueryOptions;
  readonly progress: Progress;
  readonly screen: Screen;
}

async function runHost(path: string, asked: Asked): Promise<Finished> {
  const { flags, options, progress, screen } = asked;
  const signing = signingOf(flags);
  const config = await loadHost(path);
  const file = flags.audit === undefined ? null : openFileAudit(flags.audit);
  try {
    const own = file === null ? null : chainOver(file, { ...flags, signing, screen });
    const audit = own ?? config.audit;
    return await withFaces(flags, screen, async (ports) => {
      const faced = { ...config, ports: { ...config.ports, ...ports } };
      const kernel = kernelOf(path, audit === undefined ? faced : { ...faced, audit });
      const confirmed =
        flags.confirmPlan === true
          ? await confirmedPlan(kernel, flags.query, options, screen)
          : options;
      progress.runs();
      const result = await kernel.run(flags.query, confirmed).finally(() => progress.ran());
      if (own !== null && signing !== null) await signEnd(own, screen);
      const { seq, hash } = kernel.audit.head;
      const kept = file?.path ?? (audit === undefined ? null : 'where the host module keeps them');
      return { result, audit: { records: seq, head: hash, kept } };
    });
  } finally {
    await file?.close();
  }
}

/** The signer of the records, if there is one. @throws HostError `usage_malformed`, `key_*` */
function signingOf({ audit, sign, checkpoints }: RunFlags): Signer | null {
  if (checkpoints !== undefined && sign === undefined)
    throw new HostError(
      'usage_malformed',
      '`--checkpoints` needs the key that signs them, `--sign`',
    );
  if (sign === undefined) return null;
  if (audit === undefined)
    throw new HostError('usage_malformed', '`--sign` signs the records of `--audit`');
  return signerOf(sign, 'audit');
}

/** The run has ended, whatever becomes of its last checkpoint. */
async function signEnd(chain: AuditChain, screen: Screen): Promise<void> {
  try {
    await appendCheckpoint(chain, Date.now());
  } catch (error) {
    screen.note(`the last records are not signed: ${describeFault(error).message}`);
  }
}

interface ChainParts {
  readonly signing: Signer | null;
  readonly checkpoints?: string;
  readonly screen: Screen;
}

function chainOver(file: AuditSink, { signing, checkpoints, screen }: ChainParts): AuditChain {
  if (signing === null) return new AuditChain(file);
  const sink =
    checkpoints === undefined
      ? file
      : keptCheckpoints(file, checkpoints, (error) => {
          screen.note(`a checkpoint was not kept: ${describeFault(error).message}`);
        });
  return new AuditChain(sink, { signer: signing });
}
