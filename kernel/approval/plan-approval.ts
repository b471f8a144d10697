/**
 * The user's yes to what a plan was shown to do: good for one run, of this engine, this plan and
 * this query. Made by `approvePlan` alone, used up where a run starts. Upholds INV-Q14.
 */
import type { ApprovalRequest, Json, Ruling } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';
import { canonicalText } from '../snapshot/digest.js';
import { PlanAnswers } from './plan-answers.js';

/** What an approval of a plan is bound to beside its request. */
export interface ApprovedPlace {
  readonly engine: object;
  readonly query: TrustedQuery;
}

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let mint: (request: ApprovalRequest, ruling: Ruling, place: ApprovedPlace) => PlanApproval;
let take: (approval: PlanApproval, place: ApprovedPlace) => PlanAnswers;

/** One ruling on a plan, to be handed to one run. */
export class PlanApproval {
  readonly #request: ApprovalRequest;
  readonly #ruling: Ruling;
  readonly #place: ApprovedPlace;
  #isUsed = false;

  private constructor(key: object, request: ApprovalRequest, ruling: Ruling, place: ApprovedPlace) {
    if (key !== minting)
      throw new KernelFault('approval_mismatch', 'an approval is made by `approvePlan`');
    this.#request = request;
    this.#ruling = ruling;
    this.#place = place;
    freeze(this);
  }

  static {
    mint = (request, ruling, place) => new PlanApproval(minting, request, ruling, place);
    take = (approval, place) => {
      const isOurs = typeof approval === 'object' && approval !== null && #request in approval;
      if (!isOurs) throw new KernelFault('approval_mismatch', 'not an approval of this kernel');
      const { engine, query } = approval.#place;
      if (engine !== place.engine)
        throw new KernelFault('approval_mismatch', 'an approval of another kernel');
      if (!isSameQuery(query, place.query))
        throw new KernelFault('approval_mismatch', 'the ruling was about another query');
      // INV-Q14: good for one run.
      if (approval.#isUsed)
        throw new KernelFault('approval_mismatch', 'the approval was used by an earlier run');
      approval.#isUsed = true;
      return new PlanAnswers(approval.#request, approval.#ruling);
    };
  }

  /** The id of the request that was ruled on. */
  get approval(): string {
    return this.#request.approval;
  }

  /** SHA-256 of the plan. */
  get plan(): string {
    return this.#request.definition;
  }

  /** Milliseconds since the epoch; what asks later is asked about as usual. */
  get expiresAt(): number {
    return this.#request.expiresAt;
  }
}
freeze(PlanApproval.prototype);
freeze(PlanApproval);

export { mint as mintApproval, take as takeApproval };

function isSameQuery(a: TrustedQuery, b: TrustedQuery): boolean {
  const labels = [a.label, b.label].map((label) => canonicalText(label as unknown as Json));
  return a.text === b.text && a.principal === b.principal && labels[0] === labels[1];
}
