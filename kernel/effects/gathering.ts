/**
 * Lets a layer ask outside before a call is decided: a model call of the run's budget, bounded in
 * time. What it got is kept as plain data; one that throws, comes too late or returns something
 * else got nothing, and so denies. Upholds INV-L6.
 */
import type { Timer } from '../../schemas/index.js';
import { KernelFault, RunStopped } from '../errors.js';
import type { DecisionInputs, EffectCall, Gathered } from '../gate/call.js';
import type { GateLayer } from '../gate/layer.js';
import type { Verdict } from '../gate/verdict.js';
import { freeze } from '../primordials.js';
import { type SnapshotBounds, snapshotOrNone } from '../snapshot/snapshot.js';
import { CallSignal, type Cancellation } from './cancellation.js';
import { settle } from './settle.js';

/** What gathering needs of the run. */
export interface GatheringDesk {
  readonly timer: Timer;
  readonly cancellation: Cancellation;
  readonly reasonerTimeoutMs: number | null;
  /** Takes one model call from the budget. @throws RunStopped `limit_model_calls` */
  readonly takeModelCall: () => void;
}

/** An answer is a score or a word, not a document. */
const BOUNDS: SnapshotBounds = freeze({ maxDepth: 8, maxNodes: 1000, maxChars: 65_536 });

/** What was gathered where nobody had to ask. */
export const nothingGathered: Gathered = freeze({});

/** Lets one layer ask, and adds what it got. @throws RunStopped `cancelled`, `limit_model_calls` */
export async function gatherFor(
  layer: GateLayer,
  call: EffectCall,
  how: {
    readonly desk: GatheringDesk;
    readonly verdict: Verdict;
    readonly inputs: DecisionInputs;
    /** The agent that the gate's calls are made by. */
    readonly agent: string | null;
  },
): Promise<Gathered> {
  const { args, tree, action } = how.verdict;
  if (args === null || tree === null)
    throw new KernelFault('config_malformed', 'a layer that waits before the schema');
  const { timer, cancellation, reasonerTimeoutMs: limitMs, takeModelCall } = how.desk;
  if (cancellation.aborted) throw new RunStopped('cancelled', 'cancelled before a model call');
  // INV-L6: counted before the work starts.
  takeModelCall();
  const about = freeze({ policy: how.inputs.policy.version, agent: how.agent, action });
  const ask = async (): Promise<unknown> =>
    await layer.gather?.(call, { args, tree }, new CallSignal(cancellation, ''), about);
  const settled = await settle(ask(), { timer, limitMs, cancellation, late: () => undefined });
  if (settled.kind === 'cancelled')
    throw new RunStopped('cancelled', 'cancelled during a model call');
  const got = settled.kind === 'value' ? snapshotOrNone(settled.value, BOUNDS) : undefined;
  return freeze({ ...how.inputs.gathered, [layer.stage]: got });
}
