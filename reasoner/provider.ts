/**
 * What a model provider offers to the roles: one completion, without tools, towards one JSON value.
 */
import type { CancelSignal } from '../schemas/index.js';

export interface CompletionRequest {
  readonly system: string;
  readonly user: string;
  /**
   * JSON Schema of the answer. A provider may use a weaker form of it, or none: nobody trusts that
   * it was kept.
   */
  readonly schema: object;
  readonly maxTokens: number;
  readonly signal: CancelSignal;
}

export interface CompletionUsage {
  /** Tokens of the prompt; `null` if the provider does not count. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

export interface Completion {
  readonly text: string;
  /** The text was cut at a bound and is not whole. */
  readonly truncated: boolean;
  readonly usage: CompletionUsage;
}

/**
 * A model behind one call. Throws `ReasonerError`; anything else it throws becomes
 * `reasoner_failed`.
 */
export interface Provider {
  /** Names the model and where it runs, so that two providers of one model can be told. */
  readonly model?: string;
  complete(request: CompletionRequest): Promise<Completion>;
}
