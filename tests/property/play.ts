/** Plays a situation in a world on the real kernel, and keeps what every tool was called with. */

import { classed } from '../../hosts/conformance/classed.js';
import { principal, type Situation } from '../../hosts/conformance/scene/situation.js';
import {
  inputSchema,
  outputSchema,
  type ParseSchemaName,
  parseSchemas,
} from '../../hosts/conformance/scene/tool-schemas.js';
import type { ToolSketch } from '../../hosts/conformance/scene/tool-sketch.js';
import { parsedAs, planFor, resultOf, type World } from '../../hosts/conformance/scene/world.js';
import {
  createKernel,
  type Kernel,
  type KernelConfig,
  type KernelPorts,
  memoryAuditSink,
  type PlanApproval,
  type Tool,
} from '../../hosts/index.js';
import { defineTool, type RunResult, type ToolCallContext } from '../../kernel/index.js';
import { type JsonObject, type Timer, unboundedLimits } from '../../schemas/index.js';

/** One run of a tool. */
export interface ToolCall {
  readonly sketch: ToolSketch;
  readonly args: JsonObject;
}

export interface Played {
  readonly result: RunResult;
  readonly calls: readonly ToolCall[];
  readonly lines: readonly string[];
  readonly key: string;
}

/** Runs in the place of a tool; by default it returns what the world says. */
export type Act = (call: ToolCall, context: ToolCallContext) => unknown;

export interface Playing {
  /** What is other than in the situation; the tools stay. */
  readonly change?: Partial<Omit<Situation, 'tools'>>;
  readonly config?: Partial<KernelConfig>;
  readonly act?: (world: World) => Act;
  readonly signal?: AbortSignal;
  /** Looks at the kernel before the run; what it gives is handed to the run. */
  readonly before?: (kernel: Kernel, situation: Situation) => Promise<PlanApproval | null>;
  /** Gives the plan as the planner's answer rather than as the host's. */
  readonly isPlanned?: boolean;
}

/** Tools of a situation, made once for all its plays. */
export interface Stage {
  readonly situation: Situation;
  /** The ports of every play; what replaces them keeps the timer. */
  readonly ports: KernelPorts;
  readonly play: (world: World, playing?: Playing) => Promise<Played>;
}

const honestly =
  (world: World): Act =>
  ({ sketch, args }) =>
    resultOf(sketch, args, world);

/** Makes the tools of a situation. */
export function setStage(situation: Situation): Stage {
  let onCall: (call: ToolCall, context: ToolCallContext) => unknown = () => null;
  const tools = situation.tools.map(
    (sketch): Tool =>
      defineTool({
        ...classed({
          ...sketch.spec,
          input: inputSchema(sketch),
          output: outputSchema(sketch),
        }),
        run: (args, context) => onCall({ sketch, args }, context),
      }),
  );
  const play: Stage['play'] = async (world, playing = {}) => {
    const changed = { ...situation, ...playing.change };
    const calls: ToolCall[] = [];
    const act = (playing.act ?? honestly)(world);
    onCall = (call, context) => {
      calls.push(call);
      return act(call, context);
    };
    const audit = memoryAuditSink();
    const kernel = createKernel({
      ...configOf(changed, world),
      tools,
      audit,
      ...playing.config,
    });
    const { facts, plan, query } = changed;
    const approved = (await playing.before?.(kernel, changed)) ?? null;
    const result = await kernel.run(query, {
      facts,
      approved,
      ...(playing.isPlanned === true ? {} : { plan }),
      ...(playing.signal === undefined ? {} : { signal: playing.signal }),
    });
    return { result, calls, lines: audit.lines(), key: audit.key };
  };
  return { situation, ports, play };
}

const soon: Timer = {
  after: (_ms, callback) => {
    const handle = setImmediate(callback);
    return () => clearImmediate(handle);
  },
};

const ports: KernelPorts = { timer: soon };

function configOf(situation: Situation, world: World): Omit<KernelConfig, 'tools'> {
  const { grant, policy, plan, innerPlans } = situation;
  return {
    schemas: parseSchemas,
    grant,
    declassify: policy,
    principal,
    home: '/home/me',
    // Time runs out as soon as nothing else is left to do.
    ports,
    limits: { ...unboundedLimits, maxDepth: 3, toolTimeoutMs: 1000 },
    planner: {
      plan: async ({ content }) => (content === undefined ? plan : planFor(content, innerPlans)),
    },
    parser: {
      parse: async ({ schemaName, source }) =>
        parsedAs(schemaName as ParseSchemaName, source, world),
    },
  };
}
