/** What the dispatcher needs of a run, put together of the run's parts. */
import type { EffectRecord } from '../../schemas/index.js';
import type { PlanAnswers } from '../approval/plan-answers.js';
import type { Cancellation } from '../effects/cancellation.js';
import type { DispatchDesk } from '../effects/dispatcher.js';
import { addDrawn, ledgerOf, makeLedger } from '../policy/budgets.js';
import { createRecord, freeze } from '../primordials.js';
import type { RunProgress } from '../suspension/suspended-run.js';
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
  /** The call that is asked about even where the engine suspends; null for none. */
  readonly waitsFor: string | null;
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

/** What a stored run has drawn on, to go on with here. */
export function resumeShared(engine: Engine, principal: string, progress: RunProgress): Shared {
  const { drawn, used, spent, keys, run } = progress;
  const ledgers = { run: makeLedger(), principal: ledgerOf(engine.drawn, principal) };
  addDrawn(ledgers.run, drawn);
  // INV-R6: what it took counts for the principal here too, once; it may have gone on elsewhere.
  addDrawn(ledgers.principal, drawn, engine.away.get(run));
  engine.away.delete(run);
  const copy: Record<string, number> = createRecord();
  for (const [rule, bits] of Object.entries(spent)) copy[rule] = bits;
  return freeze({
    budget: new Budget(engine.limits, used),
    spent: copy,
    keys: new Map(keys),
    drawn: ledgers,
  });
}

/** What the dispatcher needs of a run. */
export function makeDesk(engine: Engine, parts: DeskParts): DispatchDesk {
  const { shared, cancellation, recorder, effects, answers, waitsFor } = parts;
  const { budget, spent, keys, drawn } = shared;
  return {
    ...facesOf(engine),
    random: engine.random,
    recorder,
    spent,
    keys,
    drawn,
    approval: engine.approval,
    waitsFor,
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
