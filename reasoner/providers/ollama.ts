/**
 * Local models by Ollama's protocol, over its own client. The server and its model are untrusted:
 * what they send is bounded, read as data and handed on as text and as calls that nobody has made.
 */
import type { ConversationProvider, ConversationRequest, Reply } from '../conversation.js';
import { ReasonerError } from '../errors.js';
import type { Completion, CompletionRequest, Provider } from '../provider.js';
import { grammarSchema } from './grammar-schema.js';
import { type ChatPart, chatOnce, type OllamaPlace } from './ollama-chat.js';
import { askedCalls, type CarriedThinking, wireMessages, wireTools } from './ollama-messages.js';

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
   * content and for long conversations.
   */
  readonly contextTokens?: number;
  /**
   * `schema` (default) decodes under the JSON Schema of the task, `json` only under JSON. A
   * conversation is decoded under neither.
   */
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
 * A provider for one model of an Ollama server, for roles and for conversations with native tools
 * (behaviour T-17). @throws config_malformed here; a call throws reasoner_unreachable,
 * reasoner_model_missing, reasoner_unauthorized, reasoner_busy, reasoner_timeout, reasoner_failed
 * or cancelled.
 */
export function ollamaProvider(options: OllamaOptions): Provider & ConversationProvider {
  const address = parseHost(options.host ?? DEFAULT_HOST);
  if (options.model === '') {
    throw new ReasonerError('config_malformed', 'the model has no name', { mend: 'name a model' });
  }
  const place: OllamaPlace = {
    host: options.host ?? DEFAULT_HOST,
    origin: address.origin,
    model: options.model,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    fetch: options.fetch ?? fetch,
  };
  const carried: CarriedThinking = new WeakMap();
  return Object.freeze({
    model: `${options.model} at ${address.origin}`,
    complete: (request: CompletionRequest) => complete(options, place, request),
    converse: (request: ConversationRequest) => converse(options, place, { request, carried }),
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

/** Thinking is dropped: it is no part of a completion. */
async function complete(
  options: OllamaOptions,
  place: OllamaPlace,
  request: CompletionRequest,
): Promise<Completion> {
  const schema = options.format === 'json' ? undefined : grammarSchema(request.schema);
  const chat: ChatPart = {
    ...common(options, request.maxTokens),
    format: schema ?? 'json',
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: request.user },
    ],
  };
  const { text, truncated, usage } = await chatOnce(place, chat, request.signal);
  return { text, truncated, usage };
}

interface Conversing {
  readonly request: ConversationRequest;
  readonly carried: CarriedThinking;
}

async function converse(
  options: OllamaOptions,
  place: OllamaPlace,
  { request, carried }: Conversing,
): Promise<Reply> {
  const chat: ChatPart = {
    ...common(options, request.maxTokens),
    messages: wireMessages(request, carried),
    ...(request.tools.length === 0 ? {} : { tools: wireTools(request.tools) }),
  };
  const { text, thinking, calls, truncated, usage } = await chatOnce(place, chat, request.signal);
  const asked = askedCalls(calls, request.messages);
  const reply = { text, calls: asked, thinking: thinking === '' ? null : thinking, truncated };
  if (thinking === '') return { ...reply, usage };
  const carry = Object.freeze({});
  carried.set(carry, thinking);
  return { ...reply, usage, carry };
}

function common(options: OllamaOptions, maxTokens: number): Omit<ChatPart, 'messages'> {
  const { contextTokens, keepAlive } = options;
  return {
    think: options.think ?? false,
    options: {
      temperature: 0,
      num_predict: maxTokens,
      ...(contextTokens === undefined ? {} : { num_ctx: contextTokens }),
    },
    ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
  };
}
