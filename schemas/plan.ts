/**
 * The plan: a forward-only DAG of the five step kinds of behaviour K-5 and K-6, and of `compute`,
 * `map` and `when`. Data only; `kernel/plan` verifies it. Source: CaMeL section 5.2, with programs
 * replaced by a typed graph.
 */
import { z } from 'zod';
import { type ComputeFunction, computeFunctions } from './compute.js';
import { conditionSchema } from './condition.js';
import {
  argSchema,
  fieldNameSchema,
  nameSchema,
  operandSchema,
  pathSchema,
  scalarSchema,
  stepIdSchema,
} from './reference.js';

const MAX_STEPS = 100_000;
export const MAX_FAN_OUT = 256;
export const MAX_INNER_STEPS = 64;

export const constStepSchema = z.strictObject({
  kind: z.literal('const'),
  id: stepIdSchema,
  value: scalarSchema,
});
export const toolStepSchema = z.strictObject({
  kind: z.literal('tool'),
  id: stepIdSchema,
  tool: nameSchema,
  args: z.record(fieldNameSchema, argSchema),
  parallel: z.boolean().optional(),
});
export const parseStepSchema = z.strictObject({
  kind: z.literal('q_parse'),
  id: stepIdSchema,
  source: operandSchema,
  schema_ref: nameSchema,
  instruction: z.string().max(8192),
  /** Fields that must stand in the source as they are; `*` for every item of a list. */
  verbatim: z.array(pathSchema).max(64).optional(),
  parallel: z.boolean().optional(),
});
export const subkernelStepSchema = z.strictObject({
  kind: z.literal('subkernel'),
  id: stepIdSchema,
  source: operandSchema,
  instruction: z.string().max(8192),
  grant: z.array(nameSchema).max(256),
});
export const mergeStepSchema = z.strictObject({
  kind: z.literal('merge'),
  id: stepIdSchema,
  inputs: z
    .record(fieldNameSchema, operandSchema)
    .refine((inputs) => Object.keys(inputs).length > 0, 'no inputs'),
});

export const computeStepSchema = z.strictObject({
  kind: z.literal('compute'),
  id: stepIdSchema,
  fn: z.enum(computeFunctions as [ComputeFunction, ...ComputeFunction[]]),
  args: z.record(fieldNameSchema, argSchema),
  by: pathSchema.optional(),
  where: conditionSchema.optional(),
});
/** A tool step that happens only if a condition holds; without a value otherwise. */
export const whenStepSchema = z.strictObject({
  kind: z.literal('when'),
  id: stepIdSchema,
  if: conditionSchema,
  tool: nameSchema,
  args: z.record(fieldNameSchema, argSchema),
});

/** What may stand inside a map: anything but another map or a sub-kernel. */
export const innerStepSchema = z.discriminatedUnion('kind', [
  constStepSchema,
  toolStepSchema,
  parseStepSchema,
  mergeStepSchema,
  computeStepSchema,
  whenStepSchema,
]);
/** The same few steps for each item of one list, in its order; its value is the list of results. */
export const mapStepSchema = z.strictObject({
  kind: z.literal('map'),
  id: stepIdSchema,
  over: operandSchema,
  /** Items at most; a longer list ends the run before the first of them. */
  atMost: z.number().int().min(1).max(MAX_FAN_OUT),
  steps: z.array(innerStepSchema).min(1).max(MAX_INNER_STEPS),
  final: stepIdSchema,
});

/** The kinds of steps; a plan has no other. */
export const stepSchema = z.discriminatedUnion('kind', [
  constStepSchema,
  toolStepSchema,
  parseStepSchema,
  subkernelStepSchema,
  mergeStepSchema,
  computeStepSchema,
  whenStepSchema,
  mapStepSchema,
]);

export const planSchema = z.strictObject({
  steps: z.array(stepSchema).min(1).max(MAX_STEPS),
  final: stepIdSchema,
});

export type ConstStep = z.infer<typeof constStepSchema>;
export type ToolStep = z.infer<typeof toolStepSchema>;
export type ParseStep = z.infer<typeof parseStepSchema>;
export type SubkernelStep = z.infer<typeof subkernelStepSchema>;
export type ComputeStep = z.infer<typeof computeStepSchema>;
export type WhenStep = z.infer<typeof whenStepSchema>;
export type MapStep = z.infer<typeof mapStepSchema>;
export type InnerStep = z.infer<typeof innerStepSchema>;
export type MergeStep = z.infer<typeof mergeStepSchema>;
export type Step = z.infer<typeof stepSchema>;
export type Plan = z.infer<typeof planSchema>;

/** The JSON Schema of a plan (draft 2020-12), for a planner's structured output. */
export function planJsonSchema(): object {
  return z.toJSONSchema(planSchema, { io: 'input' });
}
