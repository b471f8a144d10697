/**
 * The Gate: the stages in their one order, on one screen. `decide` is pure and synchronous over the
 * call and its recorded inputs; every layer can only tighten; the first deny ends it. Upholds
 * INV-B5, INV-B6, INV-B12, INV-H6.
 */
import {
  joinOutcome,
  type Obligation,
  type Outcome,
  type PolicySnapshot,
  type PolicySource,
  type StageAnswer,
  type StageName,
} from '../../schemas/index.js';
import { EffectDenied, KernelFault } from '../errors.js';
import { freeze, isFrozen, isList } from '../primordials.js';
import type { Unit } from '../provenance/units.js';
import { canonicalText, DigestRefused, sha256 } from '../snapshot/digest.js';
import type { CheckedArgs, DecisionInputs, EffectCall } from './call.js';
import { makeDenial, refuse } from './denial.js';
import { type GateLayer, layerAnswer } from './layer.js';
import { mintPermit, type Permit } from './permit.js';
import { approvalStage } from './stages/approval.js';
import { capabilityStage } from './stages/capability.js';
import { guardStage } from './stages/guard.js';
import { provenanceStage, type Release } from './stages/provenance.js';
import { schemaStage } from './stages/schema.js';
import type { Verdict } from './verdict.js';

export interface GateOptions {
  readonly policy: PolicySource;
  /** The user's home directory, for the guard; null if there is none. */
  readonly home: string | null;
  readonly layers?: readonly GateLayer[];
}

const noUnits: readonly Unit[] = freeze([]);
const noReleases: readonly Release[] = freeze([]);

let decideOn: (gate: Gate, call: EffectCall, inputs: DecisionInputs) => Verdict;
let policyOf: (gate: Gate) => PolicySnapshot;
let isGate: (value: unknown) => value is Gate;

/** Holds policy, home and layers; `decide` and `authorize` ask it. */
export class Gate {
  readonly #policy: PolicySource;
  readonly #home: string | null;
  readonly #layers: readonly GateLayer[];

  constructor(options: GateOptions) {
    // INV-H6: final: an override would decide instead.
    if (new.target !== Gate) throw new KernelFault('final_class', 'Gate cannot be extended');
    this.#policy = options.policy;
    this.#home = options.home;
    this.#layers = freeze([...(options.layers ?? [])]);
    freeze(this);
  }

  static {
    isGate = (value): value is Gate =>
      typeof value === 'object' && value !== null && #policy in value;
    policyOf = (gate) => {
      // Read once: a policy that answers twice decides once.
      const { version, grant, declassify } = gate.#policy.current();
      const held = isFrozen(grant) && isList(grant) ? grant : freeze([...grant]);
      return { version: String(version), grant: held, declassify };
    };
    decideOn = (gate, call, inputs) => {
      const run = new Deciding();
      try {
        gate.#decide(run, call, inputs);
      } catch {
        // INV-F1: a check that crashed has not agreed.
        const reason = 'a stage threw';
        run.ends(refuse({ stage: run.at, code: 'layer_failed', reason }));
      }
      return run.verdict();
    };
  }

