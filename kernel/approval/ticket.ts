/**
 * What may become of a request: a pure table of moves. The first legal ruling decides; whatever
 * ended stays ended; a ruling on something else changes nothing (behaviour ).
 */
import type {
  ApprovalRequest,
  ApprovalState,
  Ruling,
  RulingRefusal,
  Ticket,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';

const noRulings: readonly Ruling[] = freeze([]);

/** The ticket of a request that was just made. */
export function openTicket(request: ApprovalRequest, owner: string): Ticket {
  const since = request.openedAt;
  return freeze({ request, state: 'pending', rulings: noRulings, owner, since });
}

/** What a ruling is held against beside the ticket. */
export interface RulingLight {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether the run that asked still waits. */
  readonly isLive: boolean;
  readonly isSigned: boolean;
}

/** The ticket after a ruling, or why it does not count. */
export function takeRuling(
  ticket: Ticket,
  ruling: Ruling,
  { now, isLive, isSigned }: RulingLight,
): Ticket | RulingRefusal {
  const { request, state, rulings } = ticket;
  const { needs } = request;
  if (state === 'expired') return 'expired';
  // INV-Q7: whatever ended is not ruled on again.
  if (state !== 'pending') return 'conflict';
  // INV-Q6: expired at the very instant (behaviour A-24).
  if (now >= request.expiresAt) return 'expired';
  if (!isLive) return 'not_owned';
  // INV-F3: a ruling holds for what was shown, whole.
  if (ruling.approval !== request.approval || ruling.digest !== request.digest)
    return 'digest_mismatch';
  if (needs.signed && !isSigned) return 'unsigned';
  // INV-Q8: one approver counts once.
  if (rulings.some(({ approver }) => approver === ruling.approver)) return 'conflict';
  const taken = freeze([...rulings, ruling]);
  const isDecided = ruling.decision === 'deny' || taken.length >= needs.atLeast;
  const next: ApprovalState = isDecided ? 'ruled' : 'pending';
  return freeze({ ...ticket, state: next, rulings: taken, since: now });
}

/** How many further approvers have to allow it. */
export function outstanding({ request, rulings, state }: Ticket): number {
  return state === 'pending' ? request.needs.atLeast - rulings.length : 0;
}

/** What the rulings of a ticket come to: one refusal refuses. */
export function decisionOf({ rulings, request }: Ticket): Ruling['decision'] {
  const isAllowed =
    rulings.length >= request.needs.atLeast &&
    rulings.every(({ decision }) => decision === 'allow');
  return isAllowed ? 'allow' : 'deny';
}

/** The ticket in another state. */
export function moved(ticket: Ticket, state: ApprovalState, now: number): Ticket {
  return freeze({ ...ticket, state, since: now });
}

/** The ticket as if nobody had ruled: what could not be recorded does not count. */
export function reopened(ticket: Ticket, now: number): Ticket {
  return freeze({ ...ticket, state: 'pending', rulings: noRulings, since: now });
}

/** Asks whether nothing more can become of a ticket. */
export function isOver({ state }: Ticket): boolean {
  return state !== 'pending' && state !== 'ruled' && state !== 'allowed';
}
