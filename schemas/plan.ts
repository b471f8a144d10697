/**
 * The plan: a forward-only DAG of five step kinds (behaviour K-5, K-6). Data only; `kernel/plan`
 * verifies it. Source: CaMeL section 5.2, with programs replaced by a typed graph.
 */
import { z } from 'zod';
import { isName, isReservedKey, isStepId } from './ids.js';
import type { JsonScalar } from './json.js';

const MAX_STEPS = 100_000;

const stepId = z
  .string()
  .refine((text): boolean => isStepId(text), 'a step id is a letter, then letters, digits or _');
const name = z.string().refine(isName, 'a name is a letter, then letters, digits or _.:-');
const path = z
  .string()
  .max(1024)
  .refine(
    (text) => text.split('.').every((part) => part !== '' && !isReservedKey(part)),
    'a path is field names and indexes joined by single dots',
  );
const scalar: z.ZodType<JsonScalar> = z.union([z.string(), z.number(), z.boolean(), z.null()]);

// Unions are flat, and objects are told apart by `kind`: a nested union that fails is costly to
// report.

export const refSchema = z.strictObject({
  kind: z.literal('ref'),
  ref: stepId,
  path: path.optional(),
});
export const factSchema = z.strictObject({ kind: z.literal('fact'), name, path: path.optional() });

export interface Ref {
  readonly kind: 'ref';
  readonly ref: string;
  readonly path?: string | undefined;
}
export interface FactRef {
  readonly kind: 'fact';
  readonly name: string;
  readonly path?: string | undefined;
}
/** A record the planner builds field by field; plain JSON objects are reserved for references. */
export interface RecordArg {
  readonly kind: 'record';
  readonly fields: { readonly [key: string]: Arg };
}
export type Arg = JsonScalar | Ref | FactRef | RecordArg | readonly Arg[];

const argSchema: z.ZodType<Arg> = z.lazy(() => argUnion);
const fieldName = z
  .string()
  .min(1)
  .max(256)
  .refine((key) => !isReservedKey(key), 'a reserved key');
const recordSchema = z.strictObject({
  kind: z.literal('record'),
  fields: z.record(fieldName, argSchema),
});
const argUnion: z.ZodType<Arg> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.discriminatedUnion('kind', [refSchema, factSchema, recordSchema]),
  z.array(argSchema),
]);

const operand = z.discriminatedUnion('kind', [refSchema, factSchema]);

export const constStepSchema = z.strictObject({
  kind: z.literal('const'),
  id: stepId,
  value: scalar,
});
export const toolStepSchema = z.strictObject({
  kind: z.literal('tool'),
  id: stepId,
  tool: name,
  args: z.record(fieldName, argSchema),
  parallel: z.boolean().optional(),
});
export const parseStepSchema = z.strictObject({
  kind: z.literal('q_parse'),
  id: stepId,
  source: operand,
  schema_ref: name,
  instruction: z.string().max(8192),
  parallel: z.boolean().optional(),
});
export const subkernelStepSchema = z.strictObject({
  kind: z.literal('subkernel'),
  id: stepId,
  source: operand,
  instruction: z.string().max(8192),
  grant: z.array(name).max(256),
});
export const mergeStepSchema = z.strictObject({
  kind: z.literal('merge'),
  id: stepId,
  inputs: z
    .record(fieldName, operand)
    .refine((inputs) => Object.keys(inputs).length > 0, 'no inputs'),
});

export const stepSchema = z.discriminatedUnion('kind', [
  constStepSchema,
  toolStepSchema,
  parseStepSchema,
  subkernelStepSchema,
  mergeStepSchema,
]);

export const planSchema = z.strictObject({
  steps: z.array(stepSchema).min(1).max(MAX_STEPS),
  final: stepId,
});

export type ConstStep = z.infer<typeof constStepSchema>;
export type ToolStep = z.infer<typeof toolStepSchema>;
export type ParseStep = z.infer<typeof parseStepSchema>;
export type SubkernelStep = z.infer<typeof subkernelStepSchema>;
export type MergeStep = z.infer<typeof mergeStepSchema>;
export type Step = z.infer<typeof stepSchema>;
export type Operand = Ref | FactRef;
export type Plan = z.infer<typeof planSchema>;

/** The JSON Schema of a plan (draft 2020-12), for a planner's structured output. */
export function planJsonSchema(): object {
  return z.toJSONSchema(planSchema, { io: 'input' });
}
