/**
 * A run on the kernel of a host module, for the commands that begin one or take one up: the audit,
 * the faces and the folder of suspensions that flags name, for as long as it takes.
 */
import { AuditChain, appendCheckpoint, type RunResult } from '../../kernel/index.js';
import type { AuditSink, Signer } from '../../schemas/index.js';
import { keptCheckpoints } from '../audit/checkpoint-file.js';
import type { Kernel } from '../create-kernel.js';
import { HostError } from '../errors.js';
import type { KernelConfig } from '../kernel-config.js';
import { signerOf } from '../keys/key-file.js';
import { openFileAudit } from '../stores/file-audit.js';
import type { SuspensionFolder } from '../suspended/suspension-folder.js';
import { type FaceFlags, withFaces } from './faces.js';
import { describeFault } from './fault.js';
import { kernelOf, loadHost } from './host-module.js';
import type { Progress } from './progress.js';
import type { Reported, SuspendedPlace } from './run-report.js';
import type { Screen } from './screen.js';

export interface HostFlags extends FaceFlags {
  readonly audit?: string;
  readonly sign?: string;
  readonly checkpoints?: string;
}

/** What a command is run with. */
export interface HostDesk {
  readonly flags: HostFlags;
  readonly screen: Screen;
  readonly progress: Progress;
  /** Where the run is stored if it asks; null to ask and wait. */
  readonly folder: SuspensionFolder | null;
}

/**
 * Runs on the kernel of a host module.
 * @throws HostError or KernelFault for whatever keeps the run from starting
 */
export async function runOnHost(
  path: string,
  desk: HostDesk,
  work: (kernel: Kernel) => Promise<RunResult>,
): Promise<Reported> {
  const { flags, screen, progress, folder } = desk;
  const signing = signingOf(flags);
  const config = await loadHost(path);
  if (folder !== null && flags.audit === undefined && config.audit === undefined)
    throw new HostError(
      'usage_malformed',
      'a stored run goes on in its audit: name one, `--audit`',
    );
  const file = flags.audit === undefined ? null : openFileAudit(flags.audit);
  try {
    const own = file === null ? null : chainOver(file, { ...flags, signing, screen });
    const audit = own ?? config.audit;
    return await withFaces(flags, screen, async (ports) => {
      const faced: KernelConfig = {
        ...config,
        ...(folder === null ? {} : { approval: 'suspend' }),
        ports: { ...config.ports, ...ports },
      };
      const kernel = kernelOf(path, audit === undefined ? faced : { ...faced, audit });
      const result = await work(kernel).finally(() => progress.ran());
      const suspended = folder === null ? null : await stored(kernel, result, folder);
      if (own !== null && signing !== null) await signEnd(own, screen);
      const { seq, hash } = kernel.audit.head;
      const kept = file?.path ?? (audit === undefined ? null : 'where the host module keeps them');
      return { result, audit: { records: seq, head: hash, kept }, suspended };
    });
  } finally {
    await file?.close();
  }
}

/** Stores a run that asked; the run has ended, whatever becomes of that. */
async function stored(
  kernel: Kernel,
  result: RunResult,
  folder: SuspensionFolder,
): Promise<SuspendedPlace | null> {
  if (result.status !== 'needs_approval') return null;
  try {
    const { id, expiresAt } = await kernel.suspend(result, folder);
    return { file: folder.fileOf(id), expiresAt, obstacle: null };
  } catch (error) {
    return { file: null, expiresAt: null, obstacle: describeFault(error).message };
  }
}

/** The signer of the records, if there is one. @throws HostError `usage_malformed`, `key_*` */
function signingOf({ audit, sign, checkpoints }: HostFlags): Signer | null {
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
