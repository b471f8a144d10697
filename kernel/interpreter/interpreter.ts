/**
 * The interpreter: one switch over step kinds, in plan order. It takes only verified plans,
 * branches on no value, and reaches an effect only through the dispatcher. Steps marked `parallel`
 * overlap if they neither write nor send.
 */
import {
  joinLabel,
  type Label,
  narrowGrant,
  type ParseStep,
  type PlannerContext,
  type Step,
  type SubkernelStep,
  type ToolStep,
  uniformTree,
} from '../../schemas/index.js';
import { contentContext, literalLabel } from '../context/planning-context.js';
import { recordFirst } from '../effects/call-recorder.js';
import { assertNever, PlanRejected, RunStopped } from '../errors.js';
import { openPlan, type VerifiedPlan } from '../plan/verified-plan.js';
import { verifyPlan } from '../plan/verify-plan.js';
import { hasOwn } from '../primordials.js';
import { type Labelled, labelled } from '../provenance/tainted.js';
import { groupAt } from './group.js';
import { plannerContext, planWithRepair } from './models.js';
import { resolveOperand } from './resolve.js';
import { Session } from './session.js';
import { type Placed, runMerge, runParse, runTool } from './steps.js';

/**
 * Runs one plan fragment and returns the value of its final step. @throws EffectDenied,
 * PlanRejected, RunStopped
 */
export async function runPlan(session: Session, plan: VerifiedPlan): Promise<Labelled> {
  const { steps, final } = openPlan(plan);
  for (let at = 0; at < steps.length; ) {
    const group = groupAt(steps, at, session);
    const placed = group.map((step, i) => place(session, step, at + i));
    at += group.length;
    const [first] = placed;
    if (first === undefined) break;
    if (placed.length > 1) await runGroup(session, placed);
    else {
      const work = runStep(session, first);
      session.keep(first.step.id, work instanceof Promise ? await work : work);
    }
  }
  return session.value(final);
}

/** Consumes the budget of a step, in plan order, before its group starts. */
function place(session: Session, step: Step, index: number): Placed<Step> {
  const { budget, cancellation, nextCall, trace } = session.state;
  // INV-L3: asked before anything of the next step starts.
  if (cancellation.aborted) throw new RunStopped('cancelled', 'cancelled between steps');
  budget.take('steps');
  if (step.kind === 'tool') budget.take('effects');
  if (step.kind === 'q_parse') budget.take('parses');
  const name = session.nameOf(step.id, index);
  trace({ kind: 'step_started', step: name, stepKind: step.kind, depth: session.depth });
  return { step, name, call: step.kind === 'tool' ? nextCall() : '' };
}

async function runGroup(session: Session, placed: readonly Placed<Step>[]): Promise<void> {
  const works = placed.map(async (one) => runStep(session, one));
  const settled = await Promise.allSettled(works);
  const failures = settled.filter((result) => result.status === 'rejected');
  const failure = failures.find(({ reason }) => isUncertain(reason)) ?? failures[0];
  // INV-T8: the run's failure is the first one that leaves an end unknown, else the first in plan
  // order; no later group starts.
  if (failure !== undefined) throw failure.reason;
  for (const [i, result] of settled.entries()) {
    if (result.status === 'fulfilled')
      session.keep((placed[i] as Placed<Step>).step.id, result.value);
  }
}

function isUncertain(reason: unknown): boolean {
  return reason instanceof RunStopped && reason.uncertain;
}

/** The only switch over step kinds. */
function runStep(session: Session, placed: Placed<Step>): Labelled | Promise<Labelled> {
  const { step } = placed;
  switch (step.kind) {
    case 'const':
      return labelled(step.value, literalLabel(step.value, session.context, null));
    case 'tool':
      return runTool(session, placed as Placed<ToolStep>);
    case 'q_parse':
      return runParse(session, placed as Placed<ParseStep>);
    case 'merge':
      return runMerge(session, step);
    case 'subkernel':
      return runSubkernel(session, placed as Placed<SubkernelStep>);
    default:
      return assertNever(step);
  }
}

/**
 * Plans and acts on content, under a narrower grant, with a planner that has read it. The result
 * joins the content and everything that the child touched.
 */
async function runSubkernel(session: Session, placed: Placed<SubkernelStep>): Promise<Labelled> {
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
  let label: Label = joinLabel(seen, result.tree.flat);
  // INV-A7: whatever the child touched is in what it returns.
  for (const value of child.values()) label = joinLabel(label, value.tree.flat);
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

/** Records the plan that a session follows, before its first step. @throws EffectDenied */
export function recordPlan(session: Session, plan: VerifiedPlan): void | Promise<void> {
  const { engine, desk } = session.state;
  // INV-T4: keyed, since a plan quotes the query and a bare digest of few words is the words.
  const data = { plan: engine.audit.keyed(plan.digest), steps: plan.steps.length };
  return recordFirst(desk.recorder, null, { kind: 'plan_verified', data });
}

/** Verifies a planner's output for a session and tells of it. @throws PlanRejected */
export function verifyFor(session: Session, output: unknown, isRepair: boolean): VerifiedPlan {
  const { engine, facts, trace } = session.state;
  const { definitions } = engine.dispatcher;
  try {
    const plan = verifyPlan(output, {
      hasTool: (name) => hasOwn(definitions, name),
      hasSchema: (name) => hasOwn(engine.schemas, name),
      hasFact: (name) => hasOwn(facts, name),
      earlier: (id) => session.has(id),
    });
    trace({
      kind: 'plan_emitted',
      depth: session.depth,
      steps: plan.steps.length,
      digest: plan.digest,
    });
    return plan;
  } catch (error) {
    if (error instanceof PlanRejected) {
      trace({ kind: 'plan_rejected', depth: session.depth, code: error.code, repair: isRepair });
    }
    throw error;
  }
}
