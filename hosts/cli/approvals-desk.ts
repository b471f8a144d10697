/** The store that a command names, and a broker on it that lists, shows and rules. */
import { ApprovalBroker } from '../../kernel/index.js';
import { type ApprovalFile, openApprovalStore } from '../approvals/approvals-store.js';
import type { RulingDesk } from '../approvals/ruling-desk.js';
import { nodeClock, nodeRandom, nodeTimer } from '../node/ports.js';
import { assertFile } from './text-input.js';

export interface ApprovalsDesk {
  readonly store: ApprovalFile;
  readonly desk: RulingDesk;
}

/**
 * Opens a store for as long as the body takes. `mustExist`: a name that is misspelt makes no store.
 * @throws HostError `input_unreadable`, `approvals_unavailable`, `approvals_malformed`
 */
export async function withApprovals<T>(
  path: string,
  body: (opened: ApprovalsDesk) => Promise<T>,
  { mustExist }: { readonly mustExist: boolean },
): Promise<T> {
  if (mustExist) assertFile(path);
  const store = openApprovalStore(path);
  try {
    const parts = { store, clock: nodeClock, timer: nodeTimer, random: nodeRandom };
    return await body({ store, desk: new ApprovalBroker(parts) });
  } finally {
    store.close();
  }
}
