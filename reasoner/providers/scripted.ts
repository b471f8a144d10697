/**
 * Reasoners that answer from a script: deterministic, no key, no network. A script may be as
 * malicious as a test likes; what a reasoner was shown is kept in `seen`.
 */
import type { ParseRequest, Parser, Planner, PlannerContext } from '../../schemas/index.js';
import { assertNotAborted } from '../cancellation.js';
import { ReasonerError } from '../errors.js';

/**
 * A list gives its plans one a call, in order; a function is called; anything else is the plan of
 * every call.
 */
export type PlanScript = object | readonly unknown[] | ((context: PlannerContext) => unknown);

/**
 * Answers by the name of the schema, each a value or a function of the request; or one function for
 * all.
 */
export type ParseScript = Readonly<Record<string, unknown>> | ((request: ParseRequest) => unknown);

export interface ScriptedPlanner extends Planner {
  /** Every context it was shown, in order. */
  readonly seen: readonly PlannerContext[];
}

export interface ScriptedParser extends Parser {
  /** Every request it was shown, in order. */
  readonly seen: readonly ParseRequest[];
}

/**
 * A planner that answers from a script. @throws (from `plan`) reasoner_failed past the end of a
 * list, cancelled
 */
export function scriptedPlanner(script: PlanScript): ScriptedPlanner {
  const seen: PlannerContext[] = [];
  return Object.freeze<ScriptedPlanner>({
    seen,
    async plan(context, call) {
      assertNotAborted(call.signal);
      seen.push(context);
      if (typeof script === 'function') return script(context);
      return Array.isArray(script) ? scriptedItem(script, seen.length - 1) : script;
    },
  });
}

/**
 * A parser that answers from a script. @throws (from `parse`) reasoner_failed for an unscripted
 * schema, cancelled
 */
export function scriptedParser(script: ParseScript): ScriptedParser {
  const seen: ParseRequest[] = [];
  return Object.freeze<ScriptedParser>({
    seen,
    async parse(request, call) {
      assertNotAborted(call.signal);
      seen.push(request);
      if (typeof script === 'function') return script(request);
      if (!Object.hasOwn(script, request.schemaName)) {
        throw unscripted(`no answer for schema \`${request.schemaName}\``);
      }
      const answer = script[request.schemaName];
      return typeof answer === 'function' ? answer(request) : answer;
    },
  });
}

function scriptedItem(script: readonly unknown[], index: number): unknown {
  if (index < script.length) return script[index];
  throw unscripted(`no answer for call ${index + 1}`);
}

function unscripted(what: string): ReasonerError {
  return new ReasonerError('reasoner_failed', `the script holds ${what}`, {
    mend: 'add the answer to the script',
  });
}
