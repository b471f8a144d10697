/** Whether a ruling that came first has been recorded by the process that asked, and counts. */
import type { Ruling, RulingAnswer, RulingRefusal, Timer } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { HeldTicket, TicketShelf } from './shelf.js';

/** How long a face waits for the process that asked, and that for its store, in milliseconds. */
const ACCEPT_MS = 10_000;

/** The answer to a ruling that does not count. */
export function refused(code: RulingRefusal): RulingAnswer {
  return freeze({ accepted: false, code });
}

/** What a face is told, from what became of the ticket. */
export function recordedAs(held: HeldTicket | null, ruling: Ruling): RulingAnswer {
  if (held === null) return refused('not_accepted');
  const { state, rulings } = held.ticket;
  switch (state) {
    case 'allowed':
    case 'denied':
    case 'used':
      return rulings.some((one) => isSameRuling(one, ruling))
        ? freeze({ accepted: true, outstanding: 0 })
        : refused('conflict');
    case 'expired':
      return refused('expired');
    case 'cancelled':
      return refused('conflict');
    case 'pending':
    case 'ruled':
      return refused('not_accepted');
  }
}

/** Whether a ruling is the one that counts, and not another in the same name. */
function isSameRuling(one: Ruling, other: Ruling): boolean {
  return one.approver === other.approver && one.decision === other.decision;
}

/** An answer of the store, or false where it does not come: nobody waits for it for ever. */
export function withinReason(timer: Timer, answer: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = timer.after(ACCEPT_MS, () => resolve(false));
    answer
      .then(resolve, reject)
      .finally(stop)
      .catch(() => undefined);
  });
}

/** Waits until the process that asked has had its word about a ruling; not longer than it may. */
export function untilRecorded(shelf: TicketShelf, timer: Timer, approval: string): Promise<void> {
  return new Promise((resolve) => {
    let isOpen = true;
    const stops: (() => void)[] = [];
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      for (const stop of stops) stop();
      resolve();
    };
    const look = async (): Promise<void> => {
      const held = await shelf.read(approval);
      if (held === null || held.ticket.state !== 'ruled') end();
    };
    const onChange = (): void => void look().catch(end);
    stops.push(shelf.watch(onChange));
    stops.push(timer.after(ACCEPT_MS, end));
    onChange();
  });
}
