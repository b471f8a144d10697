/** Stage 1: the coded guard, on the raw arguments and again on the normalised ones (INV-B12). */
import type { JsonObject, StageAnswer } from '../../../schemas/index.js';
import { guardFinding } from '../../vaglio/guard.js';
import type { EffectCall } from '../call.js';
import { refuse } from '../denial.js';

const allow: StageAnswer = Object.freeze({ stage: 'guard', outcome: 'allow' });

export function guardStage(call: EffectCall, args: JsonObject, home: string | null): StageAnswer {
  const { name, capabilities } = call.definition.spec;
  const finding = guardFinding({ tool: name, capabilities, args, home });
  if (finding === null) return allow;
  const reason =
    finding.code === 'guard_forbidden_path'
      ? `guard: forbidden path: pattern \`${finding.pattern}\` in args`
      : `guard: shell command that is hard to undo: \`${finding.pattern}\``;
  return refuse({ stage: 'guard', code: finding.code, reason });
}
