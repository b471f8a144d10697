/**
 * The interpreter: one switch over step kinds, in plan order. It takes only verified plans, and
 * reaches an effect only through the dispatcher. Data decides only whether a `when` happens and how
 * often a `map` runs. Steps marked `parallel` overlap if they neither write nor send.
 */
import {
  type ComputeStep,
  liftTree,
  type MapStep,
  type MergeStep,
  type ParseStep,
  type Step,
  type SubkernelStep,
  type ToolStep,
  type WhenStep,
} from '../../schemas/index.js';
import { assertNever, RunStopped } from '../errors.js';
import { openPlan, type VerifiedPlan } from '../plan/verified-plan.js';
import type { Labelled } from '../provenance/tainted.js';
import { runCompute } from './compute-step.js';
import { groupAt } from './group.js';
import { guardedContext, skippedValue } from './guarded-step.js';
import { runMap } from './map.js';
import { literalOf, resolveCondition, type Scope } from './resolve.js';
import type { Session } from './session.js';
import { type Placed, runMerge, runParse, runTool } from './steps.js';
import { runSubkernel } from './subkernel.js';

/**
 * Runs one plan fragment and returns the value of its final step. @throws EffectDenied,
 * PlanRejected, RunStopped
 */
export async function runPlan(session: Session, plan: VerifiedPlan): Promise<Labelled> {
  const { steps, final } = openPlan(plan);
  for (let at = 0; at < steps.length; ) {
    // INV-U4: what has a value has run, and does not run again.
    if (session.has((steps[at] as Step).id)) {
      at += 1;
      continue;
    }
    const group = groupAt(steps, at, session);
    const placed = group.map((step, i) =>
      place(session, step, session.nameOf(step.id, at + i), session.scope),
    );
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
function place<S extends Step>(session: Session, step: S, name: string, scope: Scope): Placed<S> {
  const { budget, cancellation, nextCall, trace } = session.state;
  // INV-L3: asked before anything of the next step starts.
  if (cancellation.aborted) throw new RunStopped('cancelled', 'cancelled between steps');
  budget.take('steps');
  if (step.kind === 'tool') budget.take('effects');
  if (step.kind === 'q_parse') budget.take('parses');
  trace({ kind: 'step_started', step: name, stepKind: step.kind, depth: session.depth });
  return { step, name, call: step.kind === 'tool' ? nextCall() : '', scope };
}

async function runGroup(session: Session, placed: readonly Placed<Step>[]): Promise<void> {
  const works = placed.map(async (one) => await runStep(session, one));
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

/** Runs a step; a failure is remembered with the step that it came from. */
function runStep(session: Session, placed: Placed<Step>): Labelled | Promise<Labelled> {
  const { failedSteps } = session.state;
  const fail = (error: unknown): never => {
    // What failed inside a map or a sub-kernel has a step of its own.
    if (!failedSteps.has(error)) failedSteps.set(error, placed.name);
    throw error;
  };
  try {
    const work = runKind(session, placed);
    return work instanceof Promise ? work.catch(fail) : work;
  } catch (error) {
    return fail(error);
  }
}

/** The only switch over step kinds. */
function runKind(session: Session, placed: Placed<Step>): Labelled | Promise<Labelled> {
  const { step, scope } = placed;
  switch (step.kind) {
    case 'const':
      return literalOf(step.value, scope, null);
    case 'tool':
      return runTool(session, placed as Placed<ToolStep>);
    case 'q_parse':
      return runParse(session, placed as Placed<ParseStep>);
    case 'merge':
      return runMerge(placed as Placed<MergeStep>);
    case 'subkernel':
      return runSubkernel(session, placed as Placed<SubkernelStep>, runPlan);
    case 'compute':
      return runCompute(placed as Placed<ComputeStep>, session.state.engine.selection);
    case 'when':
      return runWhen(session, placed as Placed<WhenStep>);
    case 'map':
      return runMap(session, placed as Placed<MapStep>, (inner, name, within) =>
        runStep(session, place(session, inner, name, within)),
      );
    default:
      return assertNever(step);
  }
}

/** A tool step if a condition holds; who had a say in that decided on the effect. */
async function runWhen(session: Session, placed: Placed<WhenStep>): Promise<Labelled> {
  const { budget, nextCall, trace } = session.state;
  const { step, name, scope } = placed;
  const { holds, operands } = resolveCondition(step.if, null, scope);
  if (!holds) {
    trace({ kind: 'step_skipped', step: name });
    return skippedValue(scope.context, operands);
  }
  budget.take('effects');
  const { facts, valueOf, each } = scope;
  const context = guardedContext(scope.context, each !== null, operands);
  const within = { context, facts, valueOf, each };
  const placedCall = { step, name, call: nextCall(), scope: within };
  const { value, tree } = await runTool(session, placedCall, operands);
  return { value, tree: liftTree(tree, operands) };
}
