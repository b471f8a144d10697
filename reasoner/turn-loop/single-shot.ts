/**
 * A turn in one shot: one model writes the whole plan, and the session takes it (behaviour T-9,
 * T-26, C14). Every call of it is decided on its own, like every call of any plan.
 */
import {
  type Asked,
  type Code,
  type FragmentReport,
  isJsonList,
  isJsonObject,
  type Json,
  type Planner,
  type PlannerContext,
  type TurnSession,
} from '../../schemas/index.js';
import { ReasonerError } from '../errors.js';
import { argumentsOf } from './reply-choice.js';
import { TurnNotes } from './turn-notes.js';
import type { TurnOutcome, TurnStep } from './turn-outcome.js';

export interface SingleShotOptions {
  readonly planner: Planner;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** The tools that the pre-filter chose for the query. Default: all that are granted. */
  readonly offered?: readonly string[];
  /** Sees each step when the plan has ended. */
  readonly onStep?: (step: TurnStep) => void;
}

/** What a planner wrote, or its text where that was no JSON. */
type Written = { readonly plan: unknown } | { readonly text: string };

/** Runs a turn in one shot; the host ends the session with the answer. */
export async function runSingleShot(
  session: TurnSession,
  options: SingleShotOptions,
): Promise<TurnOutcome> {
  const notes = new TurnNotes(options.onStep);
  const first = await askOnce(session, options);
  if (!first.ok) return unanswered(notes, first.code);
  const before = options.now();
  const report = await takeWritten(session, first.value);
  if (report.status !== 'rejected')
    return told(notes, { report, written: first.value, before, now: options.now });
  // One repair, with its own output and codes (behaviour C10).
  const { problems } = report;
  const previous = 'text' in first.value ? first.value.text : plain(first.value.plan);
  const second = await askOnce(session, options, { previous, problems });
  if (!second.ok) return unanswered(notes, second.code);
  const repaired = await takeWritten(session, second.value);
  return told(notes, { report: repaired, written: second.value, before, now: options.now });
}

function unanswered(notes: TurnNotes, code: Code): TurnOutcome {
  return notes.outcome('error', { code, message: '(the model gave no plan)' });
}

function askOnce(
  session: TurnSession,
  { planner, offered }: SingleShotOptions,
  repair?: NonNullable<PlannerContext['repair']>,
): Promise<Asked<Written>> {
  return session.ask(async (context, call): Promise<Written> => {
    try {
      const asked = repair === undefined ? context : { ...context, repair };
      return { plan: await planner.plan(asked, call) };
    } catch (error) {
      if (error instanceof ReasonerError && error.output !== undefined)
        return { text: error.output };
      throw error;
    }
  }, offered);
}

async function takeWritten(session: TurnSession, written: Written): Promise<FragmentReport> {
  if ('plan' in written) return session.take(written.plan);
  const problem = { code: 'plan_malformed', at: 'not one JSON value' } as const;
  return { status: 'rejected', handles: [], problems: [problem], code: problem.code };
}

/** The planner's own output as it may be shown to it again. */
function plain(output: unknown): Json {
  try {
    return JSON.parse(JSON.stringify(output)) as Json;
  } catch {
    return null;
  }
}

function told(
  notes: TurnNotes,
  how: {
    readonly report: FragmentReport;
    readonly written: Written;
    readonly before: number;
    readonly now: () => number;
  },
): TurnOutcome {
  const { report, written } = how;
  const plan = 'plan' in written ? plain(written.plan) : null;
  const args = argsByStep(plan);
  const runMs = how.now() - how.before;
  for (const [i, handle] of report.handles.entries()) {
    const { step: id, of, status, code, size } = handle;
    const tool = of ?? handle.kind;
    notes.add({
      step: i + 1,
      id,
      tool,
      args: args.get(id) ?? [],
      status,
      code,
      size,
      runMs: i === 0 ? runMs : 0,
    });
  }
  const { status, code } = report;
  const final = plan !== null && isJsonObject(plan) ? plan['final'] : undefined;
  if (status === 'done' && typeof final === 'string')
    return notes.outcome('answer', { answer: { kind: 'value', ref: { kind: 'ref', ref: final } } });
  const message =
    status === 'rejected' ? '(the model gave no plan)' : '(the plan was not carried out)';
  return notes.outcome('error', { code, message });
}

/** The arguments of each step of a plan, as the planner wrote them. */
function argsByStep(plan: Json): ReadonlyMap<string, TurnStep['args']> {
  const steps = plan !== null && isJsonObject(plan) ? plan['steps'] : undefined;
  const args = new Map<string, TurnStep['args']>();
  for (const step of steps !== undefined && isJsonList(steps) ? steps : []) {
    if (isJsonObject(step) && typeof step['id'] === 'string')
      args.set(step['id'], argumentsOf(step['args']));
  }
  return args;
}
