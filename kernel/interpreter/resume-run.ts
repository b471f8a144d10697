/**
 * Takes up a stored run: claimed once, everything decided anew by what holds now. What has run does
 * not run again; the call that asked is asked about anew. Upholds INV-U2, INV-U3, INV-U5 and
 * INV-U7 to INV-U9. Trusts the
 * store to give each claim away once.
 */
import {
  type CancelSignal,
  narrowGrant,
  ownFields,
  type SuspensionStore,
  unknownKey,
} from '../../schemas/index.js';
import { rootContext } from '../context/planning-context.js';
import { recordFirst } from '../effects/call-recorder.js';
import { EffectDenied, KernelFault, PlanRejected } from '../errors.js';
import { makeDenial } from '../gate/denial.js';
import { verifyPlan } from '../plan/verify-plan.js';
import { trustQuery } from '../provenance/trusted-query.js';
import { unseal } from '../suspension/sealed.js';
import { readRun, type Terms } from '../suspension/stored-run.js';
import type { SuspendedRun } from '../suspension/suspended-run.js';
import type { Engine } from './engine.js';
import { recordPlan, verifyFor, vocabularyOf } from './follow.js';
import { assertAsked, carryOut, type RunResult, runRoot } from './run.js';
import { resumeShared } from './run-desk.js';
import { type RunState, Session, startRun } from './session.js';
import { definitionsOf, type Followed } from './standing.js';
import { bindingOf } from './suspend-run.js';

export interface ResumeOptions {
  /** Whose runs the resuming kernel's are. */
  readonly principal: string;
  readonly signal?: CancelSignal | null;
}

/** Where a suspension is. */
export interface Kept {
  readonly store: SuspensionStore;
  readonly id: string;
}

/** A suspension that was read. */
interface Stored {
  readonly sealed: string;
  readonly run: SuspendedRun;
  readonly terms: Terms;
}

/**
 * Takes up a stored run in this process.
 * @throws KernelFault `suspension_unknown`, `suspension_malformed`, `suspension_expired`,
 * `suspension_mismatch`, `suspension_claimed`, `config_malformed`, `reentrant_run`; EffectDenied
 * `approval_unavailable` where nobody can rule; what the store throws. Then nothing has run.
 */
export async function resumeRun(
  engine: Engine,
  kept: Kept,
  options: ResumeOptions,
): Promise<RunResult> {
  const { principal, signal } = readOptions(options);
  const stored = await read(kept);
  const { run } = stored;
  const { query, facts, progress } = run;
  assertAsked(engine, query);
  assertHere(engine, stored, principal);
  // INV-U2: of all who come for it, one goes on; whatever becomes of that one, nobody else does.
  if ((await kept.store.claim(kept.id)) !== true)
    throw new KernelFault('suspension_claimed', 'somebody has taken the run up already');
  const shared = resumeShared(engine, query.principal, progress);
  const whose = { principal: query.principal, facts, signal };
  const state = startRun(engine, { ...whose, shared, from: progress });
  return await carryOut(state, async () => {
    await recordFirst(state.desk.recorder, null, {
      kind: 'run_resumed',
      // INV-U5: told before anything of it runs.
      data: { suspension: kept.id, stored: engine.audit.keyed(stored.sealed) },
    });
    const followed = takeUp(state, run);
    await recordPlan(followed.session, followed.plan);
    return await runRoot(followed);
  });
}

function readOptions(options: ResumeOptions): Required<ResumeOptions> {
  const own = ownFields(options);
  const unknown = unknownKey(own, ['principal', 'signal']);
  if (unknown !== null) throw new KernelFault('config_malformed', `resume options: ${unknown}`);
  const { principal, signal = null } = own;
  return { principal, signal };
}

/** @throws KernelFault `suspension_unknown`, `suspension_malformed`; what the store throws */
async function read({ store, id }: Kept): Promise<Stored> {
  const sealed: unknown = await store.read(id);
  if (sealed === null || sealed === undefined)
    throw new KernelFault('suspension_unknown', 'the store holds no such suspension');
  const text = unseal(store, id, sealed);
  return { sealed: String(sealed), ...readRun(text) };
}

/**
 * Refuses what could not go on here, before it is claimed: whoever mends that can still resume.
 * @throws KernelFault `suspension_expired`, `suspension_mismatch`; EffectDenied
 */
function assertHere(engine: Engine, { run, terms }: Stored, principal: string): void {
  // INV-U3: from the instant on at which it expires.
  if (engine.clock.now() >= terms.expiresAt)
    throw new KernelFault('suspension_expired', 'its time is over');
  // A clock that was set back says nothing of how much time has gone by.
  if (engine.clock.now() < terms.suspendedAt)
    throw new KernelFault('suspension_expired', 'the clock stands before it was stored');
  const { query, plan, definitions, selection } = run;
  const { readers } = query.label;
  // INV-U9: whose run it is, and where its records and digests go on.
  if (trustQuery(query.text, { principal, readers }).principal !== query.principal)
    return mismatch('it is a run of another principal');
  if (bindingOf(engine) !== terms.audit) return mismatch('another audit store has its records');
  // INV-U7: a stricter kernel would have given its values other labels.
  if (selection !== engine.selection)
    return mismatch(`its items were selected in the way \`${selection}\``);
  const present = definitionsOf(plan.steps, engine);
  for (const [tool, digest] of Object.entries(definitions)) {
    // INV-U7: its values were labelled, and its plan was written, for what the tool was then.
    if (present[tool] !== digest) return mismatch(`tool \`${tool}\` is defined otherwise by now`);
  }
  assertPlan(engine, run);
  const { approver, approvals = null } = engine;
  if (approver !== null || approvals !== null) return;
  const reason = 'no approver is connected, and the run goes on with a question';
  const denial = makeDenial({ stage: 'approval', code: 'approval_unavailable', reason });
  throw new EffectDenied(denial);
}

function assertPlan(engine: Engine, { plan, facts }: SuspendedRun): void {
  try {
    verifyPlan(
      plan,
      vocabularyOf(engine, facts, () => false),
    );
  } catch (error) {
    if (!(error instanceof PlanRejected)) throw error;
    return mismatch(`its plan cannot be followed any more: \`${error.code}\``);
  }
}

function mismatch(why: string): never {
  throw new KernelFault('suspension_mismatch', why);
}

/** The root session as it stood: its plan verified anew, its values from the store. */
function takeUp(state: RunState, { query, plan, grant, values }: SuspendedRun): Followed {
  const session = new Session(state, {
    context: rootContext(query),
    // INV-U8: at most what it had, and at most what there is now.
    grant: narrowGrant(state.engine.grant, grant),
    depth: 0,
    prefix: null,
  });
  const verified = verifyFor(session, plan, false);
  for (const [step, value] of values) session.keep(step, value);
  return { session, plan: verified, query };
}
