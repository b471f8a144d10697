/** Sluice itself as a subject: the kernel as a host builds it, or as it is configured. */

import { declassify, defineTool, type RunResult, type Tool } from '../../kernel/index.js';
import type {
  ApprovalRequest,
  AuditRecord,
  AuditSink,
  Json,
  Judge,
  Reviewer,
  Timer,
} from '../../schemas/index.js';
import { createKernel } from '../create-kernel.js';
import type { KernelConfig } from '../kernel-config.js';
import { memoryAuditSink } from '../stores/memory-audit.js';
import { classed } from './classed.js';
import { inputSchema, outputSchema, parseSchemas } from './scene/tool-schemas.js';
import type { Case, Decided, Ending, Settings, Stage, Subject, Takes } from './subject.js';

/** Everything that the kernel takes. */
export const kernelTakes: Takes = Object.freeze<Takes>({
  steps: ['const', 'tool', 'merge', 'q_parse', 'subkernel', 'compute', 'map', 'when'],
  schemas: 'any',
  parallel: true,
  inProcess: true,
  exact: true,
  watchers: ['judge', 'reviewer'],
});

/** How a kernel under test is other than the plain one. */
export interface KernelSubjectOptions {
  readonly name?: string;
  readonly takes?: Partial<Takes>;
  /** Changes the configuration of each run, such as its policy; it may not drop tools or ports. */
  readonly configure?: (config: KernelConfig, given: Case) => KernelConfig;
}

/** A kernel as a subject of the kit. */
export function kernelSubject(options: KernelSubjectOptions = {}): Subject {
  const { name = 'sluice', takes = {}, configure = (config: KernelConfig) => config } = options;
  return {
    name,
    takes: { ...kernelTakes, ...takes },
    async play(given, stage) {
      const { situation, settings } = given;
      const { facts, plan, query } = situation;
      const planned = settings.isPlanned ? {} : { plan };
      const run = () => kernel.run(query, { facts, ...planned });
      const kernel = createKernel(configure(configOf(given, stage, run), given));
      return endingOf(await run());
    },
  };
}

/** Turns of the event loop after which nothing else can be left to do. */
const TURNS = 64;

/** Time runs out as soon as nothing else is left to do. */
const soon: Timer = {
  after: (_ms, callback) => {
    let left = TURNS;
    const turn = (): void => {
      left -= 1;
      if (left > 0) handle = setImmediate(turn);
      else callback();
    };
    let handle = setImmediate(turn);
    return () => clearImmediate(handle);
  },
};

function configOf(
  { situation, settings }: Case,
  stage: Stage,
  again: () => Promise<unknown>,
): KernelConfig {
  const { grant, policy } = situation;
  const { principal, home, limits, selection, hasApprover } = settings;
  const approver = { ask: (request: ApprovalRequest) => rulingOn(request, stage) };
  return {
    tools: situation.tools.map((sketch): Tool => {
      const schemas = { input: inputSchema(sketch), output: outputSchema(sketch) };
      return defineTool({
        ...classed({ ...sketch.spec, ...schemas }),
        run: (args, { call }) => stage.call(call, sketch.spec.name, args, again),
      });
    }),
    schemas: parseSchemas,
    grant,
    declassify: policy,
    principal,
    home,
    limits,
    selection,
    audit: told(stage),
    ports: hasApprover ? { timer: soon, approver } : { timer: soon },
    planner: { plan: async (context) => stage.plan(context, context.content) },
    parser: {
      parse: async (request) => stage.parse(request, request.schemaName, request.source),
    },
    ...watched(settings, stage),
  };
}

function watched({ watcher }: Settings, stage: Stage): Partial<KernelConfig> {
  if (watcher === 'judge') {
    const port: Judge = { judge: async (request) => stage.watch?.(watcher, request) };
    return { judge: { kind: 'llm-v1', port } };
  }
  if (watcher === undefined) return {};
  const reviewer: Reviewer = { review: async (request) => stage.watch?.(watcher, request) };
  return { reviewer, safetyMode: 'review' };
}

async function rulingOn({ approval, digest, tool }: ApprovalRequest, stage: Stage) {
  const answer = await stage.ask(tool);
  const decision = answer === 'deny' ? ('deny' as const) : ('allow' as const);
  const spoken = answer === 'other' ? '0'.repeat(64) : digest;
  return { approval, digest: spoken, decision, approver: 'somebody' };
}

/** A store of records that tells the stage of each admission before it says that it is stored. */
function told(stage: Stage): AuditSink {
  const sink = memoryAuditSink();
  return {
    key: sink.key,
    head: () => sink.head(),
    async append(lines, head) {
      // A store takes its time: whoever does not wait for it is seen to run first.
      await new Promise((resolve) => setImmediate(resolve));
      for (const line of lines) {
        const { kind, call, data } = JSON.parse(line) as AuditRecord;
        if (kind !== 'admission') continue;
        const { tool, args } = data as { readonly tool: string; readonly args: string };
        await stage.admit(`${call}`, tool, { digest: args, key: sink.key });
      }
      sink.append(lines, head);
    },
  };
}

function endingOf({ status, problem, output, trace }: RunResult): Ending {
  const reason = 'the conformance kit compares what a run puts out';
  const decisions = trace.flatMap((event): Decided[] => {
    if (event.kind !== 'gate_allowed' && event.kind !== 'gate_denied') return [];
    const { tool, denial } = event;
    const outcome = event.kind === 'gate_allowed' ? 'allow' : 'deny';
    return [{ tool, outcome, stage: denial?.stage ?? null, code: denial?.code ?? null }];
  });
  const value: Json | null = output === null ? null : declassify(output, { reason });
  return { status, code: problem?.code ?? null, output: value, decisions };
}
