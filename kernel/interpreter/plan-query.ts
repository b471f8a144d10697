/**
 * Asks the planner for a plan and verifies it; follows nothing. The plan comes back as data, to be
 * looked at, previewed, and handed to a run that verifies it again. Upholds INV-S1.
 */
import { type CancelSignal, ownFields, type Plan, unknownKey } from '../../schemas/index.js';
import { type Fact, labelFacts } from '../context/facts.js';
import { Cancellation } from '../effects/cancellation.js';
import { KernelFault, RunStopped } from '../errors.js';
import { openPlan } from '../plan/verified-plan.js';
import { verifyPlan } from '../plan/verify-plan.js';
import { freeze } from '../primordials.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';
import { Budget } from './budget.js';
import type { Engine } from './engine.js';
import { vocabularyOf } from './follow.js';
import { plannerContext, planWithRepair } from './models.js';
import { assertAsked } from './run.js';

export interface PlanOptions {
  readonly facts?: Readonly<Record<string, Fact>>;
  readonly signal?: CancelSignal;
}

/** A plan that the planner wrote for a query, and that passed verification. */
export interface PlannedQuery {
  readonly plan: Plan;
  /** SHA-256 of the plan. */
  readonly digest: string;
}

/**
 * Asks the planner, and once more where its output is no plan.
 * @throws PlanRejected after the repair round; KernelFault `reasoner_*`, `limit_model_calls` or
 * `cancelled` where the planner gave none, and for faults of the host's wiring
 */
export async function planQuery(
  engine: Engine,
  query: TrustedQuery,
  options: PlanOptions = {},
): Promise<PlannedQuery> {
  assertAsked(engine, query);
  const own = ownFields(options);
  const unknown = unknownKey(own, ['facts', 'signal']);
  if (unknown !== null) throw new KernelFault('config_malformed', `plan options: ${unknown}`);
  const { facts: named = {}, signal = null } = own;
  const facts = labelFacts(named, query.principal);
  const cancellation = new Cancellation(signal);
  const desk = { engine, budget: new Budget(engine.limits), cancellation };
  const view = { query: query.text, grant: engine.grant, facts };
  const vocabulary = vocabularyOf(engine, facts, () => false);
  try {
    const plan = await planWithRepair(desk, plannerContext(engine, view), (output) =>
      verifyPlan(output, vocabulary),
    );
    return freeze({ plan: openPlan(plan), digest: plan.digest });
  } catch (error) {
    // A stop belongs to a run, and there is none.
    if (error instanceof RunStopped) throw new KernelFault(error.code, error.message);
    throw error;
  } finally {
    cancellation.abort('ended');
    cancellation.close();
  }
}
