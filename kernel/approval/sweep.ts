/**
 * Puts away what nobody needs: requests that ended a while ago, and those of a process that is
 * gone, which are cancelled (behaviour ). Best effort: a row that changes meanwhile is
 * left.
 */

import { LEASE_MS } from './lease.js';
import type { HeldTicket, Shelved, TicketShelf } from './shelf.js';
import { isOver, moved } from './ticket.js';

/** How long a request that ended is kept, in milliseconds, and how many of them. */
const KEPT_MS = 600_000;
const MAX_KEPT = 256;

/** Sweeps a store; answers the requests that are left, as they stand. */
export async function sweep(
  shelf: TicketShelf,
  { owner, now }: { readonly owner: string; readonly now: number },
): Promise<{ readonly tickets: readonly HeldTicket[] }> {
  const shelved = await shelf.all();
  const live = liveOwners(shelved, now).add(owner);
  const over: HeldTicket[] = [];
  const open: HeldTicket[] = [];
  for (const held of shelved.tickets) {
    if (isOver(held.ticket)) over.push(held);
    else if (live.has(held.ticket.owner)) open.push(held);
    // INV-Q16: a request dies with the process that asked.
    else await shelf.swap(moved(held.ticket, 'cancelled', now), held.revision);
  }
  over.sort((a, b) => b.ticket.since - a.ticket.since);
  for (const [place, held] of over.entries())
    if (place >= MAX_KEPT || now - held.ticket.since >= KEPT_MS) await shelf.drop(held);
  for (const lease of shelved.leases)
    if (now >= lease.until + LEASE_MS) await shelf.endLease(lease.owner, lease.revision);
  return { tickets: open.filter(({ ticket }) => now < ticket.request.expiresAt) };
}

function liveOwners({ leases }: Shelved, now: number): Set<string> {
  return new Set(leases.filter(({ until }) => now < until).map(({ owner }) => owner));
}
