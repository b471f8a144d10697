/**
 * What the user would be asked about a call that nobody makes yet: the same stages on the same
 * inputs, and no permit. Runs no tool, asks nobody, takes from no budget, writes no record. Upholds
 * INV-X9.
 */
import type { ApprovalRequest } from '../../schemas/index.js';
import { approvalRequest } from '../approval/request.js';
import { type CallRequest, effectCall } from '../effects/call-request.js';
import { inputsOrDenial } from '../effects/decision-inputs.js';
import { gateOf } from '../effects/dispatcher.js';
import { decideFollowing } from '../effects/followed-paths.js';
import { nothingGathered } from '../effects/gathering.js';
import { EffectDenied, PlanRejected, RunStopped } from '../errors.js';
import { placeOf } from '../gate/gate.js';
import type { Engine } from '../interpreter/engine.js';
import type { Shared } from '../interpreter/run-desk.js';
import { hasOwn } from '../primordials.js';
import { requestOf, type Said } from './client-call.js';

/**
 * The request that the call would put before the user, on no list; null where it would put none, or
 * none that is known before a layer has asked outside.
 */
export function foreseeCall(
  engine: Engine,
  { spent, drawn }: Shared,
  said: Said,
): ApprovalRequest | null {
  const { dispatcher, clock, limits } = engine;
  const request = requestOrNone(engine, said);
  if (request === null || !hasOwn(dispatcher.definitions, request.tool)) return null;
  const definition = dispatcher.definitions[request.tool];
  if (definition === undefined) return null;
  const gate = gateOf(dispatcher);
  const begun = inputsOrDenial(gate, { recorder: { clock }, spent, drawn }, nothingGathered);
  if (begun instanceof EffectDenied) return null;
  const call = effectCall(request, definition);
  // INV-X9: decided, not authorized.
  const { verdict, inputs } = decideFollowing(gate, call, begun);
  if (verdict.outcome !== 'require_user' || verdict.pending.length > 0) return null;
  return approvalRequest(call, verdict, {
    ...placeOf(gate),
    approval: 'foreseen',
    policy: inputs.policy.version,
    toolTimeoutMs: limits.toolTimeoutMs,
    now: clock.now(),
  });
}

/** A call that cannot be made asks nobody. */
function requestOrNone(engine: Engine, said: Said): CallRequest | null {
  try {
    return requestOf(said, { engine, run: 'foreseen', id: 'foreseen' });
  } catch (error) {
    if (error instanceof RunStopped || error instanceof PlanRejected) return null;
    throw error;
  }
}
