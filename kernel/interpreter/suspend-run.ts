/**
 * Stores a run that ended at a question, so that another process can take it up: sealed, on record
 * before it is anywhere, for a while. Upholds INV-U5.
 */
import { ownFields, type SuspensionStore, unknownKey } from '../../schemas/index.js';
import { type CallRecorder, recordFirst } from '../effects/call-recorder.js';
import { gateOf } from '../effects/dispatcher.js';
import { KernelFault } from '../errors.js';
import { policyOf } from '../gate/gate.js';
import { freeze, isSafeInteger } from '../primordials.js';
import { seal } from '../suspension/sealed.js';
import { runText } from '../suspension/stored-run.js';
import type { SuspendedRun } from '../suspension/suspended-run.js';
import { impossible, takeSuspension } from '../suspension/suspension.js';
import { type Engine, isEngine } from './engine.js';
import type { RunResult } from './run.js';

/** How long a suspension is good for unless the host says: seven days. */
export const SUSPENSION_MS: number = 7 * 24 * 60 * 60 * 1000;

export interface SuspendOptions {
  /** Milliseconds until nobody can take it up any more. Default: seven days. */
  readonly ttlMs?: number;
}

/** A run that was stored. */
export interface Suspended {
  /** Its name in the store. */
  readonly id: string;
  readonly run: string;
  /** The step whose call asked. */
  readonly step: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Stores a run that ended with `needs_approval`, once.
 * @throws KernelFault `suspension_impossible`, `config_malformed`; EffectDenied
 * `audit_unavailable`; and what the store throws
 */
export async function suspendRun(
  engine: Engine,
  result: Pick<RunResult, 'status' | 'suspension'>,
  store: SuspensionStore,
  options: SuspendOptions = {},
): Promise<Suspended> {
  if (!isEngine(engine))
    throw new KernelFault('config_malformed', 'not an engine of this kernel: use `makeEngine`');
  const ttlMs = readTtl(options);
  const run = takeSuspension(result.suspension ?? impossible(whyNone(result)), engine);
  const { random, clock, audit } = engine;
  const id = random.id();
  const suspendedAt = clock.now();
  const expiresAt = suspendedAt + ttlMs;
  const terms = { suspendedAt, expiresAt, policy: policyVersion(engine), audit: bindingOf(engine) };
  const sealed = seal(store, id, runText(run, terms));
  const { step } = run;
  // INV-U5: told before it is anywhere else.
  await recordFirst(recorderOf(engine, run), null, {
    kind: 'run_suspended',
    data: { suspension: id, step, stored: audit.keyed(sealed), expiresAt },
  });
  // What the run took from budgets counts in this process until it is taken up.
  engine.away.set(run.progress.run, run.progress.drawn);
  await store.put(id, sealed);
  return freeze({ id, run: run.progress.run, step, expiresAt });
}

function readTtl(options: SuspendOptions): number {
  const own = ownFields(options);
  const unknown = unknownKey(own, ['ttlMs']);
  if (unknown !== null) throw new KernelFault('config_malformed', `suspend options: ${unknown}`);
  const { ttlMs = SUSPENSION_MS } = own;
  if (isSafeInteger(ttlMs) && ttlMs > 0) return ttlMs;
  throw new KernelFault('config_malformed', '`ttlMs` is no whole number above zero');
}

function whyNone({ status }: Pick<RunResult, 'status'>): string {
  return status === 'needs_approval'
    ? 'a run in fragments, or of a client, cannot be taken up later'
    : 'the run did not end with `needs_approval`';
}

function policyVersion({ dispatcher }: Engine): string | null {
  try {
    return policyOf(gateOf(dispatcher)).version;
  } catch {
    // Without a policy nothing runs; which one asked is for the reader alone.
    return null;
  }
}

/** What only the audit store of an engine can say: its records and digests go on in that one. */
export function bindingOf({ audit }: Engine): string {
  return audit.keyed('suspension');
}

/** Where records about a stored run are written while it does not run. */
function recorderOf({ audit: chain, clock }: Engine, run: SuspendedRun): CallRecorder {
  return { chain, clock, run: run.progress.run, trace: () => undefined };
}
