/**
 * What the fake model services share: what a service is told in one request, what it answers, and
 * the wire format between them. Each service is one file beside this one.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** A message as the service understood it. */
export type HeardMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly HeardCall[];
      /** The model's own thought, given back to it. */
      readonly thinking: string | null;
    }
  | { readonly role: 'tool'; readonly of: string; readonly text: string };

/** A call of the history: its id, or null where the wire format has none. */
export interface HeardCall {
  readonly id: string | null;
  readonly name: string;
  readonly args: unknown;
}

export interface HeardTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

/** One request, whatever its format. */
export interface Heard {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly HeardMessage[];
  readonly tools: readonly HeardTool[];
  readonly maxTokens: number;
  /** The JSON Schema that the answer is asked to follow. */
  readonly format: unknown;
}

/** What a model says in one answer. */
export interface Said {
  readonly text?: string;
  readonly thinking?: string;
  readonly calls?: readonly SaidCall[];
  /** The answer stops at the limit of tokens. */
  readonly cut?: boolean;
}

/** A call; `raw` is sent as it is in the place of the arguments. */
export interface SaidCall {
  readonly id: string;
  readonly name: string;
  readonly args?: unknown;
  readonly raw?: string;
}

/** A wire format, from the service's side. */
export interface Wire {
  readonly path: string;
  readonly contentType: string;
  /** Reads a request; throws where the format forbids what it holds. */
  readonly hear: (body: unknown, headers: IncomingHttpHeaders) => Heard;
  /** An answer, in the pieces in which it is written. */
  readonly say: (said: Said, model: string) => readonly string[];
  /** A refusal in the service's own form. */
  readonly refuse: (status: number, words: string) => string;
}

/** The arguments of a call as text. */
export function argumentsText(call: SaidCall): string {
  return call.raw ?? JSON.stringify(call.args ?? {});
}
