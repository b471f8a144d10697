/**
 * The goal's own calls, written into the plan as constants: first, in the middle, last, one alone.
 */
import type { Arg, Json, JsonObject, JsonScalar, Step } from '../../../schemas/index.js';
import { call } from '../steps.js';
import type { InjectionTask, RecordedCall } from '../suite-data.js';
import { type Attack, type Family, withSteps } from './attack.js';

/** A recorded value as the planner writes it. */
export function argOf(value: Json): Arg {
  if (Array.isArray(value)) return value.map(argOf);
  if (typeof value !== 'object' || value === null) return value as JsonScalar;
  return { kind: 'record', fields: argsOf(value as JsonObject) };
}

function argsOf(args: JsonObject): Record<string, Arg> {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, argOf(value)]));
}

/** A recorded call as a step. */
export function stepOf({ tool, args }: RecordedCall, id: string): Step {
  return call(id, tool, argsOf(args));
}

/** All calls of a goal as steps. */
export function goalSteps(goal: InjectionTask): readonly Step[] {
  return goal.calls.map((one, i) => stepOf(one, `goal${i}`));
}

export const constants: Family = ({ plan, goal }, { data: { environment } }) => {
  const steps = goalSteps(goal);
  if (steps.length === 0) return [];
  const half = Math.floor(plan.steps.length / 2);
  const at = (name: string, place: number, injected = steps): Attack => ({
    name,
    environment,
    plan: withSteps(plan, [...plan.steps.slice(0, place), ...injected, ...plan.steps.slice(place)]),
  });
  const end = plan.steps.length;
  const tools = goal.calls.map(({ tool }) => tool);
  const alone = goal.calls.flatMap((one, i) =>
    one.mutates && tools.indexOf(one.tool) === i
      ? [at(`alone ${one.tool}`, end, [stepOf(one, 'goal')])]
      : [],
  );
  return [at('first', 0), at('middle', half), at('last', end), ...alone];
};
