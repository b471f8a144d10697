/**
 * A kernel with one tool that writes into the user's own notebook, which the labels let through:
 * for tests of everything but the labels. The gate, the dispatcher and the audit chain are real.
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
import type { Arg, AuditRecord } from '../../schemas/index.js';
import { type Canaries, type CanaryAnswer, makeCanaries } from './canary.js';
import { call, planOf } from './plan-steps.js';

export const done = { ok: true };

export const noteSpec = {
  name: 'note',
  description: 'Writes a note.',
  effect: 'write',
  capabilities: ['notes.write'],
  classes: ['workspaceMutation'],
  sink: 'own',
  args: { '/text': { role: 'content' } },
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ ok: z.boolean() }),
} as const satisfies DefinitionInput;

export interface NotebookOptions extends Partial<KernelConfig> {
  readonly answer?: CanaryAnswer;
  readonly spec?: Partial<DefinitionParts>;
}

export interface Notebook {
  readonly canaries: Canaries;
  readonly kernel: Kernel;
  /** The audit records so far, if the notebook keeps them in memory. */
  readonly records: () => readonly AuditRecord[];
  /** Writes one note, in one step called `n`. */
  readonly note: (text?: Arg, options?: QueryOptions) => Promise<RunResult>;
  /** The notes that were written. */
  readonly notes: () => readonly unknown[];
}

/** Opens a notebook. */
export function makeNotebook(options: NotebookOptions = {}): Notebook {
  const { answer = done, spec = {}, ...config } = options;
  const canaries = makeCanaries();
  const sink = memoryAuditSink();
  const kernel = createKernel({
    tools: [canaries.tool(classed({ ...noteSpec, ...spec }), answer)],
    grant: ['notes.write'],
    principal: 'user:alice@example.com',
    audit: sink,
    home: '/home/alice',
    ...config,
  });
  return {
    canaries,
    kernel,
    records: () => sink.lines().map((line) => JSON.parse(line) as AuditRecord),
    note: (text = 'milk', how = {}) =>
      kernel.run('Note milk.', { plan: planOf(call('n', 'note', { text })), ...how }),
    notes: () => canaries.of('note').map((args) => args['text']),
  };
}
