/**
 * One run: from a trusted query to a result, whatever happens on the way. Every error ends as a
 * status; nothing a model or a tool does makes it throw. Only faults of the host's wiring do.
 * Upholds INV-A6, INV-B10, INV-B15, INV-F8.
 */
import {
  type CancelSignal,
  type Code,
  codes,
  type EffectRecord,
  ownFields,
  type RunProblem,
  type RunStatus,
  type TraceEvent,
  unknownKey,
} from '../../schemas/index.js';
import { type Fact, labelFacts } from '../context/facts.js';
import { rootContext } from '../context/planning-context.js';
import { recordAfter, recordFirst } from '../effects/call-recorder.js';
import { ApprovalNeeded, EffectDenied, KernelFault, PlanRejected, RunStopped } from '../errors.js';
import type { VerifiedPlan } from '../plan/verified-plan.js';
import { freeze } from '../primordials.js';
import { isTainted, mintTainted, type Tainted } from '../provenance/tainted.js';
import { isTrustedQuery, type TrustedQuery } from '../provenance/trusted-query.js';
import { type Engine, isEngine } from './engine.js';
import { recordPlan, verifyFor } from './follow.js';
import { runPlan } from './interpreter.js';
import { plannerContext, planWithRepair } from './models.js';
import { type RunState, Session, startRun } from './session.js';

export interface RunOptions {
  readonly facts?: Readonly<Record<string, Fact>>;
  /** A plan to follow instead of asking the planner; verified like any other. */
  readonly plan?: unknown;
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
  readonly trace: readonly TraceEvent[];
}

/**
 * Runs one query.
 * @throws KernelFault `config_malformed`, `query_malformed`, `fact_malformed`, `reentrant_run`:
 * faults of the host's wiring
 */
export async function runQuery(
  engine: Engine,
  query: TrustedQuery,
  options: RunOptions = {},
): Promise<RunResult> {
  // INV-B15: its dispatcher has a gate, and its grant is within the gate's.
  if (!isEngine(engine))
    throw new KernelFault('config_malformed', 'not an engine of this kernel: use `makeEngine`');
  // INV-A6: a brand, not a shape.
  if (!isTrustedQuery(query))
    throw new KernelFault('query_malformed', 'not a trusted query of this kernel');
  // INV-B10: a tool cannot start a run with words of its own.
  if (engine.dispatcher.isInside())
    throw new KernelFault('reentrant_run', 'a run from inside a tool');
  const own = ownFields(options);
  const unknown = unknownKey(own, ['facts', 'plan', 'signal']);
  if (unknown !== null) throw new KernelFault('config_malformed', `run options: ${unknown}`);
  const { facts: given = {}, plan, signal = null } = own;
  const facts = labelFacts(given, query.principal);
  const state = startRun(engine, {
    principal: query.principal,
    facts,
    signal,
  });
  try {
    const output = await follow(state, query, plan);
    return await finish(state, { status: 'committed', output, error: null });
  } catch (error) {
    // INV-F8: only a fault of the host's wiring leaves as a throw.
    return await finish(state, { status: statusOf(error), output: null, error });
  } finally {
    state.cancellation.abort('ended');
    state.cancellation.close();
  }
}

async function follow(state: RunState, query: TrustedQuery, given: unknown): Promise<Tainted> {
  const { engine, desk } = state;
  const { recorder } = desk;
  const data = { query: engine.audit.keyed(query.text), depth: 0 };
  await recordFirst(recorder, null, { kind: 'run_started', data });
  const session = new Session(state, {
    context: rootContext(query),
    grant: engine.grant,
    depth: 0,
    prefix: null,
  });
  const plan =
    given === undefined ? await askForPlan(session, query) : verifyFor(session, given, false);
  await recordPlan(session, plan);
  return mintTainted(await runPlan(session, plan));
}

function askForPlan(session: Session, query: TrustedQuery): Promise<VerifiedPlan> {
  const { state, grant } = session;
  const context = plannerContext(state.engine, { query: query.text, grant, facts: state.facts });
  return planWithRepair(state, context, (output, isRepair) => verifyFor(session, output, isRepair));
}

function statusOf(error: unknown): RunStatus {
  if (error instanceof PlanRejected) return 'rejected';
  if (error instanceof ApprovalNeeded) return 'needs_approval';
  if (error instanceof EffectDenied) return 'blocked';
  if (!(error instanceof RunStopped)) return 'failed';
  if (error.uncertain) return 'uncertain';
  return error.code === 'cancelled' || error.code.startsWith('limit_') ? 'aborted' : 'failed';
}

interface Ended {
  readonly status: RunStatus;
  readonly output: Tainted | null;
  readonly error: unknown;
}

async function finish(state: RunState, ended: Ended): Promise<RunResult> {
  const { desk, effects, run, trace, events } = state;
  const { status, error } = ended;
  const problem = error === null ? null : problemOf(error, state.failedSteps.get(error) ?? null);
  const kind = eventOf(status);
  trace({ kind, code: problem?.code ?? null });
  await recordAfter(desk.recorder, null, {
    kind: 'run_ended',
    data: { status, effects: effects.length },
  });
  const detail = error instanceof RunStopped && isTainted(error.detail) ? error.detail : null;
  const output = ended.output;
  return freeze({
    run,
    status,
    output,
    effects: freeze([...effects]),
    problem,
    detail,
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

/** What is to be done where nobody knows whether an effect happened: never just run again. */
const lookFirst = 'look whether the effect happened before you run it again; nothing is retried';

/** Where the first fault lies: the code itself stands beside the message wherever it is shown. */
function rejection({ problems }: PlanRejected): string {
  const at = problems[0]?.at ?? '';
  const more = problems.length < 2 ? '' : `, and ${problems.length - 1} more`;
  return `not a plan that may be followed, at \`${at === '' ? '/' : at}\`${more}`;
}

function problemOf(error: unknown, step: string | null): RunProblem {
  if (error instanceof EffectDenied) {
    const { denial, mend } = error;
    return freeze({ code: error.code, message: error.message, mend, step, denial });
  }
  if (
    error instanceof PlanRejected ||
    error instanceof RunStopped ||
    error instanceof KernelFault
  ) {
    return freeze({
      code: error.code,
      message: error instanceof PlanRejected ? rejection(error) : error.message,
      mend: error instanceof RunStopped && error.uncertain ? lookFirst : error.mend,
      step,
      denial: null,
    });
  }
  // An error that is none of ours may quote a value: its text stays out.
  const code: Code = 'layer_failed';
  return freeze({
    code,
    message: 'an unexpected error inside the kernel',
    mend: codes[code].mend,
    step,
    denial: null,
  });
}
