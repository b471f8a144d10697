/**
 * One turn as its line in the log (behaviour T-29, T-30, C26): what it cost and what became of it;
 * of what was said, only what the user said. Strict both ways: what is not of this shape is neither
 * written nor read.
 */
import { z } from 'zod';
import { loopModes, modelTiers, turnKinds } from '../../reasoner/index.js';

/**
 * What became of a step: the status of its run; `answer` for a text, `duplicate` and `capped` for
 * a call that was not made.
 */
export const stepOutcomes = Object.freeze([
  'committed',
  'blocked',
  'needs_approval',
  'rejected',
  'aborted',
  'failed',
  'uncertain',
  'answer',
  'duplicate',
  'capped',
] as const);
export type StepOutcome = (typeof stepOutcomes)[number];

/** Most steps and names of one record, and longest text in UTF-16 code units. */
export const turnBounds = Object.freeze({ steps: 1000, names: 1000, text: 8192, listed: 16 });

/** A value that is kept back is named by its kind of JSON. */
export const withheldKinds = Object.freeze([
  'text',
  'number',
  'truth value',
  'null',
  'list',
  'record',
  'reference',
  'nothing',
] as const);

/** An argument: words of the query, a reference, or what kind of value was kept back. */
export type RecordedArgument =
  | { readonly said: string }
  | { readonly ref: string }
  | { readonly withheld: (typeof withheldKinds)[number] }
  | { readonly list: readonly RecordedArgument[] };

const text = z.string().max(turnBounds.text);

const recordedArgument: z.ZodType<RecordedArgument> = z.lazy(() =>
  z.union([
    z.strictObject({ said: text }),
    z.strictObject({ ref: text }),
    z.strictObject({ withheld: z.enum(withheldKinds) }),
    z.strictObject({ list: z.array(recordedArgument).max(turnBounds.listed) }),
  ]),
);

const id = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/);
const whole = z.number().int().min(0);
const name = z.string().min(1).max(128);
const model = z.string().min(1).max(256);

const step = z.strictObject({
  /** From 1. */
  step: whole.min(1),
  /** Of the model's answer; null where the provider does not count. */
  latencyMs: whole.nullable(),
  inputTokens: whole.nullable(),
  outputTokens: whole.nullable(),
  /** A name that was on offer, `?` for any other; null where no call was asked for. */
  tool: name.nullable(),
  /** By name; only names that the tool's own schema has. */
  args: z.record(name, recordedArgument),
  /** How many arguments had another name. */
  unknownArgs: whole,
  outcome: z.enum(stepOutcomes),
  /** A code of the closed list; null where nothing was refused or failed. */
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/)
    .nullable(),
  /** Whether guard and judge approved (behaviour V-47); null where they were not asked. */
  vaglioApproved: z.boolean().nullable(),
  /** The call in the audit; null where nothing was admitted. */
  effect: id.nullable(),
  execMs: whole.nullable(),
  /** The entry in the scratchpad that holds the result. */
  scratchpad: id.nullable(),
});

export const turnRecordSchema = z.strictObject({
  v: z.literal(1),
  turn: id,
  /** ISO 8601, UTC. */
  started: z.iso.datetime(),
  ended: z.iso.datetime(),
  mode: z.enum(loopModes),
  tier: z.enum(modelTiers),
  /** Scrubbed of what looks like a credential or a path. */
  query: text,
  /** Names of the tools on offer. */
  candidates: z.array(name).max(turnBounds.names),
  steps: z.array(step).max(turnBounds.steps),
  kind: z.enum(turnKinds),
  /** Scrubbed; null where it is tainted, or where there is none. */
  finalText: text.nullable(),
  models: z.strictObject({
    fast: model.nullable(),
    middle: model.nullable(),
    wise: model.nullable(),
    /** Tiers that are one model (C37). */
    same: z.array(z.array(z.enum(modelTiers)).min(2).max(3)).max(1),
  }),
});

export type TurnRecord = Readonly<z.output<typeof turnRecordSchema>>;
export type TurnStep = Readonly<z.output<typeof step>>;
/** Which models a turn had, as `turnModels` names them. */
export type TurnModels = TurnRecord['models'];
