/**
 * The words of LangChain's human-in-the-loop: what is asked, and what a resumed graph was answered.
 * Whatever is no yes, no edit and no refusal in these words is a refusal.
 */
import { requestLines } from '../../../kernel/index.js';
import { type ApprovalRequest, codes } from '../../../schemas/index.js';
import type { OfferedStub } from '../offered-tools.js';
import type { Refused } from '../stub-answer.js';

/** What the user of a graph said. */
export type ChainAnswer =
  | { readonly type: 'approve' }
  /** Another call of the same tool. */
  | { readonly type: 'edit'; readonly args: unknown }
  | { readonly type: 'reject'; readonly message: string };

/** What a graph is interrupted with. */
export interface ChainQuestion {
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: unknown;
    /** What the kernel asks, with every label: lines to print as they stand. */
    readonly description: string;
  }[];
  readonly reviewConfigs: readonly {
    readonly actionName: string;
    readonly allowedDecisions: readonly string[];
  }[];
}

/** Puts a question about one call; null where the answer is known to be there already. */
export function questionFor(
  { name }: OfferedStub,
  args: unknown,
  asked: ApprovalRequest | null,
): ChainQuestion {
  const description = asked === null ? '' : requestLines(asked).join('\n');
  return {
    actionRequests: [{ name, args, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] }],
  };
}

/** Reads what a graph was resumed with: `{ decisions: [one] }`, about one tool. */
export function answerIn(resumed: unknown, tool: string): ChainAnswer {
  const { decisions } = fieldsOf(resumed);
  if (!Array.isArray(decisions) || decisions.length !== 1) return none;
  const { type, message, editedAction } = fieldsOf(decisions[0]);
  if (type === 'approve') return { type };
  if (type === 'reject')
    return { type, message: typeof message === 'string' ? message : none.message };
  const { name, args } = fieldsOf(editedAction);
  return type === 'edit' && name === tool ? { type, args } : none;
}

const none = { type: 'reject', message: 'the user did not allow it' } as const;

/** What a model is told of a refusal by its user. */
export function refusedBy({ message }: Extract<ChainAnswer, { type: 'reject' }>): Refused {
  const { mend } = codes.approval_denied;
  return { refused: true, status: 'blocked', code: 'approval_denied', message, mend };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
