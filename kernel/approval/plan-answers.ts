/**
 * What one ruling on a plan answers in the one run that it is good for: each call that was shown,
 * once, under the policy that asked, in its time. Anything else asks as usual. Upholds INV-Q14.
 */
import type { ApprovalRequest, PlannedEffect, Ruling } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import type { AnsweredRequest, EffectCall } from '../gate/call.js';
import { isSameObligation } from '../gate/stages/approval.js';
import type { Verdict } from '../gate/verdict.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { freeze } from '../primordials.js';
import { labelsDigest, pathsDigest } from './request.js';

/** What a call that asks is compared with. */
export interface AskingNow {
  readonly verdict: Verdict;
  /** Where its paths lead. */
  readonly paths: FollowedPaths;
  /** Version of the policy that asks. */
  readonly policy: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export class PlanAnswers {
  readonly #request: ApprovalRequest;
  readonly #ruling: Ruling;
  /** Steps whose answer is given. */
  readonly #used: Set<string> = new Set();

  constructor(request: ApprovalRequest, ruling: Ruling) {
    this.#request = request;
    this.#ruling = ruling;
    freeze(this);
  }

  /** The id of the run that the ruling is good for. */
  get run(): string {
    return this.#request.run;
  }

  /** Throws unless the run follows the plan that was ruled on. @throws KernelFault */
  assertPlan(digest: string): void {
    if (this.#request.definition === digest) return;
    throw new KernelFault('approval_mismatch', 'the ruling was about another plan');
  }

  /** The answer to one call, once; null where it was not asked about exactly this. */
  answer(call: EffectCall, asking: AskingNow): AnsweredRequest | null {
    const { policy, now } = asking;
    const { effects = [], expiresAt, ...plan } = this.#request;
    // INV-Q14: exactly what was shown, by all of it.
    const shown = effects.find((effect) => covers(effect, call, asking));
    if (shown === undefined || plan.policy !== policy || now >= expiresAt) return null;
    if (plan.run !== call.run || plan.principal !== call.principal) return null;
    if (this.#used.has(shown.step)) return null;
    this.#used.add(shown.step);
    const { tool, definition, args, labels, obligations } = shown;
    const of = { call: call.id, tool, definition, args, labels, obligations };
    const request: ApprovalRequest = freeze({ ...plan, expiresAt, ...of });
    return freeze({ request, ruling: this.#ruling });
  }
}
freeze(PlanAnswers.prototype);
freeze(PlanAnswers);

function covers(
  { step, tool, definition, args, labels, paths, obligations }: PlannedEffect,
  call: EffectCall,
  { verdict, paths: now }: AskingNow,
): boolean {
  return (
    step === call.step &&
    tool === call.definition.spec.name &&
    definition === call.definition.digest &&
    args === verdict.digest &&
    labels === labelsDigest(verdict.units) &&
    // INV-R7: what was shown led there.
    paths === pathsDigest(now) &&
    verdict.obligations.every((open) => obligations.some((one) => isSameObligation(one, open)))
  );
}
