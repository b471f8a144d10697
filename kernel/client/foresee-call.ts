/**
 * What the user would be asked about a call that nobody makes yet. Runs no tool, asks nobody, takes
 * from no budget, writes no record. Upholds INV-X9.
 */
import type { ApprovalRequest } from '../../schemas/index.js';
import { approvalRequest } from '../approval/request.js';
import type { CallRequest } from '../effects/call-request.js';
import { gateOf } from '../effects/dispatcher.js';
import { EffectDenied, PlanRejected, RunStopped } from '../errors.js';
import { placeOf } from '../gate/gate.js';
import type { Engine } from '../interpreter/engine.js';
import { requestOf, type Said } from './client-call.js';
import { type DrawnSoFar, judgeCall } from './judge-call.js';

/**
 * The request that the call would put before the user, on no list; null where it would put none, or
 * none that is known before a layer has asked outside.
 */
export function foreseeCall(engine: Engine, drawn: DrawnSoFar, said: Said): ApprovalRequest | null {
  const request = requestOrNone(engine, said);
  if (request === null) return null;
  const { call, decided } = judgeCall(engine, drawn, request, false);
  if (decided instanceof EffectDenied) return null;
  const { verdict, inputs } = decided;
  if (verdict.outcome !== 'require_user' || verdict.pending.length > 0) return null;
  return approvalRequest(call, verdict, {
    ...placeOf(gateOf(engine.dispatcher)),
    approval: 'foreseen',
    policy: inputs.policy.version,
    toolTimeoutMs: engine.limits.toolTimeoutMs,
    now: engine.clock.now(),
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
