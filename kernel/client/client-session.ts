/**
 * A session of a client: an agent outside, whose planner nobody here runs, that calls tools one by
 * one and reads what it is told. Every call is a dispatch; a value leaves by `tell` alone. Upholds
 * INV-X1, INV-X2, INV-X4. Source: behaviour G-1.
 */
import {
  type CancelSignal,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
  type RunProblem,
  type RunStatus,
} from '../../schemas/index.js';
import { recordFirst } from '../effects/call-recorder.js';
import { KernelFault, PlanRejected, RunStopped } from '../errors.js';
import type { Engine } from '../interpreter/engine.js';
import { isEngine } from '../interpreter/engine.js';
import { finish } from '../interpreter/run.js';
import { makeShared, type Shared } from '../interpreter/run-desk.js';
import { statusOf } from '../interpreter/run-end.js';
import { type RunState, startRun } from '../interpreter/session.js';
import { createRecord, freeze, hasOwn } from '../primordials.js';
import { mintTainted, openTainted, type Tainted } from '../provenance/tainted.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { labelArguments } from './client-arguments.js';
import { ClientLabel } from './client-label.js';
import { type ClientOptions, readOptions } from './client-options.js';
import { ClientValues } from './client-values.js';

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

const NAME = 'call';

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

  /**
   * Calls a tool with arguments that the client wrote. Calls may overlap. Nothing that the client
   * sends makes it throw: a call that cannot be made says why in its `problem`.
   * @throws KernelFault `session_over`, `reentrant_run`: faults of the host's wiring
   */
  async call(tool: string, args: unknown, signal: CancelSignal | null = null): Promise<ClientEnd> {
    if (this.#isOver) throw new KernelFault('session_over', 'the session is over');
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
      const output = await this.#dispatch(state, tool, args);
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

  async #dispatch(state: RunState, tool: string, args: unknown): Promise<Tainted> {
    const { engine, run, desk, budget, trace } = state;
    // Labelled when it arrives: what the client is told meanwhile, it did not know.
    const { words } = this.#label;
    const data = { query: engine.audit.keyed(this.#intent), depth: 0 };
    await recordFirst(desk.recorder, null, { kind: 'run_started', data });
    if (!hasOwn(engine.dispatcher.definitions, tool))
      throw new PlanRejected([{ code: 'plan_unknown_tool', at: 'tool' }]);
    const values = this.#references ? this.#values : null;
    const labelled = labelArguments(readArguments(args), { words, values });
    if (state.cancellation.aborted) throw new RunStopped('cancelled', 'cancelled before a call');
    budget.take('steps');
    budget.take('effects');
    trace({ kind: 'step_started', step: NAME, stepKind: 'tool', depth: 0 });
    // INV-X4: the one way to a tool is the dispatcher's.
    return engine.dispatcher.dispatch(
      {
        id: state.nextCall(),
        run,
        step: NAME,
        tool,
        args: mintTainted(labelled),
        decision: words.literal,
        condition: [],
        authority: engine.grant,
        principal: this.#principal,
        intent: this.#intent,
        facts: state.facts,
      },
      desk,
    );
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

/** The arguments as plain data. @throws RunStopped `snapshot_refused`, `schema_invalid` */
function readArguments(args: unknown): JsonObject {
  try {
    const given = snapshot(args ?? createRecord());
    if (isJsonObject(given)) return given;
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new RunStopped('snapshot_refused', error.message);
  }
  throw new RunStopped('schema_invalid', 'arguments that are no record');
}
