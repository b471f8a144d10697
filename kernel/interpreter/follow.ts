/** How a session takes up a plan: verified, told of, recorded. Upholds INV-T4. */
import type { Facts } from '../context/facts.js';
import { recordFirst } from '../effects/call-recorder.js';
import { PlanRejected } from '../errors.js';
import type { PlanVocabulary } from '../plan/check-step.js';
import type { VerifiedPlan } from '../plan/verified-plan.js';
import { verifyPlan } from '../plan/verify-plan.js';
import { hasOwn } from '../primordials.js';
import type { Engine } from './engine.js';
import type { Session } from './session.js';

/** Records the plan that a session follows, before its first step. @throws EffectDenied */
export function recordPlan(session: Session, plan: VerifiedPlan): void | Promise<void> {
  const { engine, desk } = session.state;
  // INV-T4: keyed, since a plan quotes the query and a bare digest of few words is the words.
  const data = { plan: engine.audit.keyed(plan.digest), steps: plan.steps.length };
  return recordFirst(desk.recorder, null, { kind: 'plan_verified', data });
}

/** What a plan may name: tools and schemas of the engine, facts of the run, earlier steps. */
export function vocabularyOf(
  engine: Engine,
  facts: Facts,
  earlier: (id: string) => boolean,
): PlanVocabulary {
  const { definitions } = engine.dispatcher;
  return {
    hasTool: (name) => hasOwn(definitions, name),
    hasSchema: (name) => hasOwn(engine.schemas, name),
    hasFact: (name) => hasOwn(facts, name),
    earlier,
  };
}

/** Verifies a planner's output for a session and tells of it. @throws PlanRejected */
export function verifyFor(session: Session, output: unknown, isRepair: boolean): VerifiedPlan {
  const { engine, facts, trace } = session.state;
  try {
    const plan = verifyPlan(
      output,
      vocabularyOf(engine, facts, (id) => session.has(id)),
    );
    trace({
      kind: 'plan_emitted',
      depth: session.depth,
      steps: plan.steps.length,
      // INV-T4: a plan of a planner that has read content quotes that content.
      digest: engine.audit.keyed(plan.digest),
    });
    return plan;
  } catch (error) {
    if (error instanceof PlanRejected) {
      trace({ kind: 'plan_rejected', depth: session.depth, code: error.code, repair: isRepair });
    }
    throw error;
  }
}
