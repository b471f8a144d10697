/**
 * A sub-kernel: a child session with a narrower grant, whose planner has read content. Upholds
 * INV-A5, INV-A7, INV-C2 and INV-L2.
 */
import {
  joinLabel,
  joinLabels,
  narrowGrant,
  type PlannerContext,
  type SubkernelStep,
  uniformTree,
} from '../../schemas/index.js';
import { contentContext, literalLabel } from '../context/planning-context.js';
import { PlanRejected } from '../errors.js';
import type { VerifiedPlan } from '../plan/verified-plan.js';
import type { Labelled } from '../provenance/tainted.js';
import { recordPlan, verifyFor } from './follow.js';
import { plannerContext, planWithRepair } from './models.js';
import { resolveOperand } from './resolve.js';
import { Session } from './session.js';
import type { Placed } from './steps.js';

/**
 * Plans and acts on content, under a narrower grant, with a planner that has read it. The result
 * joins the content and everything that the child touched.
 */
export async function runSubkernel(
  session: Session,
  placed: Placed<SubkernelStep>,
  runPlan: (session: Session, plan: VerifiedPlan) => Promise<Labelled>,
): Promise<Labelled> {
  const { state, depth } = session;
  const { step, name } = placed;
  state.budget.assertDepth(depth + 1);
  const source = resolveOperand(step.source, session.scope);
  const instruction = literalLabel(step.instruction, session.context, null);
  const seen = joinLabel(source.tree.flat, instruction);
  // INV-C2: requested ∩ outer, by exact capability.
  const grant = narrowGrant(session.grant, step.grant);
  // INV-L2: the state, and with it the budget, is the parent's.
  const child = new Session(state, {
    // INV-A5: a planner that has read content speaks with that content's label.
    context: contentContext(seen),
    grant,
    depth: depth + 1,
    prefix: name,
    intent: step.instruction,
  });
  const { engine, facts } = state;
  const view = { query: step.instruction, grant, facts, content: source.value };
  const context = plannerContext(engine, view);
  const plan = await planForContent(child, context, name);
  await recordPlan(child, plan);
  const result = await runPlan(child, plan);
  // INV-A7: whatever the child touched is in what it returns.
  const touched = child.values().map(({ tree }) => tree.flat);
  const label = joinLabels(seen, [result.tree.flat, ...touched]);
  const isContainer = typeof result.value === 'object' && result.value !== null;
  return { value: result.value, tree: uniformTree(label, isContainer) };
}

/**
 * Asks a planner that has read content; what it wrote is content, so a rejection names only the
 * step and the codes.
 */
async function planForContent(
  child: Session,
  context: PlannerContext,
  name: string,
): Promise<VerifiedPlan> {
  try {
    return await planWithRepair(child.state, context, (output, isRepair) =>
      verifyFor(child, output, isRepair),
    );
  } catch (error) {
    if (!(error instanceof PlanRejected)) throw error;
    throw new PlanRejected(error.problems.map(({ code }) => ({ code, at: name })));
  }
}
