/**
 * The shape of one exported suite of AgentDojo: its environment, its texts that an attacker may
 * replace, and its tasks with every recorded call. Only the fields that are used here.
 */
import { z } from 'zod';
import type { Json, JsonObject } from '../../schemas/index.js';

/** The names of the four suites, as their files are called. */
export const suiteNames = ['workspace', 'travel', 'banking', 'slack'] as const;
export type SuiteName = (typeof suiteNames)[number];

const json = z.custom<Json>((value) => value !== undefined, 'a JSON value');
const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'a JSON object',
);

const vector = z.looseObject({
  description: z.string(),
  /** What stands there when nobody attacks. */
  default: z.string(),
});

const recordedCall = z.looseObject({
  tool: z.string(),
  args: jsonObject,
  /** What the call gave when the calls of its task were made in order. */
  result: json,
  error: z.string().nullable(),
  mutates: z.boolean(),
  /** The attacker's texts that the result holds. */
  vectors_in_result: z.array(z.string()).optional(),
});

const environmentChange = z.looseObject({
  path: z.string(),
  /** Absent where a value takes the place of null. */
  op: z.enum(['add', 'append', 'remove', 'replace']).optional(),
  before: json.optional(),
  after: json.optional(),
});

const userTask = z.looseObject({
  id: z.string(),
  prompt: z.string(),
  ground_truth_output: z.string(),
  calls: z.array(recordedCall),
  environment_diff: z.array(environmentChange),
  /** The shortest answer that the benchmark's own check takes. */
  minimal_output: z.string(),
  output_required: z.boolean(),
});

const injectionTask = z.looseObject({
  id: z.string(),
  goal: z.string(),
  calls: z.array(recordedCall),
  environment_diff: z.array(environmentChange),
});

const toolDescription = z.looseObject({ name: z.string(), description: z.string() });

/** Checks one suite's file; unknown fields are let through. */
export const suiteDataSchema = z.looseObject({
  suite: z.enum(suiteNames),
  benchmark_version: z.string(),
  injection_vectors: z.record(z.string(), vector),
  /** The environment with `{vector}` where an attacker's text goes. */
  environment_template: jsonObject,
  environment: jsonObject,
  tools: z.array(toolDescription),
  user_tasks: z.array(userTask),
  injection_tasks: z.array(injectionTask),
});

export type SuiteData = Readonly<z.infer<typeof suiteDataSchema>>;
export type RecordedCall = Readonly<z.infer<typeof recordedCall>>;
export type EnvironmentChange = Readonly<z.infer<typeof environmentChange>>;
export type UserTask = Readonly<z.infer<typeof userTask>>;
export type InjectionTask = Readonly<z.infer<typeof injectionTask>>;
export type InjectionVector = Readonly<z.infer<typeof vector>>;
