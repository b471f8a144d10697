/**
 * An onlooker at a client whose calls somebody else makes: it says what the Gate would have decided
 * about each, and follows what the client was told. It has no way to a tool. Upholds INV-V4 and
 * INV-V5.
 */
import { joinLabel, type Label, makeLabel } from '../../schemas/index.js';
import { readResult, resultOrigin } from '../effects/tool-result.js';
import { EffectDenied, KernelFault, PlanRejected, RunStopped } from '../errors.js';
import type { EffectCall } from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import { type Engine, isEngine } from '../interpreter/engine.js';
import { makeShared } from '../interpreter/run-desk.js';
import { freeze } from '../primordials.js';
import { labelResult } from '../provenance/result-label.js';
import { readArguments, requestOf } from './client-call.js';
import { ClientLabel } from './client-label.js';
import { type ClientOptions, readOptions } from './client-options.js';
import { judgeCall } from './judge-call.js';
import {
  callOf,
  decisionSeen,
  isObservation,
  Observation,
  observerOf,
  refusalSeen,
} from './observation.js';

/** What is seen of one client: its observed calls, and the label of what it was told. */
export class ClientObserver {
  readonly #engine: Engine;
  readonly #options: Required<ClientOptions>;
  readonly #label: ClientLabel;

  /** @throws KernelFault `config_malformed` */
  constructor(engine: Engine, options: ClientOptions) {
    if (new.target !== ClientObserver)
      throw new KernelFault('final_class', 'ClientObserver cannot be extended');
    if (!isEngine(engine))
      throw new KernelFault('config_malformed', 'not an engine of this kernel: use `makeEngine`');
    this.#engine = engine;
    this.#options = readOptions(options);
    this.#label = new ClientLabel(this.#options.principal, this.#options.trust);
    freeze(this);
  }

  /** What the client has been told so far, joined; null before it was told anything. */
  get told(): Label | null {
    return this.#label.told;
  }

  /**
   * Says what the Gate would decide about a call that the client wrote now. Nothing of the kernel
   * runs, asks, draws or records; budgets count this call alone. Never throws for what a client
   * sends.
   */
  observe(tool: string, args: unknown): Observation {
    const engine = this.#engine;
    const { principal, intent } = this.#options;
    const read = { args: readArguments(args), words: this.#label.words, values: null };
    const said = { tool, ...read, principal, intent };
    try {
      const request = requestOf(said, { engine, run: 'observed', id: 'observed' });
      const { call, decided } = judgeCall(engine, makeShared(engine, principal), request, true);
      if (decided instanceof EffectDenied)
        return new Observation(this, call, refusalSeen(tool, decided.denial));
      // INV-V4: every stage's own answer.
      return new Observation(this, call, decisionSeen(call, decided.verdict));
    } catch (error) {
      if (!(error instanceof RunStopped) && !(error instanceof PlanRejected)) throw error;
      const { code, message: reason } = error;
      const denial = makeDenial({ stage: 'schema', code, reason });
      return new Observation(this, null, refusalSeen(tool, denial));
    }
  }

  /**
   * Takes note of what the client was told in answer to an observed call: from now on its words are
   * worth what they would be worth had the kernel told it. What is no result of the tool is read by
   * nobody. @throws KernelFault `config_malformed` for an observation of another client
   */
  overhear(observation: Observation, result: unknown): void {
    const call = this.#callOf(observation);
    if (call === null) return this.overhearElsewhere();
    const read = readResult(call, result);
    if (read.code !== null) return this.#rise(labelOfError(call));
    this.#rise(labelResult(call.definition, read.value, resultOrigin(call)).flat);
  }

  /** The same where the call failed: the client may have read why, in words of the tool. */
  overhearFailure(observation: Observation): void {
    const call = this.#callOf(observation);
    if (call === null) return this.overhearElsewhere();
    this.#rise(labelOfError(call));
  }

  /** Takes note of something that the client read and of which nobody here knows anything. */
  overhearElsewhere(): void {
    this.#rise(makeLabel({ sources: ['client'], control: ['client'], readers: [] }));
  }

  #rise(label: Label): void {
    // INV-V5: whatever would have been decided, the client has read it.
    this.#label.rise(label);
  }

  #callOf(observation: Observation): EffectCall | null {
    if (!isObservation(observation) || observerOf(observation) !== this)
      throw new KernelFault('config_malformed', 'an observation of another client');
    return callOf(observation);
  }
}
freeze(ClientObserver.prototype);
freeze(ClientObserver);

/** What a tool says when it fails is nobody's to read but the client's. */
function labelOfError(call: EffectCall): Label {
  const source = makeLabel({ sources: [`tool:${call.definition.spec.name}`], readers: [] });
  return joinLabel(source, resultOrigin(call).args);
}
