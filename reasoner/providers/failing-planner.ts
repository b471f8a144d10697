/** Planners that fail, one way each, so that a host can see what its runs do then. */
import type { CancelSignal, PlannerContext } from '../../schemas/index.js';
import { abortError } from '../cancellation.js';
import { ReasonerError } from '../errors.js';
import { type ScriptedPlanner, scriptedPlanner } from './scripted.js';

/**
 * - `throws`: an error of no known kind, whose message quotes the query
 * - `unreachable`: as a provider does whose server is down
 * - `hangs`: answers only when it is aborted, with an error
 * - `deaf`: never answers, aborted or not
 * - `garbage`: a value that is no plan
 * - `prose`: text instead of JSON, as a planner over a model reports it
 * - `mends`: a plan with an unknown step first, the good plan in the repair round
 */
export type PlannerFailure =
  | 'throws'
  | 'unreachable'
  | 'hangs'
  | 'deaf'
  | 'garbage'
  | 'prose'
  | 'mends';

const PROSE = 'Certainly! First I would read the inbox, then I would write a summary.';

/** A planner that fails in one way; `good` is the plan that `mends` gives in the end. */
export function failingPlanner(failure: PlannerFailure, good?: object): ScriptedPlanner {
  const script = scriptedPlanner((context: PlannerContext) => answer(failure, context, good));
  return Object.freeze<ScriptedPlanner>({
    seen: script.seen,
    async plan(context, call) {
      const given = await script.plan(context, call);
      if (failure === 'hangs') return untilAborted(call.signal);
      return failure === 'deaf' ? new Promise(() => {}) : given;
    },
  });
}

function answer(
  failure: PlannerFailure,
  context: PlannerContext,
  good: object | undefined,
): unknown {
  switch (failure) {
    case 'throws':
      throw new Error(`could not plan for: ${context.query}`);
    case 'unreachable':
      throw new ReasonerError('reasoner_unreachable', 'no model server answers at `scripted`');
    case 'prose':
      throw new ReasonerError(
        'reasoner_output_invalid',
        'the output of the planner is not one JSON value',
        { output: PROSE },
      );
    case 'garbage':
      return [42, null, { steps: 'all of them' }];
    case 'mends':
      return context.repair === undefined ? { steps: [brokenStep], final: 'broken' } : good;
    case 'hangs':
    case 'deaf':
      return undefined;
  }
}

const brokenStep = Object.freeze({
  kind: 'merge',
  id: 'broken',
  inputs: { nothing: { kind: 'ref', ref: 'missing' } },
});

function untilAborted(signal: CancelSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(abortError(signal));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
