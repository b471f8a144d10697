/** What the dispatcher needs of a run, put together of the run's parts. */
import type { EffectRecord } from '../../schemas/index.js';
import type { PlanAnswers } from '../approval/plan-answers.js';
import type { Cancellation } from '../effects/cancellation.js';
import type { DispatchDesk } from '../effects/dispatcher.js';
import { ledgerOf, makeLedger } from '../policy/budgets.js';
import { createRecord } from '../primordials.js';
import type { Budget } from './budget.js';
import { type Engine, facesOf } from './engine.js';

interface DeskParts {
  readonly principal: string;
  readonly budget: Budget;
  readonly cancellation: Cancellation;
  readonly recorder: DispatchDesk['recorder'];
  readonly effects: EffectRecord[];
  readonly answers: PlanAnswers | null;
}

/** What the dispatcher needs of a run. */
export function makeDesk(engine: Engine, parts: DeskParts): DispatchDesk {
  const { principal, budget, cancellation, recorder, effects, answers } = parts;
  return {
    ...facesOf(engine),
    random: engine.random,
    recorder,
    spent: createRecord(),
    keys: new Map(),
    drawn: { run: makeLedger(), principal: ledgerOf(engine.drawn, principal) },
    approval: engine.approval,
    answers,
    timer: engine.timer,
    cancellation,
    toolTimeoutMs: engine.limits.toolTimeoutMs,
    reasonerTimeoutMs: engine.limits.reasonerTimeoutMs,
    takeModelCall: () => budget.take('modelCalls'),
    verdictLog: engine.verdictLog ?? null,
    effects,
  };
}
