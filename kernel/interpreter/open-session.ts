/**
 * Opens a run that takes its plan in fragments, for a loop that goes on after each. Source:
 * behaviour C9, C34.
 */
import {
  type CancelSignal,
  ownFields,
  type TurnAnswer,
  type TurnSession,
  unknownKey,
} from '../../schemas/index.js';
import { type Fact, labelFacts } from '../context/facts.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import type { Tainted } from '../provenance/tainted.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';
import type { Engine } from './engine.js';
import { Fragments, type Model } from './fragments.js';
import { assertAsked, openRoot, type RunResult } from './run.js';
import { startRun } from './session.js';
import type { Watch } from './watch.js';

export interface SessionOptions {
  readonly facts?: Readonly<Record<string, Fact>>;
  readonly signal?: CancelSignal;
  /** Sees what the run tells while it goes. */
  readonly watch?: Watch;
}

/** A run that takes its plan in fragments. */
export interface OpenSession extends TurnSession {
  /**
   * Ends the run: with an answer it has committed; without one, or where nothing more may run, it
   * ends as its last fragment did.
   * @throws KernelFault `session_busy`, `session_over`, `reentrant_run`
   */
  end(answer: TurnAnswer | null): Promise<RunResult>;
  /** The value of a step, labelled, for the host and its user; null where it has none. */
  value(step: string): Tainted | null;
}

/**
 * Opens a session for one query of the user.
 * @throws KernelFault `config_malformed`, `query_malformed`, `fact_malformed`, `reentrant_run`;
 * EffectDenied `audit_unavailable`
 */
export async function openSession(
  engine: Engine,
  query: TrustedQuery,
  options: SessionOptions = {},
): Promise<OpenSession> {
  assertAsked(engine, query);
  const own = ownFields(options);
  const unknown = unknownKey(own, ['facts', 'signal', 'watch']);
  if (unknown !== null) throw new KernelFault('config_malformed', `session options: ${unknown}`);
  const { facts: given = {}, signal = null, watch = null } = own;
  const facts = labelFacts(given, query.principal);
  const state = startRun(engine, { principal: query.principal, facts, signal, watch });
  const fragments = new Fragments(await openRoot(state, query), query);
  return freeze({
    run: state.run,
    context: (tools?: readonly string[]) => fragments.context(tools),
    ask: (model: Model<unknown>, tools?: readonly string[]) => fragments.ask(model, tools),
    take: (fragment: unknown) => fragments.take(fragment),
    end: (answer: TurnAnswer | null) => fragments.end(answer),
    value: (step: string) => fragments.value(step),
  }) as OpenSession;
}
