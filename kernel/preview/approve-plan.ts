/**
 * Asks once about every call of a plan that would ask and is fixed. Whatever is not known of a call
 * before the run is not among them. Upholds INV-Q14.
 */
import type { ApprovalRequest, CancelSignal, Denial, Ruling } from '../../schemas/index.js';
import { mintApproval, type PlanApproval } from '../approval/plan-approval.js';
import { planRequest, valuesText } from '../approval/plan-request.js';
import { MAX_FIELDS } from '../approval/render.js';
import { rulingOn } from '../effects/approval-request.js';
import { Cancellation } from '../effects/cancellation.js';
import { gateOf } from '../effects/dispatcher.js';
import { EffectDenied, KernelFault, RunStopped } from '../errors.js';
import { makeDenial } from '../gate/denial.js';
import { placeOf } from '../gate/gate.js';
import { type Engine, facesOf } from '../interpreter/engine.js';
import { assertAsked } from '../interpreter/run.js';
import { freeze } from '../primordials.js';
import { openPreview, type PlanPreview } from './plan-preview.js';

/** What became of the question about a plan. */
export interface PlanRuling {
  /** Null where the plan was not approved, or has nothing to ask about. */
  readonly approved: PlanApproval | null;
  /** Why it was not; null where nothing had to be asked. */
  readonly denial: Denial | null;
}

/** Calls that one request may hold: more nobody reads. */
const MAX_CALLS = 64;

const nothingAsked: PlanRuling = freeze({ approved: null, denial: null });

/**
 * Puts what a preview shows before the approver, in one request.
 * @throws KernelFault `plan_unverified` for what is no preview, `config_malformed` for one of
 * another engine, `reentrant_run`
 */
export async function approvePlan(
  engine: Engine,
  preview: PlanPreview,
  { signal = null }: { readonly signal?: CancelSignal | null } = {},
): Promise<PlanRuling> {
  const { engine: ours, query, askable } = openPreview(preview);
  assertAsked(engine, query);
  if (ours !== engine) throw new KernelFault('config_malformed', 'a preview of another kernel');
  if (askable.length === 0) return nothingAsked;
  if (askable.length > MAX_CALLS)
    return tooLong(`more than ${MAX_CALLS} calls are asked about one by one`);
  const { agent, cwd } = placeOf(gateOf(engine.dispatcher));
  const { random, clock } = engine;
  const request = planRequest(askable, {
    approval: random.id(),
    run: random.id(),
    plan: preview.plan,
    principal: query.principal,
    agent,
    cwd,
    // Without a policy every call is denied, and none is asked about.
    policy: preview.policy ?? '',
    now: clock.now(),
  });
  if (request.view.length > MAX_FIELDS)
    return tooLong(`more than ${MAX_FIELDS} arguments are more than one request shows`);
  const cancellation = new Cancellation(signal);
  try {
    const ruling = await askFor(request, engine, cancellation);
    return freeze({ approved: mintApproval(request, ruling, { engine, query }), denial: null });
  } catch (error) {
    if (error instanceof EffectDenied) return refused(error.denial);
    if (!(error instanceof RunStopped)) throw error;
    const { code, message } = error;
    return refused(makeDenial({ stage: 'approval', code, reason: message }));
  } finally {
    cancellation.abort('ended');
    cancellation.close();
  }
}

function refused(denial: Denial): PlanRuling {
  return freeze({ approved: null, denial });
}

function tooLong(reason: string): PlanRuling {
  return refused(makeDenial({ stage: 'approval', code: 'approval_failed', reason }));
}

/**
 * Asks: the one place where a ruling on a plan comes from. It is recorded under the run that it is
 * good for, before anybody is told. @throws EffectDenied where it does not allow; RunStopped
 */
async function askFor(
  request: ApprovalRequest,
  engine: Engine,
  cancellation: Cancellation,
): Promise<Ruling> {
  const { audit: chain, clock } = engine;
  const recorder = { chain, clock, run: request.run, trace: () => undefined };
  const desk = { ...facesOf(engine), cancellation, recorder };
  return await rulingOn({ request, canonical: valuesText(request.effects ?? []) }, desk);
}
