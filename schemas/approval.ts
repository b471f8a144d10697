/** A question to an approver and the ruling on it, bound to the exact arguments by their digest. */
import type { Label } from './label.js';
import type { Obligation } from './verdict.js';

export interface ApprovalRequest {
  readonly approval: string;
  readonly run: string;
  readonly call: string;
  readonly principal: string;
  readonly tool: string;
  /** SHA-256 of the tool definition. */
  readonly definition: string;
  /** SHA-256 of the canonical arguments. */
  readonly digest: string;
  /**
   * The arguments as they would run, rendered with control characters visible and lengths bounded.
   */
  readonly view: readonly ApprovalField[];
  readonly obligations: readonly Obligation[];
  /** Milliseconds since the epoch; a ruling at or after this instant is refused. */
  readonly expiresAt: number;
}

export interface ApprovalField {
  readonly pointer: string;
  /** The same place with keys that no spec names as they stand, invisible characters visible. */
  readonly place: string;
  readonly text: string;
  /** Whether the text was cut. */
  readonly cut: boolean;
  readonly label: Label;
  readonly tainted: boolean;
}

export interface Ruling {
  readonly approval: string;
  readonly digest: string;
  readonly decision: 'allow' | 'deny';
  /** Who ruled, as the approver identifies itself. */
  readonly approver: string;
}
