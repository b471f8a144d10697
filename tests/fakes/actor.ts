/**
 * A kernel with one tool that acts on what its arguments name, in the user's own storage, which the
 * labels let through: for tests of the rules. Gate, dispatcher and audit chain are real.
 */
import { z } from 'zod';
import { classed, type DefinitionParts } from '../../hosts/conformance/classed.js';
import {
  createKernel,
  type Kernel,
  type KernelConfig,
  memoryAuditSink,
  type QueryOptions,
  type RunResult,
} from '../../hosts/index.js';
import type { DefinitionInput } from '../../kernel/index.js';
import type { ActionClass, Arg, AuditRecord, GuardrailDocumentInput } from '../../schemas/index.js';
import { type Canaries, makeCanaries } from './canary.js';
import { call, planOf } from './plan-steps.js';

const text = z.string().optional();
const content = { role: 'content' } as const;

export const actSpec = {
  name: 'act',
  description: 'Acts on what it is told.',
  effect: 'write',
  classes: ['workspaceMutation'],
  capabilities: ['act'],
  sink: 'own',
  args: {
    '/path': content,
    '/ref': content,
    '/host': content,
    '/command': content,
    '/count': content,
    '/cents': { role: 'content', names: 'cents' },
  },
  input: z.strictObject({
    path: text,
    ref: text,
    host: text,
    command: text,
    count: z.number().optional(),
    cents: z.number().optional(),
  }),
  output: z.strictObject({ ok: z.boolean() }),
} as const satisfies DefinitionInput;

export interface ActorOptions extends Partial<KernelConfig> {
  readonly classes?: readonly ActionClass[];
  readonly spec?: object;
  readonly rules?: Omit<GuardrailDocumentInput, 'version'>;
}

export interface Actor {
  readonly kernel: Kernel;
  readonly canaries: Canaries;
  readonly records: () => readonly AuditRecord[];
  /** Acts once, in one step called `n`. */
  readonly act: (args: Readonly<Record<string, Arg>>, options?: QueryOptions) => Promise<RunResult>;
}

/** Makes an actor. */
export function makeActor(options: ActorOptions = {}): Actor {
  const { classes, spec = {}, rules = {}, ...config } = options;
  const canaries = makeCanaries();
  const sink = memoryAuditSink();
  const parts = { ...actSpec, ...(classes === undefined ? {} : { classes }), ...spec };
  const kernel = createKernel({
    tools: [canaries.tool(classed(parts as DefinitionParts), { ok: true })],
    grant: ['act'],
    principal: 'user:alice@example.com',
    audit: sink,
    home: '/home/alice',
    cwd: '/work',
    ...(config.ports?.policy === undefined ? { guardrails: { version: 1, ...rules } } : {}),
    ...config,
  });
  return {
    kernel,
    canaries,
    records: () => sink.lines().map((line) => JSON.parse(line) as AuditRecord),
    act: (args, how = {}) => kernel.run('Act.', { plan: planOf(call('n', 'act', args)), ...how }),
  };
}
