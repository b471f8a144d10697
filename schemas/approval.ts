/**
 * A question to whoever approves, and the ruling on it, bound to everything the question says by
 * one digest. Data only.
 */
import type { Label } from './label.js';
import type { Obligation } from './verdict.js';

/** How long a question stands, in milliseconds (behaviour C28). */
export const APPROVAL_TTL_MS = 120_000;

/** What a request says of a call, all of it bound by the request's digest. */
export interface ApprovalSubject {
  readonly approval: string;
  readonly run: string;
  /** The call that waits: the id of the request in its run. */
  readonly call: string;
  readonly principal: string;
  /** The agent that the call is made by; null where the host names none. */
  readonly agent: string | null;
  readonly tool: string;
  /** SHA-256 of the tool definition. */
  readonly definition: string;
  /** SHA-256 of the canonical arguments. */
  readonly args: string;
  /** SHA-256 of the labels of all arguments. */
  readonly labels: string;
  /** Version of the policy that asked. */
  readonly policy: string;
  /** The directory that a command would run in; null where the tool has none. */
  readonly cwd: string | null;
  /** Names of the variables that the call sets for what it runs, sorted. */
  readonly environment: readonly string[];
  /** How long the tool may run, in milliseconds; null for as long as it likes. */
  readonly timeoutMs: number | null;
  readonly obligations: readonly Obligation[];
  readonly needs: RulingNeeds;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  /** Milliseconds since the epoch; a ruling at or after this instant is refused. */
  readonly expiresAt: number;
  /**
   * Where a plan is asked about: the calls that the ruling answers. `tool` is `plan` then,
   * `definition` the digest of the plan, `args` that of all values, `obligations` those of all.
   */
  readonly effects?: readonly PlannedEffect[];
}

/** One call of a plan that a ruling on the plan answers: in this step, with these arguments. */
export interface PlannedEffect {
  /** As records name it. */
  readonly step: string;
  readonly tool: string;
  /** SHA-256 of the tool definition. */
  readonly definition: string;
  /** SHA-256 of the canonical arguments. */
  readonly args: string;
  /** SHA-256 of the labels of all arguments. */
  readonly labels: string;
  /** SHA-256 of where its paths led. */
  readonly paths: string;
  readonly obligations: readonly Obligation[];
}

export interface ApprovalRequest extends ApprovalSubject {
  /**
   * The arguments as they would run, rendered with control characters visible and lengths bounded.
   */
  readonly view: readonly ApprovalField[];
  /** SHA-256 of the canonical text of the subject: what a ruling binds. */
  readonly digest: string;
}

/** What it takes to allow a call: how many approvers, and whether they have to sign. */
export interface RulingNeeds {
  readonly atLeast: number;
  readonly signed: boolean;
}

export interface ApprovalField {
  readonly pointer: string;
  /** The same place with keys that no spec names as they stand, invisible characters visible. */
  readonly place: string;
  readonly text: string;
  /** Whether the text was cut. */
  readonly cut: boolean;
  /** Length of the whole value as canonical JSON, in UTF-16 code units. */
  readonly length: number;
  /** SHA-256 of the whole value as canonical JSON. */
  readonly digest: string;
  readonly label: Label;
  readonly tainted: boolean;
}

export interface Ruling {
  readonly approval: string;
  /** The digest of the request that it rules on. */
  readonly digest: string;
  readonly decision: 'allow' | 'deny';
  /** Who ruled, as the approver identifies itself. */
  readonly approver: string;
  /** The face it came through: `terminal`, `http`. At most 32 characters. */
  readonly source?: string;
  /** Why, in the approver's words. At most 1024 bytes. */
  readonly reason?: string;
  /** Ed25519 over `rulingText`, base64; needed where the request says `signed`. */
  readonly signature?: string;
}

/** Why a ruling was not accepted; nothing of it counts. */
export const rulingRefusals = Object.freeze({
  not_found: 'there is no such request; list those that are open',
  expired: 'the request expired before the ruling; the call was refused',
  not_owned: 'the run that asked is gone; nothing waits for this ruling',
  conflict: 'the request has ended: somebody ruled, or the call was given up',
  digest_mismatch: 'rule on exactly what the request shows: pass its digest',
  not_accepted: 'the ruling could not be recorded; the request stays open, try again',
  malformed:
    'a ruling names approval, digest, decision and approver; over HTTP the path names the approval',
  unsigned: 'this request needs a signature by a registered approver',
} as const);
export type RulingRefusal = keyof typeof rulingRefusals;

/** What a face is told of its ruling. */
export type RulingAnswer =
  /** `outstanding`: how many further approvers have to allow it. */
  | { readonly accepted: true; readonly outstanding: number }
  | { readonly accepted: false; readonly code: RulingRefusal };

/**
 * Where a request stands. `ruled`: decided, but not recorded yet. `used`: its call was admitted.
 */
export type ApprovalState =
  | 'pending'
  | 'ruled'
  | 'allowed'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'used';

/** A request and what became of it so far. */
export interface Ticket {
  readonly request: ApprovalRequest;
  readonly state: ApprovalState;
  /** The rulings that count, oldest first; of each approver the first. */
  readonly rulings: readonly Ruling[];
  /** The broker whose run waits; its lease is the request's life. */
  readonly owner: string;
  /** When it reached its state, in milliseconds since the epoch. */
  readonly since: number;
}

/** The text that an approver signs. */
export function rulingText(
  ruling: Pick<Ruling, 'approval' | 'digest' | 'decision' | 'approver'>,
): string {
  const { approval, digest, decision, approver } = ruling;
  return `sluice-ruling-v1\n${approval}\n${digest}\n${decision}\n${approver}`;
}
