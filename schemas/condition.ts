/**
 * Conditions of a plan: what is picked, kept or guarded by. Closed, total and without loops; every
 * part is evaluated, whatever the others say.
 */
import { z } from 'zod';
import type { JsonScalar } from './json.js';
import {
  eachSchema,
  factSchema,
  type ItemRef,
  itemSchema,
  type Operand,
  refSchema,
} from './reference.js';

/**
 * What two values are asked. `less` to `at_least` compare numbers, or moments; `contains` looks for
 * a part of a text or a member of a list, `mentions` for a part in whatever case; `in` is
 * `contains` turned round. Values that cannot be compared answer no.
 */
export const conditionTests = [
  'equals',
  'differs',
  'less',
  'at_most',
  'more',
  'at_least',
  'contains',
  'mentions',
  'starts_with',
  'ends_with',
  'in',
] as const;

export type ConditionTest = (typeof conditionTests)[number];
export type ConditionValue = JsonScalar | Operand | ItemRef;

export interface Comparison {
  readonly test: ConditionTest;
  readonly left: ConditionValue;
  readonly right: ConditionValue;
}
export type Condition =
  | Comparison
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

/** Parts of one condition, and how deep they nest. */
export const MAX_CONDITION_PARTS = 64;

const value: z.ZodType<ConditionValue> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.discriminatedUnion('kind', [refSchema, factSchema, eachSchema, itemSchema]),
]);

export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ test: z.enum(conditionTests), left: value, right: value }),
    z.strictObject({ all: z.array(conditionSchema).min(1).max(MAX_CONDITION_PARTS) }),
    z.strictObject({ any: z.array(conditionSchema).min(1).max(MAX_CONDITION_PARTS) }),
    z.strictObject({ not: conditionSchema }),
  ]),
);
