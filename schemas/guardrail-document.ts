/**
 * The policy document: everything the rules stage goes by, in one place that can be enumerated
 * before anything runs. Data only.
 */
import { z } from 'zod';
import { autonomyLevels } from './action-class.js';
import { declassPolicySchema } from './declass-policy.js';
import {
  type GuardrailRule,
  guardrailRuleSchema,
  MAX_INSTANT,
  MAX_PATTERN,
  managedRuleSchema,
} from './guardrail-rule.js';
import { isName } from './ids.js';

const name = z.string().refine(isName, 'expected a name');
const pattern = z.string().min(1).max(MAX_PATTERN);
const autonomy = z.enum(autonomyLevels);
const amount = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Counts and cents; what is left out is unbounded. */
const allowanceSchema = z
  .strictObject({ count: amount.optional(), cents: amount.optional() })
  .refine(({ count, cents }) => count !== undefined || cents !== undefined, {
    message: 'name `count` or `cents`',
  });

const budgetSchema = z
  .strictObject({ run: allowanceSchema.optional(), principal: allowanceSchema.optional() })
  .refine(({ run, principal }) => run !== undefined || principal !== undefined, {
    message: 'name `run` or `principal`',
  });

/** Who may pass a soft rule for once, and why; the grant must hold the permission too. */
const overrideSchema = z.strictObject({
  rule: name,
  by: z.string().min(1).max(256),
  justification: z.string().min(1).max(4096),
  expiresAt: z.number().int().min(0).max(MAX_INSTANT),
});

export const policyTemplates = Object.freeze(['strict', 'balanced', 'permissive'] as const);
export type PolicyTemplate = (typeof policyTemplates)[number];

export const guardrailDocumentSchema = z.strictObject({
  version: z.literal(1),
  /** Its rules stand in the workspace scope, beside those written here. */
  template: z.enum(policyTemplates).optional(),
  rules: z.array(guardrailRuleSchema).max(100_000).default([]),
  /** The managed tier: only tightens, whatever the other rules say. */
  managed: z.array(managedRuleSchema).max(100_000).default([]),
  /** What no call may touch, whatever its class; it holds for reads too. */
  never: z
    .strictObject({
      paths: z.array(pattern).max(1024).default([]),
      refs: z.array(pattern).max(1024).default([]),
      hosts: z.array(pattern).max(1024).default([]),
    })
    .default({ paths: [], refs: [], hosts: [] }),
  autonomy: z
    .strictObject({
      default: autonomy.default('actWithApproval'),
      spaces: z.record(name, autonomy).default({}),
    })
    .default({ default: 'actWithApproval', spaces: {} }),
  /** Tools that the mode preset and `proposeOnly` leave alone. */
  pinned: z.array(name).max(1024).default([]),
  /** By capability: what holding it is good for. */
  budgets: z.record(name, budgetSchema).default({}),
  overrides: z.array(overrideSchema).max(1024).default([]),
  /** Capabilities of a run, where the source of the policy gives the grant too. */
  grant: z.array(name).max(4096).optional(),
  /** Release rules, where the source of the policy gives them too. */
  declassify: declassPolicySchema.optional(),
});

export type Allowance = Readonly<z.infer<typeof allowanceSchema>>;
export type CapabilityBudget = Readonly<z.infer<typeof budgetSchema>>;
export type SoftOverride = Readonly<z.infer<typeof overrideSchema>>;
export type GuardrailDocument = Readonly<
  Omit<z.infer<typeof guardrailDocumentSchema>, 'rules' | 'managed'>
> & {
  readonly rules: readonly GuardrailRule[];
  readonly managed: readonly GuardrailRule[];
};
export type GuardrailDocumentInput = z.input<typeof guardrailDocumentSchema>;
