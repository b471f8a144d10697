/** A request for approval as the kernel would make it, for faces that only show and rule. */
import type { ApprovalRequest, Label } from '../../schemas/index.js';

const digest = (digit: string): string => digit.repeat(64);
const byUser: Label = { sources: ['user'], control: ['user'], readers: 'anyone', subjects: [] };

/** Makes a request; what is given replaces what is usual. */
export function anApprovalRequest(given: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    approval: 'r1',
    run: 'run',
    call: 'run.1',
    principal: 'user:alice@example.com',
    agent: null,
    tool: 'publish',
    definition: digest('a'),
    args: digest('b'),
    labels: digest('c'),
    policy: 'p1',
    cwd: null,
    environment: [],
    timeoutMs: null,
    obligations: [{ source: 'rules', rule: 'r', reason: 'it is published' }],
    needs: { atLeast: 1, signed: false },
    openedAt: 1_000,
    expiresAt: 121_000,
    view: [
      {
        pointer: '/text',
        place: '/text',
        text: '"hello <b>world</b>"',
        cut: false,
        length: 20,
        digest: digest('d'),
        label: byUser,
        tainted: false,
      },
    ],
    digest: digest('e'),
    ...given,
  };
}
