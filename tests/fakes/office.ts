/**
 * A kernel over the tools of an office, with everything granted and nothing released, for tests of
 * what the labels alone stop. The gate, the dispatcher and the audit chain are the real ones.
 */
import { z } from 'zod';
import {
  createKernel,
  type Kernel,
  type KernelConfig,
  memoryAuditSink,
  type QueryOptions,
  type RunResult,
} from '../../hosts/index.js';
import type { Step, TraceEvent } from '../../schemas/index.js';
import { type Canaries, makeCanaries } from './canary.js';
import { type OfficeAnswers, officeTools } from './office-tools.js';
import { planOf } from './plan-steps.js';

export const alice = 'user:alice@example.com';

export const officeGrant: readonly string[] = [
  'mail.read',
  'contacts.read',
  'mail.send',
  'mail.archive',
  'web.fetch',
  'chat.read',
  'chat.post',
  'notes.write',
  'travel.read',
  'travel.cancel',
  'alarm.ring',
];

/** Schemas that the parser may fill. */
export const officeSchemas = {
  words: z.strictObject({ text: z.string() }),
  address: z.strictObject({ email: z.string() }),
  verdict: z.strictObject({ enough: z.boolean() }),
};

export interface OfficeOptions extends Partial<KernelConfig> {
  readonly answers?: OfficeAnswers;
}

export interface Office {
  readonly canaries: Canaries;
  readonly kernel: Kernel;
  /** Every audit line so far. */
  readonly lines: () => readonly string[];
  /** Follows these steps for this query of Alice; without steps, the planner is asked. */
  readonly run: (
    query: string,
    steps?: readonly Step[],
    options?: QueryOptions,
  ) => Promise<RunResult>;
}

/** Opens an office. */
export function makeOffice(options: OfficeOptions = {}): Office {
  const { answers = {}, ...config } = options;
  const canaries = makeCanaries();
  const sink = memoryAuditSink();
  const kernel = createKernel({
    tools: officeTools(canaries, answers),
    schemas: officeSchemas,
    grant: officeGrant,
    principal: alice,
    audit: sink,
    home: '/home/alice',
    ...config,
  });
  return {
    canaries,
    kernel,
    lines: sink.lines,
    run: (query, steps, how = {}) =>
      kernel.run(query, steps === undefined ? how : { plan: planOf(...steps), ...how }),
  };
}

/** The events that may have one kind. */
type EventOf<K extends TraceEvent['kind'], E = TraceEvent> = E extends { readonly kind: infer U }
  ? K extends U
    ? E
    : never
  : never;

/** The events of one kind, in order. */
export function eventsOf<K extends TraceEvent['kind']>(
  result: RunResult,
  kind: K,
): readonly EventOf<K>[] {
  return result.trace.filter((event) => event.kind === kind) as never;
}
