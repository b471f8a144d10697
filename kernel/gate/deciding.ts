/**
 * The verdict of one decision while its stages answer: every answer is kept, the outcome is their
 * maximum. Upholds INV-B6.
 */
import {
  type Action,
  type Denial,
  joinOutcome,
  type Obligation,
  type Outcome,
  type StageAnswer,
  type StageName,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { Unit } from '../provenance/units.js';
import { canonicalText, DigestRefused, sha256 } from '../snapshot/digest.js';
import type { CheckedArgs, DecisionInputs, EffectCall } from './call.js';
import { refuse } from './denial.js';
import type { GateLayer, SaidSoFar } from './layer.js';
import { approvalStage, isSameObligation } from './stages/approval.js';
import type { Release } from './stages/provenance.js';
import type { Verdict } from './verdict.js';

const noUnits: readonly Unit[] = freeze([]);
const noPaths: readonly string[] = freeze([]);
const noReleases: readonly Release[] = freeze([]);

/** One decision while its stages answer. */
export class Deciding {
  readonly #answers: StageAnswer[] = [];
  readonly #obligations: Obligation[] = [];
  readonly #isWhole: boolean;
  #outcome: Outcome = 'allow';
  #canonical: string | null = null;
  #digest: string | null = null;
  /** `isWhole`: no answer ends it; for whoever wants to see them all. */
  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  /** The stage that answers now. */
  at: StageName = 'guard';
  checked: CheckedArgs | null = null;
  units: readonly Unit[] = noUnits;
  releases: readonly Release[] = noReleases;
  /** Paths that have to be followed before the rules can answer. */
  unfollowed: readonly string[] = noPaths;
  action: Action | null = null;
  /** Layers that have to ask outside before they can answer. */
  readonly pending: GateLayer[] = [];

  /** What a layer is told of the stages before it. */
  get soFar(): SaidSoFar {
    return freeze({ outcome: this.#outcome, action: this.action });
  }

  /** Takes a stage's answer; true if it ends the decision. The outcome is a maximum. */
  ends(answer: StageAnswer): boolean {
    this.#answers.push(answer);
    // INV-B6: a maximum, so nothing lowers it.
    this.#outcome = joinOutcome(this.#outcome, answer.outcome);
    if (answer.outcome === 'require_user') this.#obligate(answer.obligations);
    return answer.outcome === 'deny' && !this.#isWhole;
  }

  /** The guard looks twice: what it asks both times is one question. */
  #obligate(obligations: readonly Obligation[]): void {
    for (const open of obligations)
      if (!this.#obligations.some((known) => isSameObligation(known, open)))
        this.#obligations.push(open);
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
      this.ends(refuse({ stage: 'admission', code: 'digest_refused', reason }));
      return false;
    }
  }

  /** Discharges open obligations by a ruling on this digest; never touches a denial. */
  approve(call: EffectCall, inputs: DecisionInputs): void {
    if (this.#outcome !== 'require_user' || this.#canonical === null) return;
    this.#digest = sha256(this.#canonical);
    const answer = approvalStage(this.#obligations, this.#digest, { call, inputs });
    this.#answers.push(answer);
    this.#outcome = answer.outcome;
  }

  verdict(): Verdict {
    const denial = this.#outcome === 'deny' ? firstDenial(this.#answers) : null;
    return freeze({
      outcome: this.#outcome,
      answers: freeze(this.#answers),
      denial,
      obligations: freeze(this.#obligations),
      pending: freeze(this.pending),
      unfollowed: this.unfollowed,
      action: denial === null ? this.action : null,
      units: this.units,
      releases: this.releases,
      args: this.checked?.args ?? null,
      tree: this.checked?.tree ?? null,
      digest: denial === null ? this.#digest : null,
      canonical: denial === null ? this.#canonical : null,
    });
  }
}

function firstDenial(answers: readonly StageAnswer[]): Denial | null {
  for (const answer of answers) if (answer.outcome === 'deny') return answer.denial;
  return null;
}

freeze(Deciding.prototype);
freeze(Deciding);
