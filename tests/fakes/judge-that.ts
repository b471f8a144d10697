/** Judges that answer as a test says, and keep what they were told. */
import type { Judge, JudgeRequest, PortCall } from '../../schemas/index.js';

export interface ScriptedJudge extends Judge {
  /** Every request, in order. */
  readonly asked: readonly JudgeRequest[];
}

/** Answers by a function of the request; a number is short for a whole answer with that score. */
export function judgeThat(
  answer: number | ((request: JudgeRequest, call: PortCall) => unknown),
): ScriptedJudge {
  const asked: JudgeRequest[] = [];
  return {
    asked,
    async judge(request, call) {
      asked.push(request);
      if (typeof answer === 'function') return answer(request, call);
      return { score: answer, reason: 'llm: because', degraded: false };
    },
  };
}
