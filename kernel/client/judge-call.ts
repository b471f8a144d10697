/**
 * A call of a client that nobody makes, as the Gate sees it: the same stages on the same inputs,
 * and no permit. Runs no tool, asks nobody, takes from no budget, writes no record. Upholds INV-X9.
 */
import { type CallRequest, effectCall } from '../effects/call-request.js';
import { inputsOrDenial } from '../effects/decision-inputs.js';
import { gateOf } from '../effects/dispatcher.js';
import { decideFollowing, type FollowedDecision } from '../effects/followed-paths.js';
import { nothingGathered } from '../effects/gathering.js';
import { EffectDenied, PlanRejected } from '../errors.js';
import type { EffectCall } from '../gate/call.js';
import type { Engine } from '../interpreter/engine.js';
import type { Shared } from '../interpreter/run-desk.js';
import { hasOwn } from '../primordials.js';

/** What calls before it have drawn. */
export type DrawnSoFar = Pick<Shared, 'spent' | 'drawn'>;

export interface JudgedCall {
  readonly call: EffectCall;
  /** The decision; the refusal where there was no policy to decide by. */
  readonly decided: FollowedDecision | EffectDenied;
}

/**
 * Decides about a call. `isWhole` asks every stage, also after one that denies.
 * @throws PlanRejected `plan_unknown_tool`
 */
export function judgeCall(
  engine: Engine,
  { spent, drawn }: DrawnSoFar,
  request: CallRequest,
  isWhole: boolean,
): JudgedCall {
  const { dispatcher, clock } = engine;
  const { definitions } = dispatcher;
  const definition = hasOwn(definitions, request.tool) ? definitions[request.tool] : undefined;
  if (definition === undefined) throw new PlanRejected([{ code: 'plan_unknown_tool', at: 'tool' }]);
  const gate = gateOf(dispatcher);
  const call = effectCall(request, definition);
  const begun = inputsOrDenial(gate, { recorder: { clock }, spent, drawn }, nothingGathered);
  if (begun instanceof EffectDenied) return { call, decided: begun };
  // INV-X9: decided, not authorized.
  return { call, decided: decideFollowing(gate, call, begun, isWhole) };
}
