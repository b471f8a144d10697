/**
 * Tells before a run what a plan can cause. Runs no tool, asks no model and nobody else, takes from
 * no budget and writes no record. Upholds INV-Q13.
 */
import type { PreviewStop } from '../../schemas/index.js';
import { nobody } from '../compute/influence.js';
import { type Fact, type Facts, labelFacts } from '../context/facts.js';
import { rootContext } from '../context/planning-context.js';
import { gateOf } from '../effects/dispatcher.js';
import { KernelFault, RunStopped } from '../errors.js';
import { type Gate, policyOf } from '../gate/gate.js';
import { Budget } from '../interpreter/budget.js';
import type { Engine } from '../interpreter/engine.js';
import { vocabularyOf } from '../interpreter/follow.js';
import { assertAsked } from '../interpreter/run.js';
import { openPlan, type VerifiedPlan } from '../plan/verified-plan.js';
import { verifyPlan } from '../plan/verify-plan.js';
import { freeze, hasOwn } from '../primordials.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';
import type { Foreseen } from './foreseen.js';
import type { Ground } from './ground.js';
import { mintPreview, type PlanPreview } from './plan-preview.js';
import { Tally } from './tally.js';
import { Walk } from './walk.js';

export interface PreviewOptions {
  readonly plan: unknown;
  readonly facts?: Readonly<Record<string, Fact>>;
}

/**
 * Previews a plan for a query.
 * @throws PlanRejected with every problem of the plan; KernelFault `config_malformed`,
 * `query_malformed`, `fact_malformed`, `reentrant_run`: faults of the host's wiring
 */
export function previewPlan(
  engine: Engine,
  query: TrustedQuery,
  { plan: given, facts: named = {} }: PreviewOptions,
): PlanPreview {
  assertAsked(engine, query);
  const facts = labelFacts(named, query.principal);
  const plan = verifyPlan(
    given,
    vocabularyOf(engine, facts, () => false),
  );
  const gate = gateOf(engine.dispatcher);
  const { drawn, clock, grant } = engine;
  const before = hasOwn(drawn, query.principal) ? (drawn[query.principal] ?? {}) : {};
  const tally = new Tally(before);
  const budget = new Budget(engine.limits);
  const walk = new Walk({ gate, tally, now: clock.now(), query, grant, engine, budget });
  const stop = follow(walk, plan, { query, facts });
  const face = { plan: plan.digest, policy: versionOf(gate), effects: freeze(walk.effects), stop };
  return mintPreview(face, { engine, query, askable: freeze(walk.askable) });
}

function follow(
  walk: Walk,
  plan: VerifiedPlan,
  { query, facts }: { readonly query: TrustedQuery; readonly facts: Facts },
): PreviewStop | null {
  const values = new Map<string, Foreseen>();
  const ground: Ground = {
    context: rootContext(query),
    facts,
    valueOf: (step) => values.get(step),
    each: null,
    mayDecide: nobody,
    isConditional: false,
    atMost: 1,
  };
  for (const step of openPlan(plan).steps) {
    try {
      values.set(step.id, walk.take(step, step.id, ground));
    } catch (error) {
      if (!(error instanceof RunStopped)) throw error;
      return freeze({ step: step.id, code: error.code });
    }
  }
  return null;
}

function versionOf(gate: Gate): string | null {
  try {
    return policyOf(gate).version;
  } catch (error) {
    if (error instanceof KernelFault) throw error;
    return null;
  }
}
