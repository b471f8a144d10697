/**
 * What a step of a plan may name and refer to (behaviour K-6): known tools, schemas and facts,
 * earlier steps, the item at hand. Upholds INV-S2, INV-S3 and INV-S5.
 */
import {
  type Arg,
  type Code,
  type ComputeStep,
  type Condition,
  type ConditionValue,
  type MapStep,
  type Operand,
  type PlanProblem,
  type Step,
  signatureOf,
  type ToolStep,
  type WhenStep,
} from '../../schemas/index.js';
import { misfitOf } from './compute-misfit.js';

/** What a plan may name. */
export interface PlanVocabulary {
  readonly hasTool: (name: string) => boolean;
  readonly hasSchema: (name: string) => boolean;
  readonly hasFact: (name: string) => boolean;
  /** Steps that earlier fragments of the session left behind. */
  readonly earlier: (id: string) => boolean;
}

/** Problems listed at most; the planner's one repair needs no more. */
export const MAX_PROBLEMS = 8;

/** What is known of a plan while its steps are checked, in their order. */
export interface Checking {
  readonly vocabulary: PlanVocabulary;
  readonly ids: ReadonlySet<string>;
  readonly done: Set<string>;
  readonly problems: PlanProblem[];
  /** Whether there is an item at hand that `each` names. */
  readonly isInMap: boolean;
}

/** Notes a problem, up to a bound. */
export function report(check: Checking, code: Code, at: string): void {
  if (check.problems.length < MAX_PROBLEMS) check.problems.push({ code, at });
}

/** Checks what a step names and refers to. */
export function checkStep(step: Step, check: Checking): void {
  const { vocabulary, done } = check;
  if (done.has(step.id) || vocabulary.earlier(step.id)) report(check, 'plan_duplicate_id', step.id);
  switch (step.kind) {
    case 'const':
      break;
    case 'when':
      checkCondition(step.if, step.id, check, false);
      checkCall(step, check);
      break;
    case 'tool':
      checkCall(step, check);
      break;
    case 'compute':
      checkCompute(step, check);
      break;
    case 'map':
      checkMap(step, check);
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

function checkCall(step: ToolStep | WhenStep, check: Checking): void {
  // INV-S3: nothing that the run was not shown.
  if (!check.vocabulary.hasTool(step.tool))
    report(check, 'plan_unknown_tool', `${step.id}: ${step.tool}`);
  for (const key in step.args) checkArg(step.args[key] as Arg, step.id, check);
}

function checkCompute(step: ComputeStep, check: Checking): void {
  for (const key in step.args) checkArg(step.args[key] as Arg, step.id, check);
  const { where } = signatureOf(step.fn);
  if (step.where !== undefined) checkCondition(step.where, step.id, check, where === 'items');
  // INV-S5: what a function takes is known before anything runs.
  const wrong = misfitOf(step);
  if (wrong !== null) report(check, 'plan_compute_malformed', `${step.id}: ${wrong}`);
}

/** Steps of a map may refer to one another and to what stands before the map. */
function checkMap(step: MapStep, check: Checking): void {
  checkOperand(step.over, step.id, check);
  const ids = new Set(step.steps.map(({ id }) => id));
  const { vocabulary, problems } = check;
  const done = new Set<string>();
  const inner: Checking = {
    vocabulary: {
      hasTool: vocabulary.hasTool,
      hasSchema: vocabulary.hasSchema,
      hasFact: vocabulary.hasFact,
      earlier: (id) => check.done.has(id) || vocabulary.earlier(id),
    },
    ids: new Set([...ids, ...check.ids]),
    done,
    problems,
    isInMap: true,
  };
  for (const one of step.steps) {
    if (check.ids.has(one.id)) report(check, 'plan_duplicate_id', one.id);
    checkStep(one, inner);
  }
  if (!ids.has(step.final)) report(check, 'plan_unknown_step', `${step.id}: final`);
}

function checkCondition(condition: Condition, at: string, check: Checking, hasItem: boolean): void {
  if ('all' in condition) {
    for (const part of condition.all) checkCondition(part, at, check, hasItem);
  } else if ('any' in condition) {
    for (const part of condition.any) checkCondition(part, at, check, hasItem);
  } else if ('not' in condition) checkCondition(condition.not, at, check, hasItem);
  else {
    checkCompared(condition.left, at, check, hasItem);
    checkCompared(condition.right, at, check, hasItem);
  }
}

function checkCompared(value: ConditionValue, at: string, check: Checking, hasItem: boolean): void {
  if (typeof value !== 'object' || value === null) return;
  if (value.kind !== 'item') checkOperand(value, at, check);
  else if (!hasItem) report(check, 'plan_misplaced_item', at);
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
  if (operand.kind === 'each') {
    if (!check.isInMap) report(check, 'plan_misplaced_item', at);
    return;
  }
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
