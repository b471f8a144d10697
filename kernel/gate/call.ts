/**
 * One effect as every stage sees it, and what a decision may depend on beside it. Data only,
 * frozen.
 */
import {
  type ApprovalRequest,
  type Grant,
  type Json,
  type JsonObject,
  type Label,
  type LabelTree,
  type PolicySnapshot,
  type Ruling,
  type Source,
  type StageName,
  withControl,
} from '../../schemas/index.js';
import type { Ledgers } from '../policy/budgets.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import type { Guardrails } from '../policy/guardrails.js';
import type { CarriedBits } from '../provenance/carried.js';
import type { Labelled } from '../provenance/tainted.js';
import type { ToolDefinition } from '../tools/definition.js';

export interface EffectCall {
  readonly id: string;
  readonly run: string;
  readonly step: string;
  readonly definition: ToolDefinition;
  /** The snapshot of the resolved arguments, and the labels of all their parts. */
  readonly args: JsonObject;
  readonly tree: LabelTree;
  /** What each argument carries, where that is bounded. */
  readonly bits: CarriedBits;
  /** Who decided that this effect happens at all. */
  readonly decision: Label;
  /** Who had a say in the condition of its `when`; nobody where it has none. */
  readonly condition: readonly Source[];
  /** What the session that asks holds; never more than the policy's grant counts. */
  readonly authority: Grant;
  readonly principal: string;
  /** What it is done for: the user's words, in a sub-kernel its instruction. */
  readonly intent: string;
  readonly facts: Readonly<Record<string, Labelled>>;
  /** It came with `confirm: true`: the user is asked, whatever else is said (behaviour A-11). */
  readonly isForced: boolean;
  /** Canonical text of these very arguments, where an earlier decision took it; null before. */
  readonly canonical: string | null;
}

/** Who decided that an effect happens at all, and whether: what records and events tell. */
export function decisionOf(call: EffectCall): Label {
  return withControl(call.decision, call.condition);
}

/** A ruling and what it was asked about: it answers for that call, and no other. */
export interface AnsweredRequest {
  readonly request: ApprovalRequest;
  readonly ruling: Ruling;
}

/** The policy as it was read for one decision. */
export type PolicyInForce = PolicySnapshot & { readonly guardrails: Guardrails };

/** Recorded inputs: `decide` is a pure function of the call and these. */
export interface DecisionInputs {
  readonly policy: PolicyInForce;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly rulings: readonly AnsweredRequest[];
  /** Bits released so far in this run, by rule. */
  readonly spent: Readonly<Record<string, number>>;
  /** What layers got that asked outside, by stage. */
  readonly gathered: Gathered;
  /** Where paths led when they were followed for this decision. */
  readonly paths: FollowedPaths;
  /** What was taken so far from the budgets of capabilities. */
  readonly drawn: Ledgers;
}

/** Plain data by stage; undefined under a stage that asked in vain, no key where nobody asked. */
export type Gathered = Readonly<Partial<Record<StageName, Json | undefined>>>;

/** Normalised arguments: the output of the input schema, snapshotted, with their labels. */
export interface CheckedArgs {
  readonly args: JsonObject;
  readonly tree: LabelTree;
}
