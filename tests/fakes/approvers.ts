/** Approvers that rule as a test says, and keep what they were asked. */
import type { ApprovalRequest, Approver, Ruling } from '../../schemas/index.js';

export interface ScriptedApprover extends Approver {
  /** Every request, in order. */
  readonly asked: readonly ApprovalRequest[];
}

/** Rules on exactly what it is asked, or as `change` makes of that. */
export function approverThat(
  decision: Ruling['decision'],
  change: (ruling: Ruling, request: ApprovalRequest) => unknown = (ruling) => ruling,
): ScriptedApprover {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    async ask(request) {
      asked.push(request);
      const { approval, digest } = request;
      return change({ approval, digest, decision, approver: 'alice' }, request) as Ruling;
    },
  };
}
