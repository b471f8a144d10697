/**
 * Rules of the policy engine as data: a closed grammar without loops, every rule readable as a
 * sentence (behaviour G-3, G-22 to G-24, G-39).
 */
import { z } from 'zod';
import { type ActionClass, actionClassSchema, type RuleDecision } from './action-class.js';
import { isName } from './ids.js';

/** Longest pattern of a constraint, in UTF-16 code units. */
export const MAX_PATTERN = 1024;

/** The last instant that a date can name. */
export const MAX_INSTANT = 8_640_000_000_000_000;

const pattern = z.string().min(1).max(MAX_PATTERN);
const patterns = z.array(pattern).min(1).max(1024);
const ceiling = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const constraintSchema = z.strictObject({
  /** Globs of absolute paths; `!` takes out. */
  paths: patterns.optional(),
  /** Globs of branch and tag names; `!` takes out. */
  refs: patterns.optional(),
  /** Host names, addresses, `*.example.com`, `@private`; `!` takes out. */
  hosts: patterns.optional(),
  /** Beginnings of commands, ending at a word. */
  commands: patterns.optional(),
  maxCount: ceiling.optional(),
  maxCents: ceiling.optional(),
});

export type Constraint = Readonly<z.infer<typeof constraintSchema>>;

/** `workspace`, `space:ID` or `agent:ID`; presets and defaults are built in. */
export type RuleScope = 'workspace' | `space:${string}` | `agent:${string}`;

export function isRuleScope(text: string): text is RuleScope {
  if (text === 'workspace') return true;
  const [, id] = /^(?:space|agent):(.+)$/su.exec(text) ?? [];
  return id !== undefined && isName(id);
}

/** `advisory` never decides; `soft` can be overridden; nothing overrides `hard`. */
export type Enforcement = 'advisory' | 'soft' | 'hard';

const fields = {
  id: z.string().refine(isName, 'a rule id is a name'),
  scope: z
    .string()
    .refine(isRuleScope, 'expected `workspace`, `space:ID` or `agent:ID`')
    .transform((text) => text as RuleScope),
  class: actionClassSchema.optional(),
  /** Beginning of a command, ending at a word. */
  command: pattern.optional(),
  /** The command is meant whole, not by its beginning. */
  exact: z.literal(true).optional(),
  decision: z.enum(['allow', 'prompt', 'deny']),
  enforcement: z.enum(['advisory', 'soft', 'hard']).default('hard'),
  constraint: constraintSchema.optional(),
  /** Milliseconds since the epoch; from that instant on the rule does not exist. */
  expiresAt: z.number().int().min(0).max(MAX_INSTANT).optional(),
  /** `remembered`: made of an answer of the user. */
  provenance: z.enum(['written', 'remembered']).default('written'),
  /** Why it is there, for whoever reads a refusal. */
  because: z.string().min(1).max(1024).optional(),
};

export const guardrailRuleSchema = z
  .strictObject(fields)
  .refine((rule) => (rule.class === undefined) !== (rule.command === undefined), {
    message: 'a rule targets a `class` or a `command`, exactly one of them',
  })
  .refine((rule) => rule.exact === undefined || rule.command !== undefined, {
    message: '`exact` is about a `command`',
    path: ['exact'],
  })
  .refine((rule) => rule.provenance !== 'remembered' || rule.expiresAt !== undefined, {
    message: 'a remembered rule needs `expiresAt`',
    path: ['expiresAt'],
  });

/** The same without a scope: the managed tier has none. */
export const managedRuleSchema = z
  .strictObject({ ...fields, scope: z.literal('managed').default('managed') })
  .refine((rule) => (rule.class === undefined) !== (rule.command === undefined), {
    message: 'a rule targets a `class` or a `command`, exactly one of them',
  });

export type GuardrailRule = Readonly<{
  id: string;
  scope: RuleScope | 'managed';
  class?: ActionClass | undefined;
  command?: string | undefined;
  exact?: true | undefined;
  decision: RuleDecision;
  enforcement: Enforcement;
  constraint?: Constraint | undefined;
  expiresAt?: number | undefined;
  provenance: 'written' | 'remembered';
  because?: string | undefined;
}>;
