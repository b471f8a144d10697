/**
 * One turn of a user, from the query to the line in the log (behaviour T-1 to T-3, T-6): ranks the
 * catalogue, chooses how the turn is run, opens a session, lets the loop run over it, and ends it.
 * The loop is given the part of the session that shows handles, and nothing that opens a value.
 */
import { declassify, type OpenSession, type Watch } from '../../kernel/index.js';
import {
  isLong,
  type LoopMode,
  makePlanner,
  makePrefilter,
  type Prefilter,
  type Ranking,
  routeTurn,
  runSingleShot,
  runTurn,
  type TurnOutcome,
  type TurnRoute,
  type TurnStep,
  tierLine,
} from '../../reasoner/index.js';
import type { CancelSignal, TurnSession } from '../../schemas/index.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { QueryOptions } from '../kernel-config.js';
import { nodeRandom } from '../node/ports.js';
import type { Scratchpad, ScratchpadEntry } from '../scratchpad/scratchpad-shape.js';
import type { Settings } from '../settings/settings.js';
import type { TakenTurn } from './taken-turn.js';
import type { TierProvider } from './tier-provider.js';
import { type TurnConfig, turnKernel } from './turn-kernel.js';
import type { TurnLog } from './turn-log.js';
import { reportOf } from './turn-report-of.js';

/** What all turns of a host share. */
export interface TurnHost {
  readonly settings: Settings;
  readonly catalogue: Pick<Catalogue, 'executors'>;
  /** Opens the model of a tier, as `tierProvider` does. */
  readonly modelOf: (tier: Settings['models']['fast']) => Promise<TierProvider>;
  readonly principal: string;
  /** Default: long results are kept in the session alone. */
  readonly scratchpad?: Scratchpad | null;
  /** Default: nothing is logged. */
  readonly log?: TurnLog | null;
  readonly config?: TurnConfig;
}

export interface TurnAsked extends Pick<QueryOptions, 'facts'> {
  /** Default: that of the settings. */
  readonly mode?: LoopMode;
  readonly signal?: CancelSignal;
  readonly watch?: Watch;
  readonly onStep?: (step: TurnStep) => void;
}

/**
 * Takes one turn (behaviour T-6).
 * @throws HostError, KernelFault, ReasonerError for what a host set up
 */
export async function takeTurn(
  host: TurnHost,
  query: string,
  asked: TurnAsked = {},
): Promise<TakenTurn> {
  const { settings } = host;
  const mode = asked.mode ?? settings.mode;
  const { executors, prefilter } = grantedOf(host);
  const ranking = prefilter.rank(query);
  const { criticalCapabilities, escalateAfterFailure } = settings.hybrid;
  const needed = capabilitiesOf(executors, ranking.chosen);
  const need = { mode, needed, criticalCapabilities, escalateAfterFailure };
  const how = { host, query, asked, mode, ranking };
  const first = await takeOnce({ ...how, route: routeTurn(need) });
  const route = routeTurn({ ...need, failedLocalTurn: true });
  // Only where nothing happened yet: a second attempt must not do the same again.
  const isAgain =
    hasFailed(first) && route.reason === 'failed_local_turn' && first.result.effects.length === 0;
  if (!isAgain) return Object.freeze({ ...first, before: null });
  return Object.freeze({ ...(await takeOnce({ ...how, route })), before: first });
}

function hasFailed({ outcome, route, result }: Omit<TakenTurn, 'before'>): boolean {
  const isOver = ['uncertain', 'aborted', 'needs_approval'].includes(result.status);
  // Whoever was asked has ruled on this query: nobody asks again for another ruling.
  const wasAsked = result.trace.some(({ kind }) => kind === 'asked');
  return outcome.kind !== 'answer' && route.loop === 'multistep' && !isOver && !wasAsked;
}

interface Attempt {
  readonly host: TurnHost;
  readonly query: string;
  readonly asked: TurnAsked;
  readonly mode: LoopMode;
  readonly ranking: Ranking;
  readonly route: TurnRoute;
}

