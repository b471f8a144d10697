/**
 * Stage 8: a ruling on exactly these arguments discharges the obligations it was asked about; one
 * obligation that it was not asked about keeps the whole question open (behaviour ).
 * Never consulted about a denial (C35).
 */
import type { Obligation, StageAnswer } from '../../../schemas/index.js';
import type { AnsweredRequest } from '../call.js';
import { refuse } from '../denial.js';

const allow: StageAnswer = Object.freeze({ stage: 'approval', outcome: 'allow' });

/** Answers for the open obligations, from the rulings on exactly these arguments. */
export function approvalStage(
  obligations: readonly Obligation[],
  digest: string,
  answered: readonly AnsweredRequest[],
): StageAnswer {
  const found = answered.find(({ ruling }) => ruling.digest === digest);
  if (
    found === undefined ||
    !obligations.every((open) => found.asked.some((asked) => isSameObligation(open, asked)))
  ) {
    return Object.freeze({ stage: 'approval', outcome: 'require_user', obligations });
  }
  if (found.ruling.decision === 'allow') return allow;
  const reason = `refused by \`${found.ruling.approver}\``;
  return refuse({ stage: 'approval', code: 'approval_denied', reason });
}

/** Whether two obligations are one question: of one rule, about one part. */
export function isSameObligation(a: Obligation, b: Obligation): boolean {
  return a.source === b.source && a.rule === b.rule && a.pointer === b.pointer;
}
