/**
 * Asks the approver about one call: every obligation in one request, bound to the digest of the
 * arguments. Anything but a ruling on exactly that request, in time, is a refusal. Upholds INV-F2
 * and INV-F3.
 */
import {
  type ApprovalRequest,
  type Approver,
  isJsonObject,
  type Json,
  type PortCall,
  type Random,
  type Ruling,
  type Timer,
} from '../../schemas/index.js';
import { approvalView } from '../approval/view.js';
import { EffectDenied, RunStopped } from '../errors.js';
import type { AnsweredRequest, EffectCall } from '../gate/call.js';
import { makeDenial, type Refusal } from '../gate/denial.js';
import type { Verdict } from '../gate/verdict.js';
import { argumentUnits } from '../provenance/units.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { type CallRecorder, recordFirst } from './call-recorder.js';
import type { Cancellation } from './cancellation.js';
import { settle } from './settle.js';

/** How long a question stands, in milliseconds. */
const TTL_MS = 120_000;

export interface ApprovalDesk {
  readonly approver: Approver | null;
  readonly random: Random;
  readonly recorder: CallRecorder;
  readonly port: PortCall;
  readonly timer: Timer;
  readonly cancellation: Cancellation;
}

function deny(code: Refusal['code'], reason: string): never {
  throw new EffectDenied(makeDenial({ stage: 'approval', code, reason }));
}

/**
 * Asks, waits and records the ruling. @throws EffectDenied with an `approval_*` code, or
 * `audit_unavailable`; RunStopped `cancelled`
 */
export async function askApprover(
  desk: ApprovalDesk,
  call: EffectCall,
  verdict: Verdict,
): Promise<AnsweredRequest> {
  const { approver, recorder } = desk;
  // INV-F2: silence is not consent.
  if (approver === null) return deny('approval_unavailable', 'no approver is connected');
  const request = makeRequest(desk, call, verdict);
  const ruling = readRuling(await answerOf(approver, request, desk));
  if (ruling === null) return deny('approval_failed', 'the approver returned no ruling');
  // INV-F3: a ruling holds for what was shown.
  const isOurs = ruling.approval === request.approval && ruling.digest === request.digest;
  if (!isOurs) return deny('approval_mismatch', 'a ruling on another request');
  if (recorder.clock.now() >= request.expiresAt)
    return deny('approval_expired', 'the ruling came too late');
  const { approval, decision, approver: by } = ruling;
  const args = recorder.chain.keyed(verdict.canonical ?? '');
  await recordFirst(recorder, call.id, {
    kind: 'ruling',
    data: { approval, decision, approver: by, args },
  });
  recorder.trace({ kind: 'ruled', call: call.id, decision, approver: by });
  return { ruling, asked: verdict.obligations };
}

/** Waits for the approver, no longer than the question stands. */
async function answerOf(
  approver: Approver,
  request: ApprovalRequest,
  desk: ApprovalDesk,
): Promise<unknown> {
  const ask = async (): Promise<unknown> => approver.ask(request, desk.port);
  const { timer, cancellation } = desk;
  const settled = await settle(ask(), { timer, limitMs: TTL_MS, cancellation, late: ignore });
  switch (settled.kind) {
    case 'value':
      return settled.value;
    case 'threw':
      return deny('approval_failed', 'the approver threw');
    case 'timeout':
      return deny('approval_expired', 'nobody ruled in time');
    case 'cancelled':
      throw new RunStopped('cancelled', 'cancelled while waiting for a ruling');
  }
}

function ignore(): void {}

function makeRequest(desk: ApprovalDesk, call: EffectCall, verdict: Verdict): ApprovalRequest {
  const { args, tree, digest } = verdict;
  if (args === null || tree === null || digest === null)
    return deny('approval_failed', 'nothing to ask about');
  return Object.freeze({
    approval: desk.random.id(),
    run: call.run,
    call: call.id,
    principal: call.principal,
    tool: call.definition.spec.name,
    definition: call.definition.digest,
    digest,
    view: approvalView(args, argumentUnits(args, tree, call.definition.args)),
    obligations: verdict.obligations,
    expiresAt: desk.recorder.clock.now() + TTL_MS,
  });
}

/** Reads a ruling once, from own data; null for anything else. */
function readRuling(answer: unknown): Ruling | null {
  const copy = plainData(answer);
  if (copy === null || !isJsonObject(copy)) return null;
  const { approval, digest, decision, approver } = copy;
  if (typeof approval !== 'string' || typeof digest !== 'string') return null;
  if (decision !== 'allow' && decision !== 'deny') return null;
  if (typeof approver !== 'string' || !/^[\w.@:+-]{1,128}$/.test(approver)) return null;
  return Object.freeze({ approval, digest, decision, approver });
}

function plainData(answer: unknown): Json | null {
  try {
    return snapshot(answer);
  } catch (error) {
    if (error instanceof SnapshotRefused) return null;
    throw error;
  }
}
