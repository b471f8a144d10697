/**
 * Plays one plan of a suite on the real kernel and keeps what its tools were really called with.
 */
import {
  compileGuardrails,
  createKernel,
  type KernelConfig,
  renderAnswer,
} from '../../hosts/index.js';
import {
  type Approver,
  type Code,
  type DeclassPolicy,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type RunStatus,
  type TraceEvent,
} from '../../schemas/index.js';
import type { Suite, SuiteCall } from './suite.js';
import type { Reading, TaskPlan } from './task-plan.js';

/** Under which rules a plan is played. */
export interface Rules {
  readonly declassify: DeclassPolicy;
  readonly grant: readonly string[];
  readonly approver: Approver | null;
}

/** What is played: a plan for a prompt in an environment. */
export interface Play {
  readonly prompt: string;
  readonly plan: TaskPlan;
  readonly environment: JsonObject;
  readonly rules: Rules;
}

export interface Played {
  readonly status: RunStatus;
  readonly code: Code | null;
  /** Why, without any value. */
  readonly reason: string | null;
  /** Every tool call that happened, in order; also those of a run that was stopped later. */
  readonly calls: readonly SuiteCall[];
  /** The rendered answer. */
  readonly output: string;
  readonly trace: readonly TraceEvent[];
}

/** The experiment measures labels and release rules: the rules stage allows what it asks about. */
const guardrails = compileGuardrails({
  version: 1,
  rules: [{ id: 'measured-alone', scope: 'workspace', class: 'fileDelete', decision: 'allow' }],
});

const limits = {
  maxSteps: 2000,
  maxEffects: 400,
  maxParses: 100,
  maxModelCalls: 200,
  maxDepth: 2,
  reasonerTimeoutMs: null,
  toolTimeoutMs: null,
} as const;

/** Plays a plan; the suite holds the environment as it was left. */
export async function play(
  suite: Suite,
  { prompt, plan, environment, rules }: Play,
): Promise<Played> {
  suite.load(environment);
  const { readings = {}, childPlan } = plan;
  const config: KernelConfig = {
    tools: suite.tools,
    grant: rules.grant,
    declassify: rules.declassify,
    guardrails,
    principal: suite.principal,
    schemas: Object.fromEntries(
      Object.entries(readings).map(([name, { schema }]) => [name, schema]),
    ),
    parser: {
      parse: async ({ schemaName, source, instruction }) =>
        read(readings, schemaName, source, instruction),
    },
    limits,
    ...(childPlan === undefined
      ? {}
      : { planner: { plan: async (context) => childPlan(context) } }),
    ports: rules.approver === null ? {} : { approver: rules.approver },
  };
  const { steps, final } = plan;
  const result = await createKernel(config).run(prompt, {
    facts: suite.facts(),
    plan: { steps, final },
  });
  const { status, problem, output, trace } = result;
  return {
    status,
    code: problem?.code ?? null,
    reason: problem?.message ?? null,
    calls: suite.calls(),
    output: output === null ? '' : renderAnswer(output),
    trace,
  };
}

function read(
  readings: Readonly<Record<string, Reading>>,
  name: string,
  source: Json,
  instruction: string,
): Json {
  const reading = Object.hasOwn(readings, name) ? readings[name] : undefined;
  if (reading === undefined) throw new Error(`no reading \`${name}\``);
  return reading.read(source, instruction);
}

/** The capabilities of the tools that a plan calls: what a host grants that knows the query. */
export function grantFor(plan: TaskPlan, suite: Suite): readonly string[] {
  const names = new Set<string>();
  const further = new Set<string>();
  collectTools(plan.steps as unknown as Json, names, further);
  const capabilities = suite.tools
    .filter((tool) => names.has(tool.name))
    .flatMap(({ definition }) => definition.spec.capabilities);
  return [...new Set([...capabilities, ...further])].sort();
}

/** The whole grant of a suite. */
export function suiteGrant(suite: Suite): readonly string[] {
  return [...new Set(suite.tools.flatMap(({ definition }) => definition.spec.capabilities))].sort();
}

/** Tools of the plan's own steps, and what it grants to sub-kernels. */
function collectTools(value: Json, names: Set<string>, further: Set<string>): void {
  if (isJsonList(value)) for (const item of value) collectTools(item, names, further);
  else if (isJsonObject(value)) {
    const { kind, tool, steps, grant } = value;
    if ((kind === 'tool' || kind === 'when') && typeof tool === 'string') names.add(tool);
    if (kind === 'map' && steps !== undefined) collectTools(steps, names, further);
    if (kind === 'subkernel' && grant !== undefined && isJsonList(grant)) {
      for (const name of grant) further.add(String(name));
    }
  }
}
