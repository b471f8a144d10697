/** A list of requests that several brokers of one process share, with a time that stands still. */
import { ApprovalBroker, type ApproverKeys, memoryApprovals } from '../../kernel/index.js';
import type { ApprovalStore, Random, Ruling, Ticket } from '../../schemas/index.js';
import { type ManualTime, makeManualTime, untilQuiet } from './manual-time.js';

export interface SharedList {
  readonly store: ApprovalStore;
  readonly time: ManualTime;
  readonly random: Random;
  /** What a kernel on the list is given. */
  readonly ports: Pick<ManualTime, 'clock' | 'timer'> & { readonly random: Random };
  /** Another process, as it were: a broker of its own over the same store. */
  readonly broker: (approvers?: ApproverKeys) => ApprovalBroker;
}

let made = 0;

/** Makes a list; ids are counted. */
export function makeSharedList(
  change: (store: ApprovalStore) => ApprovalStore = (s) => s,
): SharedList {
  const time = makeManualTime();
  made += 1;
  const prefix = made;
  let ids = 0;
  const random: Random = {
    id: () => {
      ids += 1;
      return `${prefix}`.padStart(16, '0') + `${ids}`.padStart(16, '0');
    },
  };
  const store = change(memoryApprovals(random));
  const broker = (approvers: ApproverKeys = {}): ApprovalBroker =>
    new ApprovalBroker({ store, random, ...time, approvers });
  const { clock, timer } = time;
  return { store, time, random, ports: { clock, timer, random }, broker };
}

/** The one request that is open. */
export async function onlyOpen(broker: ApprovalBroker): Promise<Ticket> {
  for (let tries = 0; tries < 100; tries += 1) {
    await untilQuiet();
    const [ticket] = await broker.list();
    if (ticket !== undefined) return ticket;
  }
  throw new Error('nobody asks');
}

/** A ruling on exactly what a request shows. */
export function rulingOn(
  { request }: Ticket,
  decision: Ruling['decision'] = 'allow',
  approver = 'alice',
): Ruling {
  return { approval: request.approval, digest: request.digest, decision, approver };
}
