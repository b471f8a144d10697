/**
 * Asks about one call: every obligation in one request, before whoever can rule on it. Anything but
 * a ruling on exactly that request, in time and on record, is a refusal. Upholds INV-F2 and INV-F3.
 */
import type { ApprovalRequest, Random, Ruling } from '../../schemas/index.js';
import { type ApprovalBroker, claimTicket } from '../approval/broker.js';
import { approvalRequest } from '../approval/request.js';
import type { Asked } from '../approval/waiting.js';
import { EffectDenied, RunStopped } from '../errors.js';
import type { AnsweredRequest, EffectCall } from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import type { CallPlace } from '../gate/gate.js';
import type { Verdict } from '../gate/verdict.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { type CallRecorder, recordFirst } from './call-recorder.js';
import { Question, type QuestionDesk, unrecorded, type Why } from './question.js';

/** What is asked about, and what asked. */
export interface AskedCall {
  readonly verdict: Verdict;
  /** Version of the policy that asked. */
  readonly policy: string;
  readonly where: CallPlace;
  /** Where its paths led. */
  readonly paths: FollowedPaths;
}

/** What rulings are asked and recorded with. */
export interface RulingDesk extends QuestionDesk {
  readonly recorder: CallRecorder;
}

export interface ApprovalDesk extends RulingDesk {
  readonly random: Random;
  readonly toolTimeoutMs: number | null;
}

/**
 * Asks, waits, and uses the ruling up. @throws EffectDenied with an `approval_*` code, or
 * `audit_unavailable`; RunStopped `cancelled`
 */
export async function askApprover(
  desk: ApprovalDesk,
  call: EffectCall,
  asked: AskedCall,
): Promise<AnsweredRequest> {
  const { verdict, policy, where } = asked;
  const request = approvalRequest(call, verdict, {
    ...where,
    approval: desk.random.id(),
    policy,
    toolTimeoutMs: desk.toolTimeoutMs,
    now: desk.recorder.clock.now(),
  });
  if (request === null) return deny({ code: 'approval_failed', reason: 'nothing to ask about' });
  const ruling = await rulingOn({ request, canonical: verdict.canonical ?? '' }, desk);
  return { request, ruling };
}

/** A request, and the canonical text of the arguments that it is about. */
export interface AskedRequest {
  readonly request: ApprovalRequest;
  readonly canonical: string;
}

/**
 * Asks about a request, waits, records what was ruled, and uses it up where it allows.
 * @throws EffectDenied with an `approval_*` code, or `audit_unavailable`; RunStopped `cancelled`
 */
export async function rulingOn(asked: AskedRequest, desk: RulingDesk): Promise<Ruling> {
  const { request } = asked;
  const { approver, isAlone, broker, recorder } = desk;
  // INV-F2: silence is not consent.
  if (approver === null && isAlone)
    return deny({ code: 'approval_unavailable', reason: 'no approver is connected' });
  const { call, tool, approval, expiresAt } = request;
  recorder.trace({ kind: 'asked', call, tool, approval, expiresAt });
  const question = new Question(desk, request);
  const ended = await question.answer((ruling) => recordRuling(desk, asked, ruling));
  const ruling = ruledBy(ended, question.why, desk);
  for (const { decision, approver: by } of ended.kind === 'ruled' ? ended.rulings : [])
    recorder.trace({ kind: 'ruled', call, decision, approver: by });
  if (ruling.decision === 'deny')
    return deny({ code: 'approval_denied', reason: `refused by \`${ruling.approver}\`` });
  // INV-Q7: used once, for the call that was shown.
  if (!(await claimed(broker(), request)))
    return deny({ code: 'approval_mismatch', reason: 'the ruling is used up, or of another call' });
  return ruling;
}

function ruledBy(ended: Asked, why: Why | null, { cancellation }: QuestionDesk): Ruling {
  switch (ended.kind) {
    case 'ruled': {
      const refused = ended.rulings.find(({ decision }) => decision === 'deny');
      const ruling = refused ?? ended.rulings.at(-1);
      return ruling ?? deny({ code: 'approval_failed', reason: 'no ruling' });
    }
    case 'expired':
      return deny({ code: 'approval_expired', reason: 'nobody ruled in time' });
    case 'cancelled':
      if (cancellation.aborted)
        throw new RunStopped('cancelled', 'cancelled while waiting for a ruling');
      return deny({ code: 'approval_unavailable', reason: 'the list of requests was closed' });
    case 'unrecorded':
      return deny(unrecorded);
    case 'lost':
      return deny(why ?? { code: 'approval_failed', reason: 'the request could not be kept' });
  }
}

/** Writes a ruling to the audit, as what it answers. @throws EffectDenied `audit_unavailable` */
export function recordRuling(
  { recorder }: Pick<RulingDesk, 'recorder'>,
  { request, canonical }: AskedRequest,
  ruling: Ruling,
): void | Promise<void> {
  const { keyed } = recorder.chain;
  const { approval, decision, approver, source = null, signature } = ruling;
  const { atLeast } = request.needs;
  return recordFirst(recorder, request.call, {
    kind: 'ruling',
    data: {
      approval,
      decision,
      approver,
      source,
      isSigned: signature !== undefined && request.needs.signed,
      of: atLeast,
      args: keyed(canonical),
      request: keyed(request.digest),
    },
  });
}

async function claimed(broker: ApprovalBroker, request: ApprovalRequest): Promise<boolean> {
  try {
    return await claimTicket(broker, request.approval, request.digest);
  } catch {
    return false;
  }
}

function deny({ code, reason }: Why): never {
  const stage = code === 'audit_unavailable' ? 'admission' : 'approval';
  throw new EffectDenied(makeDenial({ stage, code, reason }));
}
