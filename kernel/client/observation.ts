/** What the Gate would have decided about a call of a client, every stage asked. A value. */
import type { Denial, Label, Obligation, Outcome, StageAnswer } from '../../schemas/index.js';
import { decisionOf, type EffectCall } from '../gate/call.js';
import { labelsOf } from '../gate/stages/provenance.js';
import type { Verdict } from '../gate/verdict.js';
import { createRecord, freeze } from '../primordials.js';

/** What was decided, as a host may tell it: ids, pointers, labels and codes; no argument. */
export interface ObservedDecision {
  readonly tool: string;
  readonly outcome: Outcome;
  readonly answers: readonly StageAnswer[];
  /** The first that refuses; also where the call could not have been made at all. */
  readonly denial: Denial | null;
  /** What the user would have been asked. */
  readonly obligations: readonly Obligation[];
  /** Stages that would have had to ask outside first: `judge`, `review`. */
  readonly pending: readonly string[];
  /** By argument, and of the choice to call. */
  readonly labels: Readonly<Record<string, Label>>;
}

let callOf: (observation: Observation) => EffectCall | null;
let observerOf: (observation: Observation) => object;
let isObservation: (value: unknown) => value is Observation;

/** An observed call; what it was told in answer is overheard by it. */
export class Observation {
  readonly decision: ObservedDecision;
  readonly #observer: object;
  /** Null where the call could not have been made. */
  readonly #call: EffectCall | null;

  constructor(observer: object, call: EffectCall | null, decision: ObservedDecision) {
    this.#observer = observer;
    this.#call = call;
    this.decision = decision;
    freeze(this);
  }

  static {
    isObservation = (value): value is Observation =>
      typeof value === 'object' && value !== null && #call in value;
    callOf = (observation) => observation.#call;
    observerOf = (observation) => observation.#observer;
  }
}
freeze(Observation.prototype);
freeze(Observation);

export { callOf, isObservation, observerOf };

/** What the stages answered: nothing of the arguments but their pointers and labels. */
export function decisionSeen(call: EffectCall, verdict: Verdict): ObservedDecision {
  const { outcome, answers, denial, obligations, pending, units } = verdict;
  return freeze({
    tool: call.definition.spec.name,
    outcome,
    answers,
    denial,
    obligations,
    pending: freeze(pending.map(({ stage }) => stage)),
    labels: labelsOf(units, decisionOf(call)),
  });
}

/** What is seen of a call that no stage was asked about. */
export function refusalSeen(tool: string, denial: Denial): ObservedDecision {
  const last: StageAnswer = freeze({ stage: denial.stage, outcome: 'deny', denial });
  return freeze({
    tool,
    outcome: 'deny',
    answers: freeze([last]),
    denial,
    obligations: freeze([]),
    pending: freeze([]),
    labels: freeze(createRecord()),
  });
}
