/**
 * What a model provider offers to the turn loop: one reply to a conversation, with tools on offer
 * by the model's native means. Nothing is called here: a call is data that somebody else decides
 * on.
 */
import type { CancelSignal } from '../schemas/index.js';
import type { CompletionUsage } from './provider.js';

/** A tool on offer: its name, what it is for, and the JSON Schema of its arguments. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

/** A call that a model asks for. */
export interface AskedCall {
  /** Names the call within the conversation; made up where the model gave none. */
  readonly id: string;
  readonly name: string;
  /** The arguments as the model gave them: any JSON value, or the text that was none. */
  readonly args: unknown;
}

/** One message of a conversation, in order. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly AskedCall[];
      /** `carry` of the reply that this message repeats. */
      readonly carry?: object;
    }
  /** What became of a call of the message before. */
  | { readonly role: 'tool'; readonly call: string; readonly name: string; readonly text: string };

export interface ConversationRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  readonly maxTokens: number;
  readonly signal: CancelSignal;
}

export interface Reply {
  readonly text: string;
  readonly calls: readonly AskedCall[];
  /** What the model thought aloud; null where it did not, or the provider keeps it. */
  readonly thinking: string | null;
  /** The reply was cut at a bound and is not whole. */
  readonly truncated: boolean;
  readonly usage: CompletionUsage;
  /**
   * Opaque: what its provider needs to repeat this reply, such as the signature of a thought. Hand
   * it back with the assistant message; only the provider object that made it can read it.
   */
  readonly carry?: object;
}

/**
 * A model that converses. Throws `ReasonerError`; anything else it throws becomes
 * `reasoner_failed`.
 */
export interface ConversationProvider {
  /** Names the model and where it runs, so that two providers of one model can be told. */
  readonly model?: string;
  converse(request: ConversationRequest): Promise<Reply>;
}
