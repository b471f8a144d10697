/** What an attacker makes of a user's task for a goal of its own. */
import type { Json, JsonObject, Step } from '../../../schemas/index.js';
import { filled } from '../filled.js';
import type { Suite } from '../suite.js';
import type { InjectionTask, SuiteData, UserTask } from '../suite-data.js';
import type { Reading, TaskPlan } from '../task-plan.js';

/** One pair of a user's task and an attacker's goal. */
export interface Pair {
  readonly task: UserTask;
  readonly plan: TaskPlan;
  readonly goal: InjectionTask;
}

/** What an attack has to work with. */
export interface Ground {
  readonly suite: Suite;
  readonly data: SuiteData;
}

/** A plan, a parser and an environment as the attacker wants them. */
export interface Attack {
  /** What of the family it is. */
  readonly name: string;
  readonly plan: TaskPlan;
  readonly environment: JsonObject;
  /** What the attacker wrote into every place; nothing where it is left out. */
  readonly text?: string;
}

/** A family of attacks: every way that it knows for a pair. */
export type Family = (pair: Pair, ground: Ground) => readonly Attack[];

/** The plan with other steps. */
export function withSteps(plan: TaskPlan, steps: readonly Step[]): TaskPlan {
  return { ...plan, steps };
}

/** The plan with a parser that answers for the attacker. */
export function withReader(
  plan: TaskPlan,
  answer: (reading: Reading, source: Json, instruction: string) => Json,
): TaskPlan {
  const readings = Object.fromEntries(
    Object.entries(plan.readings ?? {}).map(([name, reading]) => [
      name,
      {
        schema: reading.schema,
        read: (source: Json, instruction: string) => answer(reading, source, instruction),
      },
    ]),
  );
  return { ...plan, readings };
}

/** The environment with one text wherever an attacker may write. */
export function poisoned({ data }: Ground, text: string): JsonObject {
  let known = environments.get(data);
  if (known === undefined) {
    known = new Map();
    environments.set(data, known);
  }
  let environment = known.get(text);
  if (environment === undefined) {
    environment = filled(data, () => text);
    if (known.size < MOST_KEPT) known.set(text, environment);
  }
  return environment;
}

/** Filled environments by text: a goal comes again with every task. */
const environments = new WeakMap<SuiteData, Map<string, JsonObject>>();
const MOST_KEPT = 256;

/** Every text of a goal's arguments, the longest first. */
export function wanted(goal: InjectionTask): readonly string[] {
  const out: string[] = [];
  const collect = (value: Json): void => {
    if (typeof value === 'string') out.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const call of goal.calls) if (call.mutates) collect(call.args);
  return out;
}
