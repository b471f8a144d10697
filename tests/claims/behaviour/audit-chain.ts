/** What the audit keeps, and what of it was asked for later. */
import type { BehaviourRows } from '../item.js';

export const auditChainItems = {
  C26: { item: 'The audit holds digests and labels alone; arguments and results stand in none.' },
} as const satisfies BehaviourRows;
