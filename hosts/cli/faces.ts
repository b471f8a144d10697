/** The faces that flags name: a prompt on this terminal, a list that others rule on. */
import { openApprovalStore } from '../approvals/approvals-store.js';
import { terminalApprover } from '../approvals/terminal-approver.js';
import type { KernelPorts } from '../kernel-config.js';
import type { Screen } from './screen.js';

export interface FaceFlags {
  readonly approvals?: string;
  readonly ask?: true;
  readonly confirmPlan?: true;
}

/** Connects the faces for as long as the body takes. @throws HostError as `openApprovalStore` */
export async function withFaces<T>(
  { approvals, ask, confirmPlan }: FaceFlags,
  screen: Screen,
  body: (ports: KernelPorts) => Promise<T>,
): Promise<T> {
  // Results go to stdout: the question is asked beside them.
  const isAsked = ask === true || confirmPlan === true;
  const approver = isAsked ? terminalApprover({ output: process.stderr }) : undefined;
  const store = approvals === undefined ? undefined : openApprovalStore(approvals);
  if (store !== undefined)
    screen.note(`\`sluice approvals list ${approvals}\` shows what waits for a ruling`);
  try {
    return await body({
      ...(approver === undefined ? {} : { approver }),
      ...(store === undefined ? {} : { approvals: store }),
    });
  } finally {
    store?.close();
  }
}
