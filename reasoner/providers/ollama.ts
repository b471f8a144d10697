/**
 * Local models by Ollama's protocol, over its own client. The server and its model are untrusted:
 * what they send is bounded, read as data and handed on as text. One client a request, so that
 * ending one ends no other.
 */
import { type ChatRequest, Ollama } from 'ollama/browser';
import { abortError, assertNotAborted, linkAbort } from '../cancellation.js';
import { ReasonerError } from '../errors.js';
import type { Completion, CompletionRequest, Provider } from '../provider.js';
import { grammarSchema } from './grammar-schema.js';
import { networkCode, wireFetch } from './ollama-stream.js';

export interface OllamaOptions {
  readonly model: string;
  /** Address of the server. Default `http://127.0.0.1:11434`. */
  readonly host?: string;
  /**
   * Lets the model think before it answers, if it can. Default `false`: thinking can break
   * structured output.
   */
  readonly think?: boolean | 'low' | 'medium' | 'high';
  /** How long the server keeps the model loaded: seconds, or text like `5m`. */
  readonly keepAlive?: string | number;
  /**
   * Tokens of context to load the model with. Servers cut longer prompts silently: set it for long
   * content.
   */
  readonly contextTokens?: number;
  /** `schema` (default) decodes under the JSON Schema of the task, `json` only under JSON. */
  readonly format?: 'schema' | 'json';
  /**
   * The most bytes of an answer that are read. Default 4 MiB; a longer answer counts as truncated.
   */
  readonly maxBytes?: number;
  readonly fetch?: typeof fetch;
}

const DEFAULT_HOST = 'http://127.0.0.1:11434';
const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;

/**
 * A provider for one model of an Ollama server. @throws config_malformed here; a completion throws
 * reasoner_unreachable, reasoner_model_missing, reasoner_timeout, reasoner_failed or cancelled.
 */
export function ollamaProvider(options: OllamaOptions): Provider {
  const address = parseHost(options.host ?? DEFAULT_HOST);
  if (options.model === '') {
    throw new ReasonerError('config_malformed', 'the model has no name', { mend: 'name a model' });
  }
  return Object.freeze({
    model: `${options.model} at ${address.origin}`,
    complete: (request: CompletionRequest) => complete(options, address, request),
  });
}

function parseHost(host: string): URL {
  const mend = 'give an address like `http://127.0.0.1:11434`, without a user or password';
  const text = host.includes('://') ? host : `http://${host}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isWeb || url.username !== '' || url.password !== '') {
    throw new ReasonerError('config_malformed', 'the host is not an address of a server', { mend });
  }
  return url;
}

async function complete(
  options: OllamaOptions,
  address: URL,
  request: CompletionRequest,
): Promise<Completion> {
  assertNotAborted(request.signal);
  const link = linkAbort(request.signal);
  const wire = wireFetch({
    fetch: options.fetch ?? fetch,
    signal: link.signal,
    model: options.model,
    origin: address.origin,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
  });
  const client = new Ollama({ host: options.host ?? DEFAULT_HOST, fetch: wire });
  try {
    return await collect(client, chatRequest(options, request));
  } catch (error) {
    if (request.signal.aborted) throw abortError(request.signal);
    throw error instanceof ReasonerError ? error : brokenStream(error);
  } finally {
    link.release();
  }
}

function chatRequest(
  options: OllamaOptions,
  request: CompletionRequest,
): ChatRequest & { stream: true } {
  const schema = options.format === 'json' ? undefined : grammarSchema(request.schema);
  const { contextTokens, keepAlive } = options;
  return {
    model: options.model,
    stream: true,
    think: options.think ?? false,
    format: schema ?? 'json',
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: request.user },
    ],
    options: {
      temperature: 0,
      num_predict: request.maxTokens,
      ...(contextTokens === undefined ? {} : { num_ctx: contextTokens }),
    },
    ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
  };
}

/** Reads a stream to its end. Thinking is dropped: it is no part of the answer. */
async function collect(client: Ollama, chat: ChatRequest & { stream: true }): Promise<Completion> {
  let text = '';
  let truncated = false;
  let usage: Completion['usage'] = { inputTokens: null, outputTokens: null };
  try {
    for await (const part of await client.chat(chat)) {
      const content: unknown = part.message?.content;
      if (typeof content === 'string') text += content;
      if (!part.done) continue;
      truncated = part.done_reason === 'length';
      usage = { inputTokens: count(part.prompt_eval_count), outputTokens: count(part.eval_count) };
    }
  } catch (error) {
    if (!(error instanceof ReasonerError) || error.code !== 'reasoner_output_truncated')
      throw error;
    truncated = true;
  }
  return { text, truncated, usage };
}

function count(tokens: unknown): number | null {
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
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
