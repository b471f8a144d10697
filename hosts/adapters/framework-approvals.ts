/**
 * The approvals of a framework as a face of the kernel: a yes that the framework was given becomes
 * a ruling on one open request, and on none but one that says, in everything but its name and time,
 * what the framework's user was asked about. Upholds INV-X10. That somebody said yes is the
 * framework's word (LIM-96).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { APPROVAL_TTL_MS, type ApprovalRequest, type Approver } from '../../schemas/index.js';
import { approverName } from '../approvals/approver-name.js';
import { HostError } from '../errors.js';

export interface FrameworkApprovalsOptions {
  /** Whose yes it is, as rulings name it: `alice@example.com`. */
  readonly approver: string;
  /** How long after the question a yes counts, in milliseconds. Default: two minutes. */
  readonly withinMs?: number;
  /** Who is asked where the framework has no yes that counts. Default: nobody. */
  readonly otherwise?: Approver;
}

/** For `ports.approver` of a kernel, and for the stubs of its sessions. */
export interface FrameworkApprovals extends Approver {
  readonly withinMs: number;
}

interface Yes {
  readonly to: FrameworkApprovals;
  readonly asked: ApprovalRequest;
  isUsed: boolean;
}

const calling = new AsyncLocalStorage<Yes | null>();

/**
 * Makes the face. @throws HostError `config_malformed` for a name that no ruling may carry, or a
 * time that is none
 */
export function frameworkApprovals(options: FrameworkApprovalsOptions): FrameworkApprovals {
  const { withinMs = APPROVAL_TTL_MS, otherwise } = options;
  const approver = approverName(options.approver);
  if (!Number.isSafeInteger(withinMs) || withinMs < 1)
    throw new HostError('config_malformed', '`withinMs` is a whole number above zero');
  const face: FrameworkApprovals = Object.freeze<FrameworkApprovals>({
    withinMs,
    async ask(request, how) {
      const asked = takeYes(face);
      const isCovered = asked !== null && covers(asked, request, withinMs);
      if (!isCovered && otherwise !== undefined) return otherwise.ask(request, how);
      if (asked === null)
        throw new HostError('approval_unavailable', 'the framework asked nobody about this call');
      // INV-X10: a yes names what was asked about: the open request only where it covers that.
      const { digest } = isCovered ? request : asked;
      const { approval } = request;
      return { approval, digest, decision: 'allow', approver, source: 'framework' };
    },
  });
  return face;
}

/** Makes one call under one yes: a question on the way may be answered by it, once; none after. */
export async function underYes<T>(
  to: FrameworkApprovals,
  asked: ApprovalRequest,
  body: () => Promise<T>,
): Promise<T> {
  const yes: Yes = { to, asked, isUsed: false };
  try {
    return await calling.run(yes, body);
  } finally {
    // What a tool leaves running has no yes of the call that it was.
    yes.isUsed = true;
  }
}

/** Makes a call that nobody said yes to. */
export function withoutYes<T>(body: () => T): T {
  return calling.run(null, body);
}

/** Asks whether two requests are about the same call, in everything but their name and time. */
export function isSameQuestion(one: ApprovalRequest, other: ApprovalRequest): boolean {
  return subjectText(one) === subjectText(other);
}

function takeYes(face: FrameworkApprovals): ApprovalRequest | null {
  const yes = calling.getStore() ?? null;
  if (yes === null || yes.to !== face || yes.isUsed) return null;
  yes.isUsed = true;
  return yes.asked;
}

function covers(asked: ApprovalRequest, request: ApprovalRequest, withinMs: number): boolean {
  return isSameQuestion(asked, request) && request.openedAt < asked.openedAt + withinMs;
}

function subjectText(request: ApprovalRequest): string {
  const { principal, agent, tool, definition, args, labels, policy } = request;
  const { cwd, environment, timeoutMs, obligations, needs, effects = [] } = request;
  return JSON.stringify([
    ...[principal, agent, tool, definition, args, labels, policy],
    ...[cwd, environment, timeoutMs, obligations, needs, effects],
  ]);
}
