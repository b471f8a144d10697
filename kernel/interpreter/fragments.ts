/**
 * The fragments of a run, one after another over one session: values, grant and budget stay here.
 * Upholds INV-W1, INV-W2 and INV-W3.
 */
import type {
  Asked,
  FragmentReport,
  PortCall,
  StepHandle,
  TurnAnswer,
  TurnContext,
} from '../../schemas/index.js';
import { EffectDenied, KernelFault, PlanRejected, RunStopped } from '../errors.js';
import { openPlan, type VerifiedPlan } from '../plan/verified-plan.js';
import { freeze } from '../primordials.js';
import { mintTainted, type Tainted } from '../provenance/tainted.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';
import { answerOf } from './answer.js';
import { recordPlan, verifyFor } from './follow.js';
import { mayFollow, reportOf } from './fragment-report.js';
import { runPlan } from './interpreter.js';
import { callModel, plannerContext } from './models.js';
import { problemOf } from './problem.js';
import { finish, type RunResult } from './run.js';
import { type Ended, statusOf } from './run-end.js';
import type { RunState, Session } from './session.js';
import { doneHandle, endedHandle } from './step-handle.js';

/** A model, asked with what a planner may see now. */
export type Model<T> = (context: TurnContext, call: PortCall) => Promise<T>;

/** The fragments of one run: what they made stays here; a loop is told of handles. */
export class Fragments {
  readonly #session: Session;
  readonly #state: RunState;
  readonly #query: TrustedQuery;
  readonly #handles: StepHandle[] = [];
  #isBusy = false;
  #isEnded = false;
  /** What the last fragment ended with; null where it did not end. */
  #error: unknown = null;
  /** Whether nothing more may run. */
  #isOver = false;

  constructor(session: Session, query: TrustedQuery) {
    this.#session = session;
    this.#state = session.state;
    this.#query = query;
  }

  context(tools?: readonly string[]): TurnContext {
    const { engine, facts } = this.#state;
    const view = { query: this.#query.text, grant: this.#session.grant, facts };
    const base = plannerContext(engine, view);
    const offered = base.tools.filter(({ name }) => tools?.includes(name) ?? true);
    // INV-W1: the query, the catalogue, names and handles; a fragment adds no more than handles.
    return freeze({ ...base, tools: freeze(offered), handles: freeze([...this.#handles]) });
  }

  async ask<T>(model: Model<T>, tools?: readonly string[]): Promise<Asked<T>> {
    return await this.#work(async () => {
      const context = this.context(tools);
      try {
        const value = await callModel(this.#state, (call) => model(context, call));
        return freeze({ ok: true, value: value as T });
      } catch (error) {
        if (!(error instanceof RunStopped)) throw error;
        this.#note(error);
        return freeze({ ok: false, code: error.code, isOver: this.#isOver });
      }
    });
  }

  async take(fragment: unknown): Promise<FragmentReport> {
    return await this.#work(async () => {
      let plan: VerifiedPlan;
      try {
        // INV-W2: verified anew; it draws on the values and the budget of the same run.
        plan = verifyFor(this.#session, fragment, false);
      } catch (error) {
        if (!(error instanceof PlanRejected)) throw error;
        this.#error = error;
        return reportOf('rejected', { code: error.code, problems: error.problems });
      }
      return await this.#follow(plan);
    });
  }

  async #follow(plan: VerifiedPlan): Promise<FragmentReport> {
    try {
      await recordPlan(this.#session, plan);
      await runPlan(this.#session, plan);
      this.#error = null;
      return reportOf('done', { handles: this.#tell(plan) });
    } catch (error) {
      this.#note(error);
      const told = { handles: this.#tell(plan), code: problemOf(error, null).code };
      if (this.#isOver) return reportOf('over', told);
      return reportOf(error instanceof EffectDenied ? 'denied' : 'failed', told);
    }
  }

  /** Tells of the steps of a fragment that ran, and keeps that for the planner. */
  #tell(plan: VerifiedPlan): readonly StepHandle[] {
    const { failedSteps } = this.#state;
    const failed = this.#error === null ? null : (failedSteps.get(this.#error) ?? null);
    const told: StepHandle[] = [];
    for (const step of openPlan(plan).steps) {
      if (this.#session.has(step.id)) {
        told.push(doneHandle(step, this.#session.value(step.id).value));
      } else if (failed !== null && (failed === step.id || failed.startsWith(`${step.id}.`))) {
        const status = this.#error instanceof EffectDenied ? 'denied' : 'failed';
        told.push(endedHandle(step, { status, code: problemOf(this.#error, null).code }));
      }
    }
    this.#handles.push(...told);
    this.#session.tell();
    return freeze(told);
  }

  /** Keeps what a fragment or a model ended with, and whether anything may follow. */
  #note(error: unknown): void {
    this.#error = error;
    this.#isOver = !mayFollow(error);
  }

  value(step: string): Tainted | null {
    return this.#session.has(step) ? mintTainted(this.#session.value(step)) : null;
  }

  async end(answer: TurnAnswer | null): Promise<RunResult> {
    this.#enter(false);
    this.#isEnded = true;
    const { cancellation } = this.#state;
    try {
      return await finish(this.#state, this.#ending(answer));
    } finally {
      cancellation.abort('ended');
      cancellation.close();
    }
  }

  #ending(answer: TurnAnswer | null): Ended {
    try {
      if (answer !== null && !this.#isOver)
        return { status: 'committed', output: answerOf(answer, this.#session), error: null };
    } catch (error) {
      this.#error = error;
    }
    const error = this.#error ?? new RunStopped('turn_unanswered', 'ended without an answer');
    return { status: statusOf(error), output: null, error };
  }

  /** Does one thing at a time, from outside the tools of the kernel. */
  async #work<T>(body: () => Promise<T>): Promise<T> {
    this.#enter(true);
    this.#isBusy = true;
    try {
      return await body();
    } finally {
      this.#isBusy = false;
    }
  }

  #enter(mayRun: boolean): void {
    if (this.#state.engine.dispatcher.isInside())
      throw new KernelFault('reentrant_run', 'a session used from inside a tool');
    if (this.#isBusy) throw new KernelFault('session_busy', 'the session is at work');
    if (this.#isEnded || (mayRun && this.#isOver))
      throw new KernelFault('session_over', 'the session is over');
  }
}
