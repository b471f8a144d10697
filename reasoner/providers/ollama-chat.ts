/**
 * One chat with an Ollama server, read from its stream to the end. One client a request, so that
 * ending one ends no other.
 */
import { type ChatRequest, Ollama } from 'ollama/browser';
import type { CancelSignal } from '../../schemas/index.js';
import { abortError, assertNotAborted, linkAbort } from '../cancellation.js';
import { ReasonerError } from '../errors.js';
import type { CompletionUsage } from '../provider.js';
import { tokenCount } from '../token-count.js';
import { networkCode } from './network-code.js';
import { type WireOptions, wireFetch } from './ollama-stream.js';

/** Which model of which server, and how it is reached. */
export interface OllamaPlace extends Omit<WireOptions, 'signal'> {
  readonly host: string;
}

/** What a chat says beside the model. */
export type ChatPart = Omit<ChatRequest, 'model' | 'stream'>;

/** What a stream held: text and thinking put together, the calls as the server sent them. */
export interface ChatAnswer {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly unknown[];
  readonly truncated: boolean;
  readonly usage: CompletionUsage;
}

/**
 * Sends one chat. @throws cancelled, reasoner_timeout, reasoner_unreachable,
 * reasoner_model_missing, reasoner_unauthorized, reasoner_busy, reasoner_failed
 */
export async function chatOnce(
  place: OllamaPlace,
  chat: ChatPart,
  signal: CancelSignal,
): Promise<ChatAnswer> {
  assertNotAborted(signal);
  const link = linkAbort(signal);
  const client = new Ollama({
    host: place.host,
    fetch: wireFetch({ ...place, signal: link.signal }),
  });
  try {
    return await collect(client, { ...chat, model: place.model, stream: true });
  } catch (error) {
    if (signal.aborted) throw abortError(signal);
    throw error instanceof ReasonerError ? error : brokenStream(error);
  } finally {
    link.release();
  }
}

async function collect(client: Ollama, chat: ChatRequest & { stream: true }): Promise<ChatAnswer> {
  const calls: unknown[] = [];
  let text = '';
  let thinking = '';
  let truncated = false;
  let usage: CompletionUsage = { inputTokens: null, outputTokens: null };
  try {
    for await (const part of await client.chat(chat)) {
      text += textOf(part.message?.content);
      thinking += textOf(part.message?.thinking);
      const asked: unknown = part.message?.tool_calls;
      if (Array.isArray(asked)) for (const call of asked) calls.push(call);
      if (!part.done) continue;
      truncated = part.done_reason === 'length';
      const { prompt_eval_count: input, eval_count: output } = part;
      usage = { inputTokens: tokenCount(input), outputTokens: tokenCount(output) };
    }
  } catch (error) {
    if (!(error instanceof ReasonerError) || error.code !== 'reasoner_output_truncated')
      throw error;
    truncated = true;
  }
  return { text, thinking, calls, truncated, usage };
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}

function brokenStream(error: unknown): ReasonerError {
  const code = networkCode(error);
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    return new ReasonerError(
      'reasoner_timeout',
      `the stream of the model server stalled (\`${code}\`)`,
    );
  }
  return new ReasonerError('reasoner_failed', 'the stream of the model server broke off');
}
