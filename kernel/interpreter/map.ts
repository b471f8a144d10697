/**
 * A map: the same few steps for each item of a list, in its order, under the budget of the run and
 * a bound of its own. Who shaped the list decided how often they run. Upholds INV-L7 and INV-P24.
 */
import {
  branchTree,
  type InnerStep,
  isJsonList,
  type MapStep,
  selectTree,
  withControl,
} from '../../schemas/index.js';
import { influenceOf } from '../compute/influence.js';
import { decidedBy, type PlanningContext } from '../context/planning-context.js';
import { RunStopped } from '../errors.js';
import { freeze } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import { bounded, resolveOperand, type Scope } from './resolve.js';
import type { Session } from './session.js';
import type { Placed } from './steps.js';

/** Runs one step inside the map. */
export type RunInner = (
  step: InnerStep,
  name: string,
  scope: Scope,
) => Labelled | Promise<Labelled>;

/**
 * Runs the steps of a map for each item. @throws RunStopped `limit_fan_out`, and what a step does
 */
export async function runMap(
  session: Session,
  { step, name, scope }: Placed<MapStep>,
  runInner: RunInner,
): Promise<Labelled> {
  const over = resolveOperand(step.over, scope);
  const { context, items } = itemsOfMap(step, over, scope);
  const results: Labelled[] = [];
  for (const [i, each] of items.entries()) {
    const values = new Map<string, Labelled>();
    const inner: Scope = {
      context,
      facts: scope.facts,
      valueOf: (id) => values.get(id) ?? scope.valueOf(id),
      each,
    };
    for (const [at, one] of step.steps.entries()) {
      const place = `${name}.${i + 1}.${nameInside(session, one, at)}`;
      const result = await runInner(one, place, inner);
      values.set(one.id, result);
      session.keepInner(result);
    }
    const result = values.get(step.final);
    if (result !== undefined) results.push(result);
  }
  return resultOfMap(over, results, scope);
}

/** The items of a map, and who decided on its steps. */
export interface MapItems {
  readonly context: PlanningContext;
  readonly items: readonly Labelled[];
}

/** Takes a list apart for a map. @throws RunStopped `compute_failed`, `limit_fan_out` */
export function itemsOfMap(step: MapStep, { value, tree }: Labelled, scope: Scope): MapItems {
  if (!isJsonList(value)) throw new RunStopped('compute_failed', 'a map over what is no list');
  // INV-L7: before the first item, so that a list too long does nothing at all.
  if (value.length > step.atMost)
    throw new RunStopped('limit_fan_out', `more than ${step.atMost} items`);
  // INV-P24: how often a step runs is decided by whoever shaped the list.
  const control = influenceOf(tree.own);
  const context = decidedBy(scope.context, control);
  return { context, items: value.map((item, i) => ({ value: item, tree: selectTree(tree, i) })) };
}

/** What a map makes of the results for its items. @throws RunStopped `snapshot_too_large` */
export function resultOfMap(
  { tree }: Labelled,
  results: readonly Labelled[],
  scope: Scope,
): Labelled {
  const shape = withControl(tree.own, influenceOf(scope.context.planner));
  const trees = results.map((result) => result.tree);
  const values = freeze(results.map((result) => result.value));
  return bounded({ value: values, tree: branchTree(shape, trees) });
}

/** A tainted planner's own ids are never shown: its steps are named by their places. */
function nameInside(session: Session, { id }: InnerStep, at: number): string {
  return session.prefix === null ? id : String(at + 1);
}
