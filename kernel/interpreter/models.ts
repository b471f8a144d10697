/**
 * Calls of the untrusted models: bounded in time and number, their context assembled here, their
 * answers data. Upholds INV-A1, INV-A4, INV-L4.
 */
import {
  type Code,
  codes,
  type Json,
  missingFrom,
  type PlannerContext,
  type PlanProblem,
  type PortCall,
} from '../../schemas/index.js';
import { type Facts, factNames } from '../context/facts.js';
import { CallSignal, type Cancellation } from '../effects/cancellation.js';
import { settle } from '../effects/settle.js';
import { PlanRejected, RunStopped } from '../errors.js';
import { freeze, hasOwn } from '../primordials.js';
import { snapshot } from '../snapshot/snapshot.js';
import type { Budget } from './budget.js';
import type { Engine } from './engine.js';

/** What a model call needs of its session. */
export interface ModelDesk {
  readonly engine: Engine;
  readonly budget: Budget;
  readonly cancellation: Cancellation;
}

/** What the planner of one session may see. */
export interface PlanningView {
  readonly query: string;
  readonly grant: readonly string[];
  readonly facts: Facts;
  /** Only in a sub-kernel. */
  readonly content?: Json;
}

/** Assembles the planner's context. */
export function plannerContext(engine: Engine, view: PlanningView): PlannerContext {
  const { query, grant, facts, content } = view;
  const tools = Object.values(engine.dispatcher.definitions)
    .map((definition) => definition.catalogue)
    .filter((tool) => missingFrom(grant, tool.capabilities).length === 0);
  const schemas = Object.entries(engine.schemas).map(([name, { jsonSchema }]) => ({
    name,
    schema: jsonSchema,
  }));
  // INV-A1: nothing else goes in, and nothing that a tool said.
  const base = { query, tools, schemas, facts: factNames(facts), grant };
  return freeze(content === undefined ? base : { ...base, content });
}

/** Characters of a planner's own output that its repair round is shown. */
const MAX_PREVIOUS = 65_536;

/**
 * Asks the planner, and once more if its output is not a plan; `verify` turns output into a plan or
 * rejects it.
 * @throws PlanRejected after the repair round; RunStopped with a `reasoner_*` or `limit_*` code
 */
export async function planWithRepair<T>(
  desk: ModelDesk,
  context: PlannerContext,
  verify: (output: unknown, isRepair: boolean) => T,
): Promise<T> {
  const first = await askPlanner(desk, context, verify, false);
  if (first.ok) return first.plan;
  // INV-A4: its own output and the codes of what was wrong, nothing else.
  const repair = freeze({ previous: first.previous, problems: first.problems });
  const second = await askPlanner(desk, freeze({ ...context, repair }), verify, true);
  if (second.ok) return second.plan;
  throw new PlanRejected(second.problems);
}

type Asked<T> =
  | { readonly ok: true; readonly plan: T }
  | { readonly ok: false; readonly previous: Json; readonly problems: readonly PlanProblem[] };

async function askPlanner<T>(
  desk: ModelDesk,
  context: PlannerContext,
  verify: (output: unknown, isRepair: boolean) => T,
  isRepair: boolean,
): Promise<Asked<T>> {
  const { planner } = desk.engine;
  if (planner === null) throw new RunStopped('reasoner_missing', 'no planner and no plan');
  let output: unknown;
  try {
    output = await callModel(desk, (port) => planner.plan(context, port));
  } catch (error) {
    const text = unusableText(error);
    if (text === null) throw error;
    return {
      ok: false,
      previous: text,
      problems: [{ code: 'plan_malformed', at: 'not one JSON value' }],
    };
  }
  try {
    return { ok: true, plan: verify(output, isRepair) };
  } catch (error) {
    if (!(error instanceof PlanRejected)) throw error;
    return { ok: false, previous: bounded(output), problems: error.problems };
  }
}

function bounded(output: unknown): Json {
  try {
    return snapshot(output, { maxDepth: 64, maxNodes: 10_000, maxChars: MAX_PREVIOUS });
  } catch {
    return null;
  }
}

/** Output that was no JSON: the model's own text, for its repair. */
function unusableText(error: unknown): string | null {
  if (!(error instanceof ModelFailed)) return null;
  const isUnusable =
    error.code === 'reasoner_output_invalid' || error.code === 'reasoner_output_truncated';
  return isUnusable ? error.output.slice(0, MAX_PREVIOUS) : null;
}

/** A model call that failed, with the provider's code where it is one of ours. */
class ModelFailed extends RunStopped {
  readonly output: string;
  constructor(code: Code, output: string) {
    super(code, `the model call ended with \`${code}\``);
    this.output = output;
  }
}

/**
 * Makes one model call within the limits.
 * @throws RunStopped `limit_model_calls`, `cancelled`, `reasoner_timeout`, or the provider's
 * `reasoner_*` code
 */
export async function callModel(
  desk: ModelDesk,
  call: (port: PortCall) => Promise<unknown>,
): Promise<unknown> {
  const { engine, budget, cancellation } = desk;
  budget.take('modelCalls');
  if (cancellation.aborted) throw new RunStopped('cancelled', 'cancelled before a model call');
  const settled = await settle(start(call, cancellation), {
    timer: engine.timer,
    // INV-L4: a model that hangs is given up on.
    limitMs: budget.limits.reasonerTimeoutMs,
    cancellation,
    late: () => undefined,
  });
  switch (settled.kind) {
    case 'value':
      return settled.value;
    case 'timeout':
      throw new RunStopped('reasoner_timeout', 'the model did not answer in time');
    case 'cancelled':
      throw new RunStopped('cancelled', 'cancelled during a model call');
    case 'threw':
      throw new ModelFailed(codeOf(settled.error), textOf(settled.error));
  }
}

function start(
  call: (port: PortCall) => Promise<unknown>,
  cancellation: Cancellation,
): Promise<unknown> {
  try {
    return call(new CallSignal(cancellation, ''));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Own data of an error, read without running its code. */
function own(error: unknown, key: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return Object.getOwnPropertyDescriptor(error, key)?.value;
}

function codeOf(error: unknown): Code {
  const code = own(error, 'code');
  const isOurs = typeof code === 'string' && code.startsWith('reasoner_') && hasOwn(codes, code);
  return isOurs ? (code as Code) : 'reasoner_failed';
}

function textOf(error: unknown): string {
  const output = own(error, 'output');
  return typeof output === 'string' ? output : '';
}
