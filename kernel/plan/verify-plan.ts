/**
 * Static checks of a plan (behaviour K-5, K-6): well formed, ids unique, references only backwards,
 * tools, schemas and facts known. unknown → Plan → VerifiedPlan. Pure and linear. Upholds INV-S2
 * and INV-S3. Trusts nothing about the planner.
 */
import {
  type Arg,
  type Code,
  type Json,
  type Operand,
  type Plan,
  type PlanProblem,
  planSchema,
  type Step,
} from '../../schemas/index.js';
import { PlanRejected } from '../errors.js';
import { freeze } from '../primordials.js';
import { digestOf } from '../snapshot/digest.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { isPlan } from './is-plan.js';
import { mintVerifiedPlan, type VerifiedPlan } from './verified-plan.js';

/** What a plan may name. */
export interface PlanVocabulary {
  readonly hasTool: (name: string) => boolean;
  readonly hasSchema: (name: string) => boolean;
  readonly hasFact: (name: string) => boolean;
  /** Steps that earlier fragments of the session left behind. */
  readonly earlier: (id: string) => boolean;
}

/** Problems listed at most; the planner's one repair needs no more. */
const MAX_PROBLEMS = 8;

/**
 * Verifies a planner's output.
 * @throws PlanRejected with every problem found, up to eight
 */
export function verifyPlan(output: unknown, vocabulary: PlanVocabulary): VerifiedPlan {
  const plan = parsePlan(output);
  const problems: PlanProblem[] = [];
  const ids = new Set<string>();
  for (const step of plan.steps) ids.add(step.id);
  const check: Checking = { vocabulary, ids, done: new Set(), problems };
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
      at: issue.path.map((key) => `/${String(key)}`).join('') || '/',
    }),
  );
  throw new PlanRejected(freeze(problems));
}

interface Checking {
  readonly vocabulary: PlanVocabulary;
  readonly ids: ReadonlySet<string>;
  readonly done: Set<string>;
  readonly problems: PlanProblem[];
}

function report(check: Checking, code: Code, at: string): void {
  if (check.problems.length < MAX_PROBLEMS) check.problems.push({ code, at });
}

function checkStep(step: Step, check: Checking): void {
  const { vocabulary, done } = check;
  if (done.has(step.id) || vocabulary.earlier(step.id)) report(check, 'plan_duplicate_id', step.id);
  switch (step.kind) {
    case 'const':
      break;
    case 'tool':
      // INV-S3: nothing that the run was not shown.
      if (!vocabulary.hasTool(step.tool))
        report(check, 'plan_unknown_tool', `${step.id}: ${step.tool}`);
      for (const key in step.args) checkArg(step.args[key] as Arg, step.id, check);
      break;
    case 'q_parse':
      checkOperand(step.source, step.id, check);
      if (!vocabulary.hasSchema(step.schema_ref)) {
        report(check, 'plan_unknown_schema', `${step.id}: ${step.schema_ref}`);
      }
      break;
    case 'subkernel':
      checkOperand(step.source, step.id, check);
      break;
    case 'merge':
      for (const key in step.inputs) checkOperand(step.inputs[key] as Operand, step.id, check);
      break;
  }
  done.add(step.id);
}

function checkArg(arg: Arg, at: string, check: Checking): void {
  if (typeof arg !== 'object' || arg === null) return;
  if (Array.isArray(arg)) {
    for (const item of arg) checkArg(item as Arg, at, check);
    return;
  }
  const node = arg as Exclude<Arg, string | number | boolean | null | readonly Arg[]>;
  if (node.kind !== 'record') return checkOperand(node, at, check);
  for (const key in node.fields) checkArg(node.fields[key] as Arg, at, check);
}

function checkOperand(operand: Operand, at: string, check: Checking): void {
  if (operand.kind === 'fact') {
    if (!check.vocabulary.hasFact(operand.name))
      report(check, 'plan_unknown_fact', `${at}: ${operand.name}`);
    return;
  }
  // INV-S2: forward-only, so no cycle and no loop.
  if (check.done.has(operand.ref) || check.vocabulary.earlier(operand.ref)) return;
  const code = check.ids.has(operand.ref) ? 'plan_forward_reference' : 'plan_unknown_step';
  report(check, code, `${at}: ${operand.ref}`);
}