  #decide(run: Deciding, call: EffectCall, inputs: DecisionInputs): void {
    // 1 guard, on what was asked for.
    // INV-B12: first, and nothing after it can undo its answer.
    if (run.ends(guardStage(call, call.args, this.#home))) return;
    // 2 capability
    run.at = 'capability';
    if (run.ends(capabilityStage(call, inputs.policy.grant))) return;
    // 3 schema, and the guard again on what would run.
    run.at = 'schema';
    const { answer, checked } = schemaStage(call);
    if (run.ends(answer) || checked === null) return;
    run.checked = checked;
    if (checked.args !== call.args && run.ends(guardStage(call, checked.args, this.#home))) return;
    // 4 provenance
    run.at = 'provenance';
    const provenance = provenanceStage(call, checked, inputs);
    run.units = provenance.units;
    run.releases = provenance.releases;
    if (run.ends(provenance.answer)) return;
    // 5 to 7: rules, judge, review.
    for (const layer of this.#layers)
      if (run.ends(layerAnswer(layer, call, checked, inputs))) return;
    run.at = 'admission';
    if (!run.canonicalise(checked, call)) return;
    // 8 approval: one question for every obligation.
    run.at = 'approval';
    run.approve(inputs);
  }
}

/** The verdict of one decision while its stages answer. */
class Deciding {
  readonly #answers: StageAnswer[] = [];
  readonly #obligations: Obligation[] = [];
  #outcome: Outcome = 'allow';
  #canonical: string | null = null;
  #digest: string | null = null;
  /** The stage that answers now. */
  at: StageName = 'guard';
  checked: CheckedArgs | null = null;
  units = noUnits;
  releases = noReleases;

  /** Takes a stage's answer; true if it ends the decision. The outcome is a maximum. */
  ends(answer: StageAnswer): boolean {
    this.#answers.push(answer);
    // INV-B6: a maximum, so nothing lowers it.
    this.#outcome = joinOutcome(this.#outcome, answer.outcome);
    if (answer.outcome === 'require_user') this.#obligations.push(...answer.obligations);
    return answer.outcome === 'deny';
  }

  /**
   * Takes the canonical text that digests speak of; the same frozen arguments have the same text.
   */
  canonicalise(checked: CheckedArgs, call: EffectCall): boolean {
    try {
      const isKnown = call.canonical !== null && checked.args === call.args;
      this.#canonical = isKnown ? call.canonical : canonicalText(checked.args);
      return true;
    } catch (error) {
      if (!(error instanceof DigestRefused)) throw error;
      const reason = 'a built-in prototype has a `toJSON`';
      return !this.ends(refuse({ stage: 'admission', code: 'digest_refused', reason }));
    }
  }

  /** Discharges open obligations by a ruling on this digest; never touches a denial. */
  approve(inputs: DecisionInputs): void {
    if (this.#outcome !== 'require_user' || this.#canonical === null) return;
    this.#digest = sha256(this.#canonical);
    const answer = approvalStage(this.#obligations, this.#digest, inputs.rulings);
    this.#answers.push(answer);
    this.#outcome = answer.outcome;
  }

  verdict(): Verdict {
    const last = this.#answers.at(-1);
    const denial = last?.outcome === 'deny' ? last.denial : null;
    return freeze({
      outcome: this.#outcome,
      answers: freeze(this.#answers),
      denial,
      obligations: freeze(this.#obligations),
      units: this.units,
      releases: this.releases,
      args: this.checked?.args ?? null,
      tree: this.checked?.tree ?? null,
      digest: denial === null ? this.#digest : null,
      canonical: denial === null ? this.#canonical : null,
    });
  }
}

freeze(Gate.prototype);
freeze(Gate);

export { decideOn as decide, isGate, policyOf };

/** Throws unless a value is a gate that this kernel made. @throws KernelFault `gate_required` */
export function assertGate(value: unknown): asserts value is Gate {
  if (!isGate(value)) throw new KernelFault('gate_required', 'not a gate of this kernel');
}

/**
 * Decides and, on a plain allow, mints the one permit of this call.
 * @throws EffectDenied with the denial, also where the user's ruling is still missing
 */
export function authorize(
  gate: Gate,
  call: EffectCall,
  inputs: DecisionInputs,
): { readonly permit: Permit; readonly verdict: Verdict } {
  const verdict = decideOn(gate, call, inputs);
  // INV-B5: no permit without a plain allow.
  if (verdict.outcome !== 'allow') throw new EffectDenied(verdict.denial ?? unanswered());
  return { permit: mintPermit(call), verdict };
}

function unanswered(): ReturnType<typeof makeDenial> {
  const reason = 'nobody ruled on it';
  return makeDenial({ stage: 'approval', code: 'approval_unavailable', reason });
}
