/**
 * A session of a client: an agent outside, whose planner nobody here runs, that calls tools one by
 * one and reads what it is told. Every call is a dispatch; a value leaves by `tell` alone. Upholds
 * INV-X1, INV-X2, INV-X4. Source: behaviour G-1.
 */
import type {
  ApprovalRequest,
  CancelSignal,
  Json,
  Label,
  RunProblem,
  RunStatus,
} from '../../schemas/index.js';
import { recordFirst } from '../effects/call-recorder.js';
import { KernelFault, RunStopped } from '../errors.js';
import type { Engine } from '../interpreter/engine.js';
import { isEngine } from '../interpreter/engine.js';
import { finish } from '../interpreter/run.js';
import { makeShared, type Shared } from '../interpreter/run-desk.js';
import { statusOf } from '../interpreter/run-end.js';
import { type RunState, startRun } from '../interpreter/session.js';
import { createRecord, freeze } from '../primordials.js';
import { openTainted, type Tainted } from '../provenance/tainted.js';
import { CALL_STEP, readArguments, requestOf, type Said } from './client-call.js';
import { ClientLabel, type ClientWords } from './client-label.js';
import { type ClientOptions, readOptions } from './client-options.js';
import { ClientValues } from './client-values.js';
import { foreseeCall } from './foresee-call.js';

/** How a call ended. */
export interface ClientEnd {
  readonly run: string;
  readonly status: RunStatus;
  /** The name of what the tool returned; null unless it returned something. */
  readonly value: string | null;
  /** The name of what a tool said when it failed. */
  readonly detail: string | null;
  /** Why the call did not commit: codes and names, no text of a tool. */
  readonly problem: RunProblem | null;
}

/** What a client knew when it said something. */
export type ClientMoment = ClientWords;

/** The calls, values and the one label of one client. */
export class ClientSession {
  readonly #engine: Engine;
  readonly #principal: string;
  readonly #intent: string;
  readonly #references: boolean;
  readonly #label: ClientLabel;
  readonly #values: ClientValues;
  readonly #shared: Shared;
  readonly #open: Set<RunState> = new Set();
  #isOver = false;

  /** @throws KernelFault `config_malformed` */
  constructor(engine: Engine, options: ClientOptions) {
    if (new.target !== ClientSession)
      throw new KernelFault('final_class', 'ClientSession cannot be extended');
    // INV-B15: its dispatcher has a gate, and its grant is within the gate's.
    if (!isEngine(engine))
      throw new KernelFault('config_malformed', 'not an engine of this kernel: use `makeEngine`');
    const { principal, trust, references, intent, bounds } = readOptions(options);
    this.#engine = engine;
    this.#principal = principal;
    this.#intent = intent;
    this.#references = references;
    this.#label = new ClientLabel(principal, trust);
    this.#values = new ClientValues(bounds);
    this.#shared = makeShared(engine, principal);
    freeze(this);
  }

  /** What the client has been told so far, joined; null before it was told anything. */
  get told(): Label | null {
    return this.#label.told;
  }

  /** What the client knows now: what it says now may be passed on later, as said now. */
  get moment(): ClientMoment {
    return this.#label.words;
  }

  /**
   * Calls a tool with arguments that the client wrote. Calls may overlap. Nothing that the client
   * sends makes it throw: a call that cannot be made says why in its `problem`. `moment`: when the
   * client wrote it. Default: now.
   * @throws KernelFault `session_over`, `reentrant_run`, `config_malformed`: faults of the host's
   * wiring
   */
  async call(
    tool: string,
    args: unknown,
    signal: CancelSignal | null = null,
    moment: ClientMoment = this.#label.words,
  ): Promise<ClientEnd> {
    if (this.#isOver) throw new KernelFault('session_over', 'the session is over');
    const said = this.#said(tool, args, moment);
    // INV-B10: a tool cannot speak as a client.
    if (this.#engine.dispatcher.isInside())
      throw new KernelFault('reentrant_run', 'a call from inside a tool');
    const state = startRun(this.#engine, {
      principal: this.#principal,
      facts: createRecord(),
      signal,
      shared: this.#shared,
    });
    this.#open.add(state);
    try {
      const output = await this.#dispatch(state, said);
      return this.#endOf(await finish(state, { status: 'committed', output, error: null }));
    } catch (error) {
      return this.#endOf(await finish(state, { status: statusOf(error), output: null, error }));
    } finally {
      this.#open.delete(state);
      state.cancellation.abort('ended');
      state.cancellation.close();
    }
  }

  /**
   * Tells the client a value: takes it out of its label, and joins that to all it says from now on.
   * @throws RunStopped `value_unknown`
   */
  tell(name: string): Json {
    const { value, tree } = this.#values.get(name);
    // INV-X2: the label rises before the value is out.
    this.#label.rise(tree.flat);
    return value;
  }

  /** The label of a value that the client was not told. @throws RunStopped `value_unknown` */
  labelOf(name: string): Label {
    return this.#values.get(name).tree.flat;
  }

  /** Forgets a value. */
  drop(name: string): void {
    this.#values.drop(name);
  }

  /** Ends the session: cancels what runs, and takes no further call. */
  close(): void {
    this.#isOver = true;
    for (const state of this.#open) state.cancellation.abort();
  }

  /**
   * What the user would be asked about a call, written at `moment`; null where nobody would be: it
   * would go on, be refused, or a layer has to ask outside first. Nothing runs, is asked or
   * recorded.
   * @throws KernelFault `config_malformed` for a moment of another session
   */
  foresee(
    tool: string,
    args: unknown,
    moment: ClientMoment = this.#label.words,
  ): ApprovalRequest | null {
    return foreseeCall(this.#engine, this.#shared, this.#said(tool, args, moment));
  }

  /** Says that the client read something elsewhere: from now on its words are nobody's. */
  distrust(): void {
    this.#label.distrust();
  }

  async #dispatch(state: RunState, said: Said): Promise<Tainted> {
    const { engine, run, desk, budget, trace } = state;
    const data = { query: engine.audit.keyed(this.#intent), depth: 0 };
    await recordFirst(desk.recorder, null, { kind: 'run_started', data });
    // Labelled as of the moment: what the client is told meanwhile, it did not know.
    const request = requestOf(said, { engine, run, id: state.nextCall() });
    if (state.cancellation.aborted) throw new RunStopped('cancelled', 'cancelled before a call');
    budget.take('steps');
    budget.take('effects');
    trace({ kind: 'step_started', step: CALL_STEP, stepKind: 'tool', depth: 0 });
    // INV-X4: the one way to a tool is the dispatcher's.
    return await engine.dispatcher.dispatch(request, desk);
  }

  #said(tool: string, args: unknown, words: ClientWords): Said {
    // INV-X5: what was known elsewhere says nothing here.
    if (!this.#label.isMoment(words))
      throw new KernelFault('config_malformed', 'a moment of another session');
    const values = this.#references ? this.#values : null;
    const [principal, intent] = [this.#principal, this.#intent];
    // INV-X1: read when they are said, as they are labelled.
    return { tool, args: readArguments(args), words, values, principal, intent };
  }

  #endOf(ended: Awaited<ReturnType<typeof finish>>): ClientEnd {
    const { run, status, output, detail, problem } = ended;
    const keep = (made: Tainted | null): string | null =>
      made === null ? null : this.#values.keep(openTainted(made));
    return freeze({ run, status, value: keep(output), detail: keep(detail), problem });
  }
}
freeze(ClientSession.prototype);
freeze(ClientSession);
