/** What the dispatcher needs of a run, put together of the run's parts. */
import type { EffectRecord } from '../../schemas/index.js';
import type { PlanAnswers } from '../approval/plan-answers.js';
import type { Cancellation } from '../effects/cancellation.js';
import type { DispatchDesk } from '../effects/dispatcher.js';
import { ledgerOf, makeLedger } from '../policy/budgets.js';
import { createRecord, freeze } from '../primordials.js';
import { Budget } from './budget.js';
import { type Engine, facesOf } from './engine.js';

/** What calls draw on together: those of one run, or of all runs of one client. */
export type Shared = Pick<DispatchDesk, 'spent' | 'keys' | 'drawn'> & { readonly budget: Budget };

interface DeskParts {
  readonly shared: Shared;
  readonly cancellation: Cancellation;
  readonly recorder: DispatchDesk['recorder'];
  readonly effects: EffectRecord[];
  readonly answers: PlanAnswers | null;
}

/** What nothing has been drawn from yet. */
export function makeShared(engine: Engine, principal: string): Shared {
  return freeze({
    budget: new Budget(engine.limits),
    spent: createRecord(),
    keys: new Map(),
    drawn: { run: makeLedger(), principal: ledgerOf(engine.drawn, principal) },
  });
}

/** What the dispatcher needs of a run. */
export function makeDesk(engine: Engine, parts: DeskParts): DispatchDesk {
  const { shared, cancellation, recorder, effects, answers } = parts;
  const { budget, spent, keys, drawn } = shared;
  return {
    ...facesOf(engine),
    random: engine.random,
    recorder,
    spent,
    keys,
    drawn,
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
