/**
 * The steps of a plan and the values that go from one to another, and whether it is the plan that
 * the records speak of. Pure over what it is given.
 */
import { createHash, createHmac } from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import { isJsonList, isJsonObject, type Json, planSchema, type Step } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import type {
  DataEdge,
  ExplainedRun,
  PlannedStep,
  PlannedSteps,
  StepsCheck,
} from './explained-run.js';

/** Steps that are shown, and values that go into one. */
const MAX_STEPS = 500;
const MAX_EDGES = 64;

/** The key of a store's digests, or why there is none. */
export type StoreKey = { readonly key: string } | { readonly why: string };

/**
 * Reads a plan's steps and holds it against the records.
 * @throws HostError `plan_malformed` for what is no plan
 */
export function plannedSteps(plan: Json, run: ExplainedRun, store: StoreKey): PlannedSteps {
  const read = planSchema.safeParse(plan);
  if (!read.success) throw new HostError('plan_malformed', 'the file holds no plan');
  const { steps } = read.data;
  const all = steps.slice(0, MAX_STEPS).flatMap((step) => stepsOf(step, ''));
  const names = new Set(all.map(({ step }) => step));
  return {
    check: checkOf(plan, run, store),
    steps: all.slice(0, MAX_STEPS).map((step) => resolved(step, names)),
    isCut: steps.length > MAX_STEPS || all.length > MAX_STEPS,
  };
}

/** Inside a map a name is that of a step beside it, if there is one. */
function resolved({ from, ...step }: PlannedStep, names: ReadonlySet<string>): PlannedStep {
  const within = step.step.slice(0, step.step.lastIndexOf('.') + 1);
  const edges = from.map((edge) => {
    const beside = `${within}${edge.step}`;
    return names.has(beside) ? { ...edge, step: beside } : edge;
  });
  return { ...step, from: edges };
}

function checkOf(plan: Json, { plans }: ExplainedRun, store: StoreKey): StepsCheck {
  if (plans.length === 0) return { kind: 'unchecked', why: 'no record of the run names a plan' };
  if (!('key' in store)) return { kind: 'unchecked', why: store.why };
  const digest = createHash('sha256').update(stableStringify(plan)).digest('hex');
  const keyed = createHmac('sha256', store.key).update(digest).digest('hex');
  return { kind: plans.some((known) => known.digest === keyed) ? 'same' : 'other' };
}

/** A step, and those inside it under the names that records give them. */
function stepsOf(step: Step, within: string): readonly PlannedStep[] {
  const { kind, id } = step;
  const name = `${within}${id}`;
  const { steps = [], ...own } = 'steps' in step ? step : { ...step, steps: [] };
  const from = edgesOf(own as unknown as Json);
  const inner = steps.flatMap((each) => stepsOf(each, `${name}.*.`));
  return [{ step: name, kind, what: whatOf(step), from }, ...inner];
}

function whatOf(step: Step): string {
  switch (step.kind) {
    case 'tool':
    case 'when':
      return step.tool;
    case 'q_parse':
      return step.schema_ref;
    case 'compute':
      return step.fn;
    default:
      return '';
  }
}

/** Fields of a step that only hold what its arguments are. */
const PLAIN: readonly string[] = ['args', 'inputs', 'fields'];

function edgesOf(step: Json): readonly DataEdge[] {
  const found: DataEdge[] = [];
  const visit = (value: Json, place: string): void => {
    if (found.length === MAX_EDGES) return;
    if (isJsonList(value)) {
      for (const [i, item] of value.entries()) visit(item, `${place}/${i}`);
      return;
    }
    if (!isJsonObject(value)) return;
    const { kind, ref, path } = value;
    if (kind === 'ref' && typeof ref === 'string') {
      const part = typeof path === 'string' ? path : '';
      found.push({ step: ref, argument: place === '' ? '/' : place, path: part });
      return;
    }
    for (const [key, item] of Object.entries(value))
      visit(item, PLAIN.includes(key) ? place : `${place}/${key}`);
  };
  visit(step, '');
  return found;
}
