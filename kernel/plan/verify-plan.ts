/**
 * Static checks of a plan (behaviour K-5, K-6): well formed, ids unique, references only backwards,
 * tools, schemas and facts known. unknown → Plan → VerifiedPlan. Pure and linear. Upholds INV-S2
 * and INV-S3 with check-step.ts. Trusts nothing about the planner.
 */
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Plan,
  type PlanProblem,
  planSchema,
  stepSchema,
} from '../../schemas/index.js';
import { PlanRejected } from '../errors.js';
import { freeze } from '../primordials.js';
import { digestOf } from '../snapshot/digest.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import {
  type Checking,
  checkStep,
  MAX_PROBLEMS,
  type PlanVocabulary,
  report,
} from './check-step.js';
import { isPlan, isStep } from './is-plan.js';
import { mintVerifiedPlan, type VerifiedPlan } from './verified-plan.js';

/**
 * Verifies a planner's output.
 * @throws PlanRejected with every problem found, up to eight
 */
export function verifyPlan(output: unknown, vocabulary: PlanVocabulary): VerifiedPlan {
  const plan = parsePlan(output);
  const problems: PlanProblem[] = [];
  const ids = new Set<string>();
  for (const step of plan.steps) ids.add(step.id);
  const check: Checking = { vocabulary, ids, done: new Set(), problems, isInMap: false };
  for (const step of plan.steps) checkStep(step, check);
  // The result of the plan is a step of the plan.
  if (!ids.has(plan.final)) report(check, 'plan_unknown_step', 'final');
  if (problems.length > 0) throw new PlanRejected(freeze(problems));
  return mintVerifiedPlan(plan, digestOf(plan as unknown as Parameters<typeof digestOf>[0]));
}

function parsePlan(output: unknown): Plan {
  let data: Json;
  try {
    data = snapshot(output);
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new PlanRejected([{ code: 'plan_malformed', at: error.message }]);
  }
  if (isPlan(data)) return data as unknown as Plan;
  throw new PlanRejected(freeze(faultsOf(data)));
}

/** Values of a step that the schema is asked about; what is larger is named by its place alone. */
const MAX_EXPLAINED = 500;

/**
 * What is wrong with a plan that was not recognised: the schema explains step by step, since a
 * union that fails deep inside tries every branch everywhere.
 */
function faultsOf(data: Json): readonly PlanProblem[] {
  const steps = isJsonObject(data) ? data['steps'] : undefined;
  if (steps === undefined || !isJsonList(steps)) return explained(planSchema, data, []);
  const found: PlanProblem[] = [];
  for (const [i, step] of steps.entries()) {
    if (isStep(step)) continue;
    const at = ['steps', i];
    const fits = countUpTo(step, MAX_EXPLAINED) < MAX_EXPLAINED;
    const faults = fits ? explained(stepSchema, step, at) : [];
    found.push(...(faults.length > 0 ? faults : [malformedAt(at)]));
    if (found.length >= MAX_PROBLEMS) return found.slice(0, MAX_PROBLEMS);
  }
  if (found.length > 0) return found;
  // The steps are well formed: a single one stands for them.
  const rest = explained(planSchema, { ...(data as JsonObject), steps: steps.slice(0, 1) }, []);
  return rest.length > 0 ? rest : [malformedAt(['steps'])];
}

function explained(
  schema: typeof planSchema | typeof stepSchema,
  value: Json,
  at: readonly PropertyKey[],
): readonly PlanProblem[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path }) => malformedAt([...at, ...path]));
}

function malformedAt(path: readonly PropertyKey[]): PlanProblem {
  return { code: 'plan_malformed', at: placeText(path) };
}

/** Values inside a value, counted up to a bound. */
function countUpTo(value: Json, bound: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const part of Object.values(value) as readonly Json[]) {
    if (count >= bound) break;
    count += countUpTo(part, bound - count);
  }
  return count;
}

/** Words of the grammar and indexes; a key that the planner made up is shown by its place alone. */
const words: readonly string[] = freeze([
  ...['steps', 'final', 'kind', 'id', 'value', 'tool', 'args', 'parallel', 'source', 'schema_ref'],
  ...['instruction', 'verbatim', 'grant', 'inputs', 'fn', 'by', 'where', 'if', 'over', 'atMost'],
  ...['ref', 'path', 'name', 'fields', 'test', 'left', 'right', 'all', 'any', 'not'],
]);
const MAX_PLACES = 8;

function placeText(path: readonly PropertyKey[]): string {
  const places = path.slice(0, MAX_PLACES).map((key) => {
    return typeof key === 'number' || words.includes(String(key)) ? String(key) : '*';
  });
  return `/${places.join('/')}`;
}
