/** Stage 1: the guard, on the raw arguments and again on the normalised ones (INV-B12). */
import type { JsonObject, Obligation, StageAnswer } from '../../../schemas/index.js';
import { type GuardSubject, guardAnswer, guardReason } from '../../vaglio/guard.js';
import { shellQuestions } from '../../vaglio/shell/findings.js';
import type { EffectCall } from '../call.js';
import { refuse } from '../denial.js';

/** What the guard knows beside the call. */
export type GuardMeans = Pick<GuardSubject, 'home' | 'cwd' | 'shell'>;

const allow: StageAnswer = Object.freeze({ stage: 'guard', outcome: 'allow' });

export function guardStage(call: EffectCall, args: JsonObject, means: GuardMeans): StageAnswer {
  const { name, capabilities, effect } = call.definition.spec;
  const { home, cwd, shell } = means;
  const { finding, questions } = guardAnswer({
    tool: name,
    capabilities,
    args,
    home,
    cwd,
    shell,
    isPure: effect === 'pure',
  });
  if (finding !== null)
    return refuse({ stage: 'guard', code: finding.code, reason: guardReason(finding) });
  if (questions.length === 0) return allow;
  const obligations = questions.map(
    (rule): Obligation =>
      Object.freeze({ source: 'guard', rule, reason: `guard: ${shellQuestions[rule]}` }),
  );
  return Object.freeze({
    stage: 'guard',
    outcome: 'require_user',
    obligations: Object.freeze(obligations),
  });
}
