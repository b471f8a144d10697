/**
 * What the Gate answers: one outcome a stage, their maximum as the verdict, and denials that say
 * the mend.
 */
import type { Code } from './codes.js';
import type { Judgement } from './judgement.js';
import type { Pointer } from './pointer.js';
import type { ReviewReason } from './review.js';

/** The lattice `allow < require_user < deny`. */
export type Outcome = 'allow' | 'require_user' | 'deny';

export const stageNames = Object.freeze([
  'guard',
  'capability',
  'schema',
  'provenance',
  'rules',
  'judge',
  'review',
  'approval',
  'admission',
] as const);
export type StageName = (typeof stageNames)[number];

/** A question to the user. One source's obligation is never discharged by another's permission. */
export interface Obligation {
  readonly source: StageName;
  /** The rule that asks, by id. */
  readonly rule: string;
  readonly reason: string;
  readonly pointer?: Pointer;
}

export type RemedyMove =
  | 'approve'
  | 'release_rule'
  | 'narrow_recipient'
  | 'quote_value'
  | 'use_fact'
  | 'use_handle'
  | 'drop_argument'
  | 'grant_capability'
  | 'mend_arguments';

/** One move that could make a denied call pass. */
export interface Remedy {
  readonly move: RemedyMove;
  readonly detail: string;
}

/**
 * Whom a call discloses its arguments to: the user's own storage, the principals that its arguments
 * name, whoever its capabilities stand for; `unknown` where content may have chosen them or nobody
 * is named, `malformed` where one is no plain address.
 */
export type Disclosure = 'own' | 'principals' | 'capabilities' | 'unknown' | 'malformed';

/** The one flow that was refused. Its label stands with those of the call, under `argument`. */
export interface RefusedEdge {
  /** The argument, or `decision` for the choice to act. */
  readonly argument: Pointer;
  /** What is wrong with the flow, whatever code a rule gave the refusal. */
  readonly failure: Code;
  readonly discloses: Disclosure;
}

/** A refusal as a value. An empty list of remedies means that none exists. */
export interface Denial {
  readonly code: Code;
  readonly stage: StageName;
  readonly reason: string;
  readonly mend: string;
  readonly remedies: readonly Remedy[];
  /** Of the provenance stage only. */
  readonly edge?: RefusedEdge;
}

/** What the rules stage went by: ids, no values. */
export interface RulesNote {
  /** The rules that decided, each after its source: `workspace:no-main`. */
  readonly decided: readonly string[];
  /** What advisory rules would have said: `later:deny`. */
  readonly advisory: readonly string[];
  /** Soft rules that were overridden. */
  readonly overridden: readonly string[];
}

/**
 * One stage's answer about one call; `judgement` stands only in the answer of the judge, `rules`
 * only in that of the rules, `review` only in that of a reviewer, which cannot refuse.
 */
export type StageAnswer =
  | {
      readonly stage: StageName;
      readonly outcome: 'allow';
      readonly judgement?: Judgement;
      readonly rules?: RulesNote;
      readonly review?: ReviewReason;
    }
  | {
      readonly stage: StageName;
      readonly outcome: 'require_user';
      readonly obligations: readonly Obligation[];
      readonly judgement?: Judgement;
      readonly rules?: RulesNote;
      readonly review?: ReviewReason;
    }
  | {
      readonly stage: StageName;
      readonly outcome: 'deny';
      readonly denial: Denial;
      readonly judgement?: Judgement;
      readonly rules?: RulesNote;
    };

const rank = Object.freeze({ allow: 0, require_user: 1, deny: 2 });

/** Joins two outcomes: the stricter of the two. */
export function joinOutcome(a: Outcome, b: Outcome): Outcome {
  return rank[a] >= rank[b] ? a : b;
}
