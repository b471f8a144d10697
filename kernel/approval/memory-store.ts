/** A store of requests in memory: for the kernels and faces of one process, and lost with it. */
import type { ApprovalStore, Random, StoredTicket } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { sha256 } from '../snapshot/digest.js';

/** Makes an empty store. */
export function memoryApprovals(random: Random): ApprovalStore {
  const rows = new Map<string, StoredTicket>();
  const watching = new Set<() => void>();
  const tell = (): void => {
    for (const changed of watching) changed();
  };
  return freeze({
    key: sha256(`${random.id()}${random.id()}`),
    read: (id) => rows.get(id) ?? null,
    list: () => [...rows.values()],
    swap(id, revision, text) {
      if ((rows.get(id)?.revision ?? 0) !== revision) return false;
      rows.set(id, freeze({ id, revision: revision + 1, text }));
      tell();
      return true;
    },
    drop(id, revision) {
      if (rows.get(id)?.revision !== revision) return false;
      rows.delete(id);
      tell();
      return true;
    },
    watch(changed) {
      watching.add(changed);
      return () => void watching.delete(changed);
    },
  } satisfies ApprovalStore);
}
