/**
 * How a plan names a value: an earlier step, a fact, the item of a map, the item of a condition; or
 * writes it. Data only.
 */
import { z } from 'zod';
import { isName, isReservedKey, isStepId } from './ids.js';
import type { JsonScalar } from './json.js';

// Unions are flat, and objects are told apart by `kind`: a nested union that fails is costly to
// report.

export const stepIdSchema = z
  .string()
  .refine((text): boolean => isStepId(text), 'a step id is a letter, then letters, digits or _');
export const nameSchema = z
  .string()
  .refine(isName, 'a name is a letter, then letters, digits or _.:-');
export const fieldNameSchema = z
  .string()
  .min(1)
  .max(256)
  .refine((key) => !isReservedKey(key), 'a reserved key');
export const pathSchema = z
  .string()
  .max(1024)
  .refine(
    (text) => text.split('.').every((part) => part !== '' && !isReservedKey(part)),
    'a path is field names and indexes joined by single dots',
  );

export const refSchema = z.strictObject({
  kind: z.literal('ref'),
  ref: stepIdSchema,
  path: pathSchema.optional(),
});
export const factSchema = z.strictObject({
  kind: z.literal('fact'),
  name: nameSchema,
  path: pathSchema.optional(),
});
export const eachSchema = z.strictObject({
  kind: z.literal('each'),
  path: pathSchema.optional(),
});
export const itemSchema = z.strictObject({
  kind: z.literal('item'),
  path: pathSchema.optional(),
});
export const scalarSchema: z.ZodType<JsonScalar> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
]);

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
/** The item at hand of the map around the step. */
export interface EachRef {
  readonly kind: 'each';
  readonly path?: string | undefined;
}
/** The item that a condition is asked about. */
export interface ItemRef {
  readonly kind: 'item';
  readonly path?: string | undefined;
}
export type Operand = Ref | FactRef | EachRef;

/** A record the planner builds field by field; plain JSON objects are reserved for references. */
export interface RecordArg {
  readonly kind: 'record';
  readonly fields: { readonly [key: string]: Arg };
}
export type Arg = JsonScalar | Operand | RecordArg | readonly Arg[];

export const argSchema: z.ZodType<Arg> = z.lazy(() => argUnion);
const recordSchema = z.strictObject({
  kind: z.literal('record'),
  fields: z.record(fieldNameSchema, argSchema),
});
const argUnion: z.ZodType<Arg> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.discriminatedUnion('kind', [refSchema, factSchema, eachSchema, recordSchema]),
  z.array(argSchema),
]);

export const operandSchema = z.discriminatedUnion('kind', [refSchema, factSchema, eachSchema]);
