/**
 * The words of LangChain's human-in-the-loop: what is asked, and what a resumed graph was answered.
 * An answer names its question. Whatever is none in these words answers nothing.
 */
import { codes } from '../../../schemas/index.js';
import { ownWords } from '../own-words.js';
import { type Refused, refusal } from '../stub-answer.js';

/** What a graph is interrupted with: about one call. */
export interface ChainQuestion {
  /** What the answer has to name. */
  readonly question: string;
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

/** What the user of a graph said to a question. */
export type ChainAnswer = { readonly question: string } & (
  | { readonly type: 'approve' }
  /** Another call of the same tool. */
  | { readonly type: 'edit'; readonly args: unknown }
  | { readonly type: 'reject'; readonly message: string }
);

/** Reads what a graph was resumed with: `{ question, decisions: [one] }`, about one tool. */
export function answerIn(resumed: unknown, tool: string): ChainAnswer | null {
  const { question, decisions } = ownWords(resumed);
  if (typeof question !== 'string' || !Array.isArray(decisions) || decisions.length !== 1)
    return null;
  const { type, message, editedAction } = ownWords(decisions[0]);
  const { name, args } = ownWords(editedAction);
  if (type === 'approve') return { question, type };
  if (type === 'edit' && name === tool) return { question, type, args };
  if (type !== 'reject') return null;
  return { question, type, message: typeof message === 'string' ? message : 'the user said no' };
}

/** What a model is told of a refusal by its user. */
export function refusedBy({ message }: { readonly message: string }): Refused {
  const { mend } = codes.approval_denied;
  return refusal({ status: 'blocked', code: 'approval_denied', message, mend });
}
