/**
 * A session: plan fragments over one write-once value store under one budget. A sub-kernel is a
 * child session with a narrower grant, whose planner is tainted by what it read. Upholds INV-S4.
 */
import type { EffectRecord, Grant, TraceBody, TraceEvent } from '../../schemas/index.js';
import type { PlanAnswers } from '../approval/plan-answers.js';
import type { Facts } from '../context/facts.js';
import type { PlanningContext } from '../context/planning-context.js';
import { Cancellation } from '../effects/cancellation.js';
import type { DispatchDesk } from '../effects/dispatcher.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import type { RunProgress } from '../suspension/suspended-run.js';
import type { Suspension } from '../suspension/suspension.js';
import type { Budget } from './budget.js';
import type { Engine } from './engine.js';
import type { Scope } from './resolve.js';
import { makeDesk, makeShared, type Shared } from './run-desk.js';
import { makeTrace } from './run-trace.js';
import type { Watch } from './watch.js';

/** What all sessions of one run share. */
export interface RunState {
  readonly engine: Engine;
  readonly run: string;
  readonly principal: string;
  readonly facts: Facts;
  readonly budget: Budget;
  readonly cancellation: Cancellation;
  readonly desk: DispatchDesk;
  readonly effects: EffectRecord[];
  readonly events: TraceEvent[];
  /** What is left of the run where it asked, by the error that ended it. */
  readonly suspensions: Map<unknown, Suspension>;
  /** The step that each failure came from, by the error; the innermost one. */
  readonly failedSteps: Map<unknown, string>;
  readonly trace: (event: TraceBody) => void;
  /** Ids of calls, in the order they are asked for. */
  readonly nextCall: () => string;
  /** Calls that have an id, and events that were told before those of `events`. */
  readonly counts: { calls: number; readonly eventsBefore: number };
}

/** The values, grant and planning context of one plan, in one run's state. */
export class Session {
  readonly state: RunState;
  readonly context: PlanningContext;
  readonly grant: Grant;
  readonly depth: number;
  /** Prefix of step names: a tainted planner's own ids are never shown. */
  readonly prefix: string | null;
  /** What its effects are for: the user's words, in a sub-kernel its instruction. */
  readonly intent: string;
  readonly #values: Map<string, Labelled> = new Map();
  /** Values of steps inside maps, which no later step refers to. */
  readonly #inner: Labelled[] = [];
  #isTold = false;
  readonly scope: Scope;

  constructor(
    state: RunState,
    how: {
      context: PlanningContext;
      grant: Grant;
      depth: number;
      prefix: string | null;
      /** Default: the query. */
      intent?: string;
    },
  ) {
    this.state = state;
    this.context = how.context;
    this.grant = how.grant;
    this.depth = how.depth;
    this.prefix = how.prefix;
    this.intent = how.intent ?? how.context.query?.text ?? '';
    this.scope = {
      context: how.context,
      facts: state.facts,
      valueOf: (step) => this.#values.get(step),
      each: null,
    };
    freeze(this);
  }

  has(step: string): boolean {
    return this.#values.has(step);
  }

  /**
   * Keeps a step's value, once. @throws KernelFault `plan_unverified` if the step already has one
   */
  keep(step: string, value: Labelled): void {
    // INV-S4: written once; no later step changes what an earlier one made.
    if (this.#values.has(step))
      throw new KernelFault('plan_unverified', `step \`${step}\` already has a value`);
    this.#values.set(step, value);
  }

  value(step: string): Labelled {
    const value = this.#values.get(step);
    if (value === undefined)
      throw new KernelFault('plan_unverified', `step \`${step}\` has no value`);
    return value;
  }

  /** Keeps what a step inside a map made: it was touched, whatever becomes of it. */
  keepInner(value: Labelled): void {
    this.#inner.push(value);
  }

  /** From now on its planner has been told how a step ended. */
  tell(): void {
    this.#isTold = true;
  }

  /** Whether its planner knows something of content: how large it was, or that it was refused. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Everything that any step made. */
  values(): readonly Labelled[] {
    return [...this.#values.values(), ...this.#inner];
  }

  /** The name of a step in records: its id at the root, its place in a sub-kernel. */
  nameOf(step: string, index: number): string {
    return this.prefix === null ? step : `${this.prefix}.${index + 1}`;
  }
}

/** Starts the state that all sessions of a run share. */
export function startRun(
  engine: Engine,
  how: {
    readonly principal: string;
    readonly facts: Facts;
    readonly signal: ConstructorParameters<typeof Cancellation>[0];
    /** What a ruling on the plan answers; the run has the id that the ruling was asked for. */
    readonly answers?: PlanAnswers | null;
    readonly watch?: Watch | null;
    /** What earlier runs of the same client drew on. Default: nothing was drawn. */
    readonly shared?: Shared;
    /** What a stored run goes on with. Default: the run begins. */
    readonly from?: RunProgress;
  },
): RunState {
  const { principal, facts, answers = null, watch = null, from } = how;
  const { shared = makeShared(engine, principal) } = how;
  const run = from?.run ?? answers?.run ?? engine.random.id();
  const counts = { calls: from?.calls ?? 0, eventsBefore: from?.events ?? 0 };
  const callId = (number: number): string => `${run}.${number}`;
  const events: TraceEvent[] = [];
  const effects: EffectRecord[] = [...(from?.effects ?? [])];
  const trace = makeTrace({ run, events, before: counts.eventsBefore, watch });
  const cancellation = new Cancellation(how.signal);
  const recorder = { chain: engine.audit, clock: engine.clock, run, trace };
  const waitsFor = from === undefined ? null : callId(counts.calls + 1);
  const desk = makeDesk(engine, { shared, cancellation, recorder, effects, answers, waitsFor });
  const nextCall = (): string => {
    counts.calls += 1;
    return callId(counts.calls);
  };
  return {
    engine,
    run,
    principal,
    facts,
    budget: shared.budget,
    cancellation,
    desk,
    effects,
    events,
    suspensions: new Map(),
    failedSteps: new Map(),
    trace,
    nextCall,
    counts,
  };
}
