/**
 * The messages between the kit and a subject that is another process, one JSON object a line.
 * Version 1. Shapes only.
 */
import { z } from 'zod';
import { type Code, codes } from '../../../schemas/index.js';
import { json, neutralCaseSchema } from '../scene/neutral-case.js';
import { coreSteps, type Decided, type Takes } from '../subject.js';

export const WIRE_VERSION = 1;
/** Bytes that a line may have. */
export const MAX_LINE_BYTES: number = 8 * 1024 * 1024;

const id = z.number().int().positive();
const name = z.string().min(1).max(256);
const hex = z.string().regex(/^[0-9a-f]{64}$/);

const stepKinds = [...coreSteps, 'compute', 'map', 'when'] as const;

const takesSchema = z
  .strictObject({
    steps: z.array(z.enum(stepKinds)),
    schemas: z.enum(['checking', 'any']),
    parallel: z.boolean(),
    exact: z.boolean(),
  })
  .refine(({ steps }) => coreSteps.every((kind) => steps.includes(kind)), {
    error: `every subject takes the steps ${coreSteps.join(', ')}`,
  });

/** The first line of a subject. */
export const helloSchema = z.strictObject({
  hello: z.strictObject({ v: z.literal(WIRE_VERSION), name, takes: takesSchema }),
});
export type Hello = z.infer<typeof helloSchema>['hello'];

const evidence = z.union([
  z.strictObject({ args: json }),
  z.strictObject({ digest: hex, key: hex }),
]);
const asking = { run: id, id };
const callAsk = { ...asking, call: name, tool: name };

/** What a subject asks of the stage. */
const askSchema = z.discriminatedUnion('ask', [
  z.strictObject({ ...callAsk, ask: z.literal('admit'), evidence }),
  z.strictObject({ ...callAsk, ask: z.literal('call'), args: json }),
  z.strictObject({ ...asking, ask: z.literal('plan'), sees: json, content: json.optional() }),
  z.strictObject({
    ...asking,
    ask: z.literal('parse'),
    sees: json,
    schema: name,
    source: json,
  }),
  z.strictObject({ ...asking, ask: z.literal('rule'), tool: name }),
]);
export type Ask = z.infer<typeof askSchema>;

const isCode = (text: string | null): text is Code => text !== null && Object.hasOwn(codes, text);

const decidedSchema = z
  .strictObject({
    tool: name,
    outcome: z.enum(['allow', 'deny']),
    stage: name.nullable(),
    code: name.nullable(),
  })
  // Codes of others are their own; ours are told from one another.
  .transform(({ code, ...rest }): Decided => ({ ...rest, code: isCode(code) ? code : null }));

const endingSchema = z.strictObject({
  status: z.enum([
    'committed',
    'blocked',
    'needs_approval',
    'rejected',
    'aborted',
    'failed',
    'uncertain',
  ]),
  code: name.nullable(),
  output: json,
  decisions: z.array(decidedSchema).max(10_000),
});

const endSchema = z.strictObject({ run: id, end: endingSchema });
const failedSchema = z.strictObject({ run: id, failed: z.literal(true) });

/** What a subject says after its first line. */
export const saidSchema = z.union([askSchema, endSchema, failedSchema]);
export type Said = z.infer<typeof saidSchema>;

const toRunSchema = z.strictObject({
  v: z.literal(WIRE_VERSION),
  run: id,
  case: neutralCaseSchema,
});
const answerSchema = z.strictObject({ ...asking, answer: json });
const errorSchema = z.strictObject({ ...asking, error: z.literal(true) });

/** What the kit says: a run to be made, or the answer to what was asked. */
export const toldSchema = z.union([toRunSchema, answerSchema, errorSchema]);

/** What a subject takes, as it says itself: it shares no process with the kit. */
export function takesOf({ takes }: Hello): Takes {
  return { ...takes, inProcess: false };
}

/** What a subject says of itself. */
export function helloOf(
  subject: string,
  { inProcess: _, watchers: __, steps, ...takes }: Takes,
): Hello {
  return { v: WIRE_VERSION, name: subject, takes: { ...takes, steps: [...steps] } };
}
