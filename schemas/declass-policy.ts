/**
 * DeclassPolicy as data: a closed, total grammar that decides what stage 4 refused. Rules are
 * enumerable and read as sentences; no model can hide in them. The strictest matching rule wins; no
 * matching rule denies.
 */
import { z } from 'zod';
import { isName } from './ids.js';
import type { Json } from './json.js';
import { isPointer } from './pointer.js';

const pointer = z.string().refine(isPointer, 'a JSON pointer is empty or begins with `/`');
const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;

/**
 * A trusted value to compare with: text of the policy, a fact, or another argument with a trusted
 * label.
 */
const operand = z.union([
  z.strictObject({ literal: json }),
  z.strictObject({ fact: z.string().refine(isName, 'a fact name') }),
  z.strictObject({ argument: pointer }),
]);

/** What the host alone supplies. Recipients are never compared with the call's own arguments. */
const hostOperand = z.union([
  z.strictObject({ literal: json }),
  z.strictObject({ fact: z.string().refine(isName, 'a fact name') }),
]);

const capacity = z.number().int().min(0).max(4096);

const leaf = [
  z.strictObject({ sources: z.array(z.string()).min(1) }),
  z.strictObject({ control: z.array(z.string()).min(1) }),
  z.strictObject({ subjects: z.array(z.string()) }),
  z.strictObject({ equals: operand }),
  z.strictObject({ memberOf: operand }),
  z.strictObject({ atMost: operand }),
  z.strictObject({ recipientsWithin: hostOperand }),
  z.strictObject({ capacity }),
  z.strictObject({ capacity, of: z.literal('value') }),
  z.strictObject({ always: z.literal(true) }),
] as const;

export type DeclassOperand = z.infer<typeof operand>;
export type HostOperand = z.infer<typeof hostOperand>;
export type DeclassCondition =
  | { readonly sources: readonly string[] }
  | { readonly control: readonly string[] }
  | { readonly subjects: readonly string[] }
  | { readonly equals: DeclassOperand }
  | { readonly memberOf: DeclassOperand }
  | { readonly atMost: DeclassOperand }
  | { readonly recipientsWithin: HostOperand }
  | { readonly capacity: number; readonly of?: 'value' }
  | { readonly always: true }
  | { readonly all: readonly DeclassCondition[] }
  | { readonly any: readonly DeclassCondition[] }
  | { readonly not: DeclassCondition };

const condition: z.ZodType<DeclassCondition> = z.lazy(() =>
  z.union([
    ...leaf,
    z.strictObject({ all: z.array(condition).min(1) }),
    z.strictObject({ any: z.array(condition).min(1) }),
    z.strictObject({ not: condition }),
  ]),
);

export const declassRuleSchema = z.strictObject({
  id: z.string().refine(isName, 'a rule id is a name'),
  tool: z.string().refine((text) => text === '*' || isName(text), 'a tool name or `*`'),
  /**
   * A pointer into the arguments, `*` for any, or `decision` for the choice to run the step at all.
   */
  argument: z.union([z.literal('decision'), z.literal('*'), pointer]),
  when: condition,
  /** `release`: all of it; `release_control`: only who chose it; `ask`: the user; `deny`. */
  then: z.enum(['release', 'release_control', 'ask', 'deny']),
});

export const declassPolicySchema = z.array(declassRuleSchema).max(4096);

export type DeclassRule = Readonly<z.infer<typeof declassRuleSchema>>;
export type DeclassPolicy = readonly DeclassRule[];
export type DeclassAnswer = DeclassRule['then'];
