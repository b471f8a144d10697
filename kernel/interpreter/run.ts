/**
 * One run: from a trusted query to a result, whatever happens on the way. Every error ends as a
 * status; nothing a model or a tool does makes it throw. Only faults of the host's wiring do.
 * Upholds INV-A6, INV-B10, INV-B15, INV-F8.
 */
import {
  type CancelSignal,
  type EffectRecord,
  ownFields,
  type RunProblem,
  type RunStatus,
  type TraceEvent,
  unknownKey,
} from '../../schemas/index.js';
import { type PlanApproval, takeApproval } from '../approval/plan-approval.js';
import { type Fact, labelFacts } from '../context/facts.js';
import { rootContext } from '../context/planning-context.js';
import { recordFirst } from '../effects/call-recorder.js';
import { ApprovalNeeded, KernelFault, RunStopped } from '../errors.js';
import type { VerifiedPlan } from '../plan/verified-plan.js';
import { freeze } from '../primordials.js';
import { isTainted, mintTainted, type Tainted } from '../provenance/tainted.js';
import { isTrustedQuery, type TrustedQuery } from '../provenance/trusted-query.js';
import type { Suspension } from '../suspension/suspension.js';
import { type Engine, isEngine } from './engine.js';
import { recordPlan, verifyFor } from './follow.js';
import { runPlan } from './interpreter.js';
import { plannerContext, planWithRepair } from './models.js';
import { problemOf } from './problem.js';
import { type Ended, recordEnd, statusOf } from './run-end.js';
import { type RunState, Session, startRun } from './session.js';
import { type Followed, suspensionAt } from './standing.js';

export interface RunOptions {
  readonly facts?: Readonly<Record<string, Fact>>;
  /** A plan to follow instead of asking the planner; verified like any other. */
  readonly plan?: unknown;
  /** What `approvePlan` gave for exactly this plan and query: good for one run. */
  readonly approved?: PlanApproval | null;
  readonly signal?: CancelSignal;
}

export interface RunResult {
  readonly run: string;
  readonly status: RunStatus;
  /** The value of the plan's final step; null unless the run committed. */
  readonly output: Tainted | null;
  /** What was admitted and what became of it, whatever the status. */
  readonly effects: readonly EffectRecord[];
  readonly problem: RunProblem | null;
  /** What a tool said when it failed: its text, labelled. */
  readonly detail: Tainted | null;
  /** What is left of a run that needs a ruling, for `suspendRun`; null where nothing is. */
  readonly suspension: Suspension | null;
  readonly trace: readonly TraceEvent[];
}

/**
 * Runs one query.
 * @throws KernelFault `config_malformed`, `query_malformed`, `fact_malformed`, `reentrant_run`,
 * `approval_mismatch`: faults of the host's wiring
 */
export async function runQuery(
  engine: Engine,
  query: TrustedQuery,
  options: RunOptions = {},
): Promise<RunResult> {
  assertAsked(engine, query);
  const own = ownFields(options);
  const unknown = unknownKey(own, ['facts', 'plan', 'signal', 'approved']);
  if (unknown !== null) throw new KernelFault('config_malformed', `run options: ${unknown}`);
  const { facts: given = {}, plan, signal = null, approved = null } = own;
  const facts = labelFacts(given, query.principal);
  // INV-Q14: used up here, whatever becomes of the run.
  const answers = approved === null ? null : takeApproval(approved, { engine, query });
  const state = startRun(engine, { principal: query.principal, facts, signal, answers });
  return await carryOut(state, () => follow(state, query, plan));
}

/** Carries a run out, and ends it whatever happens. */
export async function carryOut(state: RunState, work: () => Promise<Tainted>): Promise<RunResult> {
  try {
    return await finish(state, { status: 'committed', output: await work(), error: null });
  } catch (error) {
    // INV-F8: only a fault of the host's wiring leaves as a throw.
    return await finish(state, { status: statusOf(error), output: null, error });
  } finally {
    state.cancellation.abort('ended');
    state.cancellation.close();
  }
}

/**
 * Throws unless a query of the user is asked of an engine, from outside its tools.
 * @throws KernelFault `config_malformed`, `query_malformed`, `reentrant_run`
 */
export function assertAsked(engine: Engine, query: TrustedQuery): void {
  // INV-B15: its dispatcher has a gate, and its grant is within the gate's.
  if (!isEngine(engine))
    throw new KernelFault('config_malformed', 'not an engine of this kernel: use `makeEngine`');
  // INV-A6: a brand, not a shape.
  if (!isTrustedQuery(query))
    throw new KernelFault('query_malformed', 'not a trusted query of this kernel');
  // INV-B10: a tool cannot start a run with words of its own.
  if (engine.dispatcher.isInside())
    throw new KernelFault('reentrant_run', 'a run from inside a tool');
}

/** Records that a run begins, and opens its root session. @throws EffectDenied */
export async function openRoot(state: RunState, query: TrustedQuery): Promise<Session> {
  const { engine, desk } = state;
  const data = { query: engine.audit.keyed(query.text), depth: 0 };
  await recordFirst(desk.recorder, null, { kind: 'run_started', data });
  const context = rootContext(query);
  return new Session(state, { context, grant: engine.grant, depth: 0, prefix: null });
}

async function follow(state: RunState, query: TrustedQuery, given: unknown): Promise<Tainted> {
  const { desk } = state;
  const session = await openRoot(state, query);
  const plan =
    given === undefined ? await askForPlan(session, query) : verifyFor(session, given, false);
  desk.answers?.assertPlan(plan.digest);
  await recordPlan(session, plan);
  return await runRoot({ session, plan, query });
}

/** Follows the plan of a run; where it needs a ruling, what is left of it is kept beside that. */
export async function runRoot(followed: Followed): Promise<Tainted> {
  const { session, plan } = followed;
  try {
    return mintTainted(await runPlan(session, plan));
  } catch (error) {
    if (error instanceof ApprovalNeeded)
      session.state.suspensions.set(error, suspensionAt(followed));
    throw error;
  }
}

function askForPlan(session: Session, query: TrustedQuery): Promise<VerifiedPlan> {
  const { state, grant } = session;
  const context = plannerContext(state.engine, { query: query.text, grant, facts: state.facts });
  return planWithRepair(state, context, (output, isRepair) => verifyFor(session, output, isRepair));
}

/** Records how a run ended and tells of it. */
export async function finish(state: RunState, ended: Ended): Promise<RunResult> {
  const { effects, run, trace, events } = state;
  const { status, error, output } = await recordEnd(state, ended);
  const problem = error === null ? null : problemOf(error, state.failedSteps.get(error) ?? null);
  const kind = eventOf(status);
  trace({ kind, code: problem?.code ?? null });
  const detail = error instanceof RunStopped && isTainted(error.detail) ? error.detail : null;
  return freeze({
    run,
    status,
    output,
    effects: freeze([...effects]),
    problem,
    detail,
    // INV-U6: a run of which nobody knows how an effect ended is not taken up.
    suspension: status === 'needs_approval' ? (state.suspensions.get(ended.error) ?? null) : null,
    trace: freeze([...events]),
  });
}

function eventOf(
  status: RunStatus,
): 'run_committed' | 'run_blocked' | 'run_errored' | 'run_aborted' {
  if (status === 'committed') return 'run_committed';
  if (status === 'aborted') return 'run_aborted';
  return status === 'blocked' || status === 'needs_approval' ? 'run_blocked' : 'run_errored';
}