async function takeOnce(attempt: Attempt): Promise<Omit<TakenTurn, 'before'>> {
  const { host, query, asked, mode, ranking, route } = attempt;
  const { settings, catalogue, principal, scratchpad = null, config = {}, log = null } = host;
  const started = Date.now();
  const turn = nodeRandom.id();
  const owner = { turn, principal };
  const model = await host.modelOf(settings.models[route.tier]);
  const parts = { config, grant: settings.grant, principal, catalogue, scratchpad, owner, model };
  const { signal, facts, watch } = asked;
  const session = await turnKernel(parts).open(query, {
    ...(signal === undefined ? {} : { signal }),
    ...(facts === undefined ? {} : { facts }),
    ...(watch === undefined ? {} : { watch }),
  });
  const entries = new Map<string, ScratchpadEntry>();
  const keep = (step: TurnStep): void => keepLong(step, { session, scratchpad, owner, entries });
  let outcome: TurnOutcome;
  try {
    outcome = await loopOver(session, { attempt, model, entries, keep });
  } catch (error) {
    // Only a fault of the host's wiring; the run has an end all the same.
    await session.end(null);
    throw error;
  }
  const result = await session.end(outcome.answer);
  const taken = { turn, mode, route, ranking, outcome, result, entries: [...entries.values()] };
  log?.write(reportOf({ taken, query, entries, started, settings, catalogue }));
  return Object.freeze(taken);
}

interface Looping {
  readonly attempt: Attempt;
  readonly model: TierProvider;
  readonly entries: ReadonlyMap<string, ScratchpadEntry>;
  readonly keep: (step: TurnStep) => void;
}

async function loopOver(session: OpenSession, looping: Looping): Promise<TurnOutcome> {
  const { attempt, model, entries, keep } = looping;
  const { host, asked, ranking, route } = attempt;
  const { caps, models } = host.settings;
  const onStep = (step: TurnStep): void => {
    try {
      keep(step);
    } finally {
      asked.onStep?.(step);
    }
  };
  // INV-W1: what opens a value, and what ends the run, is not the loop's.
  const { run, context, ask, take } = session;
  const shown: TurnSession = Object.freeze({ run, context, ask, take });
  const common = { now: () => performance.now(), offered: ranking.chosen, onStep };
  if (route.loop === 'single_shot')
    return runSingleShot(shown, {
      ...common,
      planner: makePlanner(model, { advice: tierLine(route.tier) }),
    });
  const { maxTokens } = models[route.tier];
  return runTurn(shown, {
    ...common,
    model,
    caps: { steps: caps.steps, sameTool: caps.sameExecutor },
    tierLine: tierLine(route.tier),
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(host.scratchpad == null
      ? {}
      : { entryOf: (step: string) => entries.get(step)?.id ?? null }),
  });
}

interface Keeping {
  readonly session: OpenSession;
  readonly scratchpad: Scratchpad | null;
  readonly owner: { readonly turn: string; readonly principal: string };
  readonly entries: Map<string, ScratchpadEntry>;
}

/** Keeps a long result for the user and for readings of parts (behaviour T-21). */
function keepLong(step: TurnStep, { session, scratchpad, owner, entries }: Keeping): void {
  if (scratchpad === null || step.id === null || !isLong(step.size)) return;
  const tainted = session.value(step.id);
  if (tainted === null) return;
  const value = declassify(tainted, { reason: 'kept for the user of the turn' });
  const entry = scratchpad.put({ ...owner, step: step.step, value });
  if (entry !== null) entries.set(step.id, entry);
}

type Executors = Catalogue['executors'];

function capabilitiesOf(executors: Executors, names: readonly string[]): readonly string[] {
  const chosen = executors.filter(({ name }) => names.includes(name));
  return [...new Set(chosen.flatMap(({ tool }) => tool.definition.spec.capabilities))];
}

interface Granted {
  readonly grant: readonly string[];
  readonly executors: Executors;
  readonly prefilter: Prefilter;
}

/** The last choice of each catalogue. */
const lastGranted = new WeakMap<object, Granted>();

/** What the settings grant of a catalogue: nothing else takes a place, or sends a turn online. */
function grantedOf({ settings: { grant }, catalogue }: TurnHost): Granted {
  const known = lastGranted.get(catalogue.executors);
  if (known?.grant === grant) return known;
  const executors = catalogue.executors.filter(({ tool }) =>
    tool.definition.spec.capabilities.every((capability) => grant.includes(capability)),
  );
  const granted = { grant, executors, prefilter: makePrefilter(executors) };
  lastGranted.set(catalogue.executors, granted);
  return granted;
}
