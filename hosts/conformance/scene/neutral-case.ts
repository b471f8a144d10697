/**
 * A case as plain JSON for programs of any language: what a case says, with the JSON Schema of
 * each tool and of each shape that content is parsed into.
 */
import { z } from 'zod';
import type { Fact } from '../../../kernel/index.js';
import type { DeclassRule, Json, Plan, ToolSpecInput } from '../../../schemas/index.js';
import type { Case, Settings, Situation } from '../subject.js';
import { inputSchema, outputSchema, parseSchemas } from './tool-schemas.js';
import { FIELDS, type ToolSketch } from './tool-sketch.js';

/** What the kit cannot vouch for is checked by whoever uses it, as the kernel checks a tool. */
export const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);
const count = z.number().int().nonnegative().nullable();

const sketchSchema = z.strictObject({
  fields: z.array(
    z.strictObject({
      name: z.enum(FIELDS),
      kind: z.enum(['any', 'text', 'trimmed', 'lowered', 'defaulted']),
    }),
  ),
  mixing: z.enum(['none', 'copies', 'reorders', 'drops', 'unstable']),
  output: z.enum(['any', 'text']),
});

const toolSchema = z.strictObject({
  /** What the tool declares of itself. */
  spec: z.custom<ToolSpecInput>(isNamed),
  /** JSON Schema of its arguments; null where that does not tell what the tool does to them. */
  input: json,
  /** JSON Schema of its result. */
  output: json,
  /** The same as the kit draws it, for subjects that are built from the kit. */
  sketch: sketchSchema,
});

const situationSchema = z.strictObject({
  query: z.string(),
  facts: z.record(z.string(), z.custom<Fact>(isRecord)),
  tools: z.array(toolSchema),
  /** JSON Schemas of what content may be parsed into, by name. */
  schemas: z.record(z.string(), json),
  grant: z.array(z.string()),
  policy: z.array(z.custom<DeclassRule>(isRecord)),
  /** Null where the planner is to be asked for it. */
  plan: z.custom<Plan>(isRecord).nullable(),
  /** What a planner that has read content chooses from; the kit keeps it from subjects. */
  innerPlans: z.array(z.custom<Plan>(isRecord)).optional(),
});

const settingsSchema = z.strictObject({
  principal: z.string(),
  home: z.string(),
  limits: z.strictObject({
    maxSteps: count,
    maxEffects: count,
    maxParses: count,
    maxModelCalls: count,
    maxDepth: count,
    reasonerTimeoutMs: count,
    toolTimeoutMs: count,
  }),
  selection: z.enum(['unique', 'strict']),
  hasApprover: z.boolean(),
  isPlanned: z.boolean(),
});

/** The shape of a case as JSON. */
export const neutralCaseSchema = z.strictObject({
  situation: situationSchema,
  settings: settingsSchema,
});
export const neutralSituationSchema: typeof situationSchema = situationSchema;
export type NeutralCase = z.infer<typeof neutralCaseSchema>;
export type NeutralSituation = z.infer<typeof situationSchema>;

const NO_PLAN: Plan = Object.freeze({ steps: [], final: '' });

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNamed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && 'effect' in value;
}

/** What a subject is given: no plan that it is to ask for. */
export function neutralCase({ situation, settings }: Case): NeutralCase {
  const { innerPlans: _, ...shown } = neutralSituation(situation);
  const plan = settings.isPlanned ? null : shown.plan;
  return { situation: { ...shown, plan }, settings: { ...settings, limits: settings.limits } };
}

/** All of a situation, to be written down. */
export function neutralSituation(situation: Situation): NeutralSituation {
  const { query, facts, tools, grant, policy, plan, innerPlans } = situation;
  const schemas = Object.entries(parseSchemas).map(([name, one]) => [name, jsonSchemaOf(one)]);
  return {
    query,
    facts: { ...facts },
    tools: tools.map(neutralTool),
    schemas: Object.fromEntries(schemas),
    grant: [...grant],
    policy: [...policy],
    plan,
    innerPlans: [...innerPlans],
  };
}

function neutralTool(sketch: ToolSketch): NeutralSituation['tools'][number] {
  const { spec, fields, mixing, output } = sketch;
  const isPlain =
    mixing === 'none' && fields.every(({ kind }) => kind === 'any' || kind === 'text');
  return {
    spec,
    input: isPlain ? jsonSchemaOf(inputSchema(sketch)) : null,
    output: jsonSchemaOf(outputSchema(sketch)),
    sketch: { fields: [...fields], mixing, output },
  };
}

/** Schemas are made once, and so is what is told of them. */
const told = new WeakMap<z.ZodType, Json>();

function jsonSchemaOf(schema: z.ZodType): Json {
  const known = told.get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  const made = JSON.parse(JSON.stringify(rest)) as Json;
  told.set(schema, made);
  return made;
}

/** The case that a neutral one stands for. */
export function caseOfNeutral({ situation, settings }: NeutralCase): Case {
  const own: Settings = settings;
  return { situation: situationOfNeutral(situation), settings: own };
}

/** The situation that a neutral one stands for; without a plan, an empty one. */
export function situationOfNeutral(neutral: NeutralSituation): Situation {
  const { schemas: _, tools, plan, innerPlans = [], ...rest } = neutral;
  const sketches = tools.map(({ spec, sketch }): ToolSketch => {
    return { spec, ...sketch, behaviour: 'returns' };
  });
  return { ...rest, tools: sketches, plan: plan ?? NO_PLAN, innerPlans };
}
