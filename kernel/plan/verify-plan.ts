/**
 * Static checks of a plan (behaviour K-5, K-6): well formed, ids unique, references only backwards,
 * tools, schemas and facts known. unknown → Plan → VerifiedPlan. Pure and linear. Upholds INV-S2
 * and INV-S3 with check-step.ts. Trusts nothing about the planner.
 */
import { type Json, type Plan, type PlanProblem, planSchema } from '../../schemas/index.js';
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
import { isPlan } from './is-plan.js';
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
  const parsed = planSchema.safeParse(data);
  // The schema transforms nothing, so the frozen snapshot itself is the plan.
  if (parsed.success) return data as unknown as Plan;
  const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map(
    (issue): PlanProblem => ({
      code: 'plan_malformed',
      at: placeText(issue.path),
    }),
  );
  throw new PlanRejected(freeze(problems));
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
