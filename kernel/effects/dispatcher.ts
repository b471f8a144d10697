/**
 * The one place a tool callable runs. It cannot be built without a Gate, hands a call on only for a
 * permit, and the tool sees exactly the snapshot that every stage saw. Upholds INV-B1, INV-B2,
 * INV-B8, INV-T5. Attack list: docs/attack-guide.md#effects. It does not defend against a host that
 * calls its own functions.
 */
import type { CallScope, Grant, Timer } from '../../schemas/index.js';
import { EffectDenied, KernelFault, RunStopped } from '../errors.js';
import type { EffectCall } from '../gate/call.js';
import { assertGate, authorize, type Gate, policyOf } from '../gate/gate.js';
import { type Permit, spendPermit } from '../gate/permit.js';
import { createRecord, freeze, hasOwn } from '../primordials.js';
import type { Tainted } from '../provenance/tainted.js';
import type { ToolDefinition } from '../tools/definition.js';
import { type AdmissionDesk, type Admitted, admit } from './admission.js';
import { type CallRequest, effectCall } from './call-request.js';
import { CallSignal } from './cancellation.js';
import { readInputs } from './decision-inputs.js';
import { announce, closeCall, type EndDesk, recordLate, withdraw } from './effect-end.js';
import { followAgain } from './followed-paths.js';
import { assertRecorded } from './recorded-releases.js';
import { settle } from './settle.js';
import { openTool, type Tool, type ToolRun } from './tool-run.js';

/** What a dispatch needs of its run. */
export interface DispatchDesk extends AdmissionDesk, EndDesk {
  readonly timer: Timer;
  readonly toolTimeoutMs: number | null;
}

let isDispatcher: (value: unknown) => value is EffectDispatcher;
let gateOf: (dispatcher: EffectDispatcher) => Gate;

export class EffectDispatcher {
  readonly #gate: Gate; // INV-B1: no Gate, no dispatcher
  readonly #run: Readonly<Record<string, ToolRun>>; // INV-B2: reachable from this line only
  readonly #definitions: Readonly<Record<string, ToolDefinition>>;
  readonly #scope: CallScope | null;
  /** Tools that run now, those too that the run has given up on. */
  #open = 0;

  constructor(gate: Gate, tools: readonly Tool[], scope: CallScope | null) {
    if (new.target !== EffectDispatcher)
      throw new KernelFault('final_class', 'EffectDispatcher cannot be extended');
    assertGate(gate);
    const run: Record<string, ToolRun> = createRecord();
    const definitions: Record<string, ToolDefinition> = createRecord();
    for (const tool of tools) {
      const callable = openTool(tool);
      if (hasOwn(run, tool.name))
        throw new KernelFault('tool_duplicate', `two tools are called \`${tool.name}\``);
      run[tool.name] = callable;
      definitions[tool.name] = tool.definition;
    }
    this.#gate = gate;
    this.#run = freeze(run);
    this.#definitions = freeze(definitions);
    this.#scope = scope;
    freeze(this);
  }

  static {
    isDispatcher = (value): value is EffectDispatcher =>
      typeof value === 'object' && value !== null && #gate in value;
    gateOf = (dispatcher) => dispatcher.#gate;
  }

  /** Definitions by tool name; no callables. */
  get definitions(): Readonly<Record<string, ToolDefinition>> {
    return this.#definitions;
  }

  /** The grant that the gate's policy gives now. */
  get grant(): Grant {
    return policyOf(this.#gate).grant;
  }

  /**
   * Whether the caller runs inside a tool of this dispatcher; without a call scope, whether any
   * tool is running.
   */
  isInside(): boolean {
    return this.#scope === null ? this.#open > 0 : this.#scope.isInside(this);
  }

  /**
   * Runs one effect through the Gate: decided, asked, admitted, decided again, run once, recorded.
   * @throws EffectDenied with the denial; RunStopped where the tool failed; KernelFault for a
   * foreign value
   */
  async dispatch(request: CallRequest, desk: DispatchDesk): Promise<Tainted> {
    const admitted = await admit(this.#gate, this.#callOf(request), desk);
    const { call } = admitted;
    const permit = this.#authorize(admitted, desk);
    // INV-T5: an admission that came to nothing says so.
    if (permit instanceof Error) return await withdraw(call, permit, desk);
    const work = this.#start(permit, call, desk);
    // INV-B10: what a tool returns may run code of the tool when it is looked at.
    return await this.#inside(async () => {
      const settled = await settle(work, {
        timer: desk.timer,
        limitMs: call.definition.spec.timeoutMs ?? desk.toolTimeoutMs,
        cancellation: desk.cancellation,
        late: (how) => {
          this.#open -= 1;
          recordLate(desk, call.id, how);
        },
      });
      try {
        return await closeCall(call, settled, desk);
      } finally {
        // A tool that still runs is open until it settles.
        if (settled.kind === 'value' || settled.kind === 'threw') this.#open -= 1;
      }
    });
  }

  #inside<T>(body: () => T): T {
    return this.#scope === null ? body() : this.#scope.enter(this, body);
  }

  #callOf(request: CallRequest): EffectCall {
    const { tool } = request;
    const definition = hasOwn(this.#definitions, tool) ? this.#definitions[tool] : undefined;
    if (definition === undefined) throw new KernelFault('tool_unknown', `unknown tool \`${tool}\``);
    return effectCall(request, definition);
  }

  /**
   * Decides again, on inputs read anew, and mints the permit. Synchronous: nothing happens between
   * it and the call.
   */
  #authorize(admitted: Admitted, desk: DispatchDesk): Permit | EffectDenied | RunStopped {
    const { call, rulings, gathered, paths, labels } = admitted;
    // INV-L3: cancelled while it waited for the store or for a ruling.
    if (desk.cancellation.aborted) return new RunStopped('cancelled', 'cancelled before an effect');
    try {
      // INV-B8: what changed while the call waited counts.
      const known = { rulings, gathered, paths: followAgain(this.#gate, paths) };
      const inputs = readInputs(this.#gate, desk, known);
      const { permit, verdict } = authorize(this.#gate, call, inputs);
      // INV-T6: the rules may have changed while the call waited.
      assertRecorded(verdict.releases, admitted.releases);
      announce(permit, call, { verdict, labels, policy: inputs.policy }, desk);
      return permit;
    } catch (error) {
      if (error instanceof EffectDenied) return error;
      throw error;
    }
  }

  #start(permit: Permit, call: EffectCall, desk: DispatchDesk): unknown {
    const run = this.#run[call.definition.spec.name];
    if (run === undefined) throw new KernelFault('tool_unknown', 'a call without a tool');
    const context = new CallSignal(desk.cancellation, call.id);
    const effect = (): unknown => {
      spendPermit(permit, call); // one allow pays for one effect; no await since it was minted
      return run(call.args, context); // the only call of a ToolRun
    };
    this.#open += 1;
    try {
      return this.#inside(effect);
    } catch (error) {
      return Promise.reject(error);
    }
  }
}
freeze(EffectDispatcher.prototype);
freeze(EffectDispatcher);

export { gateOf, isDispatcher };
