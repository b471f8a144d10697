/**
 * Stage 8: a ruling on exactly these arguments discharges the obligations it was asked about; one
 * obligation that it was not asked about keeps the whole question open (behaviour ).
 * Never consulted about a denial (C35).
 */
import type { Code, Obligation, StageAnswer } from '../../../schemas/index.js';
import type { DecisionInputs, EffectCall } from '../call.js';
import { refuse } from '../denial.js';

const allow: StageAnswer = Object.freeze({ stage: 'approval', outcome: 'allow' });

/** Answers for the open obligations, from the rulings on exactly this call. */
export function approvalStage(
  obligations: readonly Obligation[],
  digest: string,
  { call, inputs }: { readonly call: EffectCall; readonly inputs: DecisionInputs },
): StageAnswer {
  const found = inputs.rulings.find(({ request }) => request.args === digest);
  if (
    found === undefined ||
    !obligations.every((open) =>
      found.request.obligations.some((asked) => isSameObligation(open, asked)),
    )
  ) {
    // INV-F2: nobody has ruled on exactly this.
    return Object.freeze({ stage: 'approval', outcome: 'require_user', obligations });
  }
  const { request, ruling } = found;
  if (ruling.decision === 'deny')
    return denied('approval_denied', `refused by \`${ruling.approver}\``);
  // INV-F3: a ruling holds for the call that was shown, under the policy that asked, in its time.
  const isOurs =
    request.run === call.run &&
    request.call === call.id &&
    request.definition === call.definition.digest &&
    request.policy === inputs.policy.version;
  if (!isOurs) return denied('approval_mismatch', 'what was ruled on has changed since');
  if (inputs.now >= request.expiresAt)
    return denied('approval_expired', 'the ruling is too old by now');
  return allow;
}

function denied(code: Code, reason: string): StageAnswer {
  return refuse({ stage: 'approval', code, reason });
}

/** Whether two obligations are one question: of one rule, about one part. */
export function isSameObligation(a: Obligation, b: Obligation): boolean {
  return a.source === b.source && a.rule === b.rule && a.pointer === b.pointer;
}
