/**
 * The one request about a plan: every call of it that asks and is fixed, each bound by its step,
 * tool, arguments, labels and questions. Built from what the gate decided on. Upholds INV-Q14.
 */
import {
  APPROVAL_TTL_MS,
  type ApprovalField,
  type ApprovalRequest,
  type ApprovalSubject,
  type Obligation,
  type PlannedEffect,
  pointerTo,
  type RulingNeeds,
} from '../../schemas/index.js';
import { isSameObligation } from '../gate/stages/approval.js';
import { freeze } from '../primordials.js';
import { canonicalText, sha256 } from '../snapshot/digest.js';
import { subjectDigest } from './request.js';

/** What stands in the place of the tool where a plan is asked about. */
export const PLAN_TOOL = 'plan';

/** One call that can be ruled on, and what the ruler is shown of it. */
export interface AskableCall {
  readonly effect: PlannedEffect;
  readonly needs: RulingNeeds;
  readonly fields: readonly ApprovalField[];
}

/** What a request about a plan says beside its calls. */
export interface PlanRequestPlace {
  readonly approval: string;
  /** The id of the run that the ruling would be good for. */
  readonly run: string;
  /** SHA-256 of the plan. */
  readonly plan: string;
  readonly principal: string;
  readonly agent: string | null;
  readonly cwd: string | null;
  /** Version of the policy that asked. */
  readonly policy: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Makes the request about some calls of a plan. */
export function planRequest(
  calls: readonly AskableCall[],
  place: PlanRequestPlace,
): ApprovalRequest {
  const effects = freeze(calls.map(({ effect }) => effect));
  const { approval, run, plan, principal, agent, cwd, policy, now } = place;
  const subject: ApprovalSubject = {
    approval,
    run,
    call: `${run}.${PLAN_TOOL}`,
    principal,
    agent,
    tool: PLAN_TOOL,
    definition: plan,
    args: valuesDigest(effects),
    labels: sha256(canonicalText(effects.map(({ labels }) => labels))),
    policy,
    cwd,
    environment: freeze([]),
    timeoutMs: null,
    obligations: freeze(distinct(effects.flatMap(({ obligations }) => obligations))),
    needs: strictest(calls),
    openedAt: now,
    expiresAt: now + APPROVAL_TTL_MS,
    effects,
  };
  const view = freeze(calls.flatMap(fieldsOf));
  return freeze({ ...subject, view, digest: subjectDigest(subject) });
}

/** SHA-256 of all values of all calls, by their digests. */
function valuesDigest(effects: readonly PlannedEffect[]): string {
  return sha256(valuesText(effects));
}

/** What the records of a ruling on a plan take for its arguments. */
export function valuesText(effects: readonly PlannedEffect[]): string {
  return canonicalText(effects.map(({ args }) => args));
}

/** The fields of one call, each after the step and the tool that it is for. */
function fieldsOf({ effect, fields }: AskableCall, at: number): readonly ApprovalField[] {
  const { step, tool } = effect;
  return fields.map((field) =>
    freeze({
      ...field,
      pointer: `${pointerTo('', at)}${field.pointer}`,
      place: `${step} ${tool} ${field.place}`,
    }),
  );
}

/** What allows the plan allows each of its calls. */
function strictest(calls: readonly AskableCall[]): RulingNeeds {
  let atLeast = 1;
  let signed = false;
  for (const { needs } of calls) {
    atLeast = Math.max(atLeast, needs.atLeast);
    signed ||= needs.signed;
  }
  return freeze({ atLeast, signed });
}

function distinct(obligations: readonly Obligation[]): readonly Obligation[] {
  return obligations.filter(
    (one, at) => obligations.findIndex((other) => isSameObligation(one, other)) === at,
  );
}
