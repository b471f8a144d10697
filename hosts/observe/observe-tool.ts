/**
 * A trial without enforcement, for tools that a host has in its own hands: each runs as it did
 * before, and what the Gate would have said of its calls is written down.
 */
import { randomUUID } from 'node:crypto';
import type { ClientObserver, Observation } from '../../kernel/index.js';
import type { ObserveLog } from './observe-log.js';
import { type CallFacts, observedCall } from './observed-call.js';

export interface ObserveToolOptions {
  readonly observer: ClientObserver;
  readonly log: ObserveLog;
  /** Name of the tool, as the kernel of the observer has it. */
  readonly tool: string;
  /** Capabilities that it needs, for the draft of a report. Default: none are named. */
  readonly requires?: readonly string[];
  /** The session that the observer follows. Default: a name for this tool alone. */
  readonly session?: string;
}

/**
 * Wraps a callable: it is called as before, with the same arguments, and answers or throws as
 * before. NOTHING IS ENFORCED. Take it away, and hand the tool to `createKernel`, to enforce.
 */
export function observeTool<Args, Result>(
  options: ObserveToolOptions,
  run: (args: Args) => Promise<Result>,
): (args: Args) => Promise<Result> {
  const { observer, log, tool, requires = [], session = randomUUID() } = options;
  const known = { session, place: null, standing: 'pinned', rules: 'policy', requires } as const;
  return (args) =>
    observed({ observer, log }, known, { tool, args, run: () => run(args), resultOf: same });
}

function same(result: unknown): unknown {
  return result;
}

/** What is known of a call before it is made. */
export type KnownFacts = Omit<CallFacts, 'at' | 'ended'>;

export interface Watched<Result> {
  readonly tool: string;
  readonly args: unknown;
  readonly run: () => Promise<Result>;
  /** What of the answer is the tool's result. */
  readonly resultOf: (result: Result) => unknown;
}

/** Makes one call as it would be made anyhow, and writes down what would have been said of it. */
export async function observed<Result>(
  { observer, log }: Pick<ObserveToolOptions, 'observer' | 'log'>,
  known: KnownFacts,
  { tool, args, run, resultOf }: Watched<Result>,
): Promise<Result> {
  const at = Date.now();
  const look = <Seen>(at: () => Seen): Seen | null => {
    try {
      return at();
    } catch (cause) {
      // A trial takes nothing away from what runs.
      log.miss(cause);
      return null;
    }
  };
  const observation = look(() => observer.observe(tool, args));
  const note = (ended: CallFacts['ended'], overhear: (of: Observation) => void): void => {
    if (observation === null) return;
    look(() => overhear(observation));
    log.write(observedCall(observation.decision, { ...known, at, ended }));
  };
  try {
    const result = await run();
    note('answered', (of) => observer.overhear(of, resultOf(result)));
    return result;
  } catch (error) {
    note('failed', (of) => observer.overhearFailure(of));
    throw error;
  }
}
