/**
 * Any language model object of the AI SDK (interfaces v2 and v3), for roles and for conversations.
 * The SDK is not loaded here: the host hands in the model, with its address and its key. The model
 * and its service are untrusted: what they send is read as data.
 */
import { takenIds } from '../call-ids.js';
import { assertNotAborted, linkAbort } from '../cancellation.js';
import type { ConversationProvider, ConversationRequest, Reply } from '../conversation.js';
import { ReasonerError } from '../errors.js';
import type { Completion, CompletionRequest, Provider } from '../provider.js';
import { aiSdkError } from './ai-sdk-errors.js';
import {
  asSchema,
  type PromptMessage,
  type PromptTool,
  promptOf,
  promptTools,
} from './ai-sdk-prompt.js';
import {
  type AiSdkModel,
  type AiSdkResult,
  type CarriedParts,
  isCut,
  type ProviderOptions,
  readParts,
  usageOf,
} from './ai-sdk-reply.js';
import { wireNames } from './wire-names.js';

export type { AiSdkModel } from './ai-sdk-reply.js';
export { type BoundedFetchOptions, boundedFetch } from './bounded-fetch.js';

export interface AiSdkOptions {
  /**
   * What the SDK's provider takes beside the conversation, under its name, such as
   * `{ openai: { store: false } }`. Nothing here may give the model tools of its service.
   */
  readonly providerOptions?: ProviderOptions;
  /** `schema` (default) asks for the JSON Schema of a task, `json` only for JSON. */
  readonly format?: 'schema' | 'json';
}

/** Schemas of tasks have optional fields, which OpenAI's strict form refuses. */
const LENIENT: ProviderOptions = Object.freeze({ openai: { strictJsonSchema: false } });

/**
 * A provider for one model of the AI SDK, with native tools (behaviour T-17). The SDK reads answers
 * whole: give its provider `fetch: boundedFetch()`. @throws config_malformed here; a call throws
 * reasoner_unreachable, reasoner_unauthorized, reasoner_busy, reasoner_model_missing,
 * reasoner_timeout, reasoner_failed or cancelled.
 */
export function aiSdkProvider(
  model: AiSdkModel,
  options: AiSdkOptions = {},
): Provider & ConversationProvider {
  const name = nameOf(model);
  const carried: CarriedParts = new WeakMap();
  const use: Use = { model, name, options, carried };
  return Object.freeze({
    model: name,
    complete: (request: CompletionRequest) => complete(use, request),
    converse: (request: ConversationRequest) => converse(use, request),
  });
}

interface Use {
  readonly model: AiSdkModel;
  readonly name: string;
  readonly options: AiSdkOptions;
  readonly carried: CarriedParts;
}

/** A service offers one model by several interfaces (`openai.chat`, `openai.responses`). */
function nameOf(model: unknown): string {
  const isRecord = typeof model === 'object' && model !== null;
  const given: Partial<Record<keyof AiSdkModel, unknown>> = isRecord ? model : {};
  const { specificationVersion: version, modelId, provider, doGenerate } = given;
  const isKnown = (version === 'v2' || version === 'v3') && typeof doGenerate === 'function';
  if (!isKnown || typeof modelId !== 'string' || typeof provider !== 'string') {
    throw new ReasonerError('config_malformed', 'the model is no language model of the AI SDK', {
      mend: 'pass a model object of interface v2 or v3, such as `openai.chat(…)`, not its name',
    });
  }
  return `${modelId} at ${provider.split('.')[0]}`;
}

async function complete(use: Use, request: CompletionRequest): Promise<Completion> {
  const { format, providerOptions = {} } = use.options;
  const openai = { ...LENIENT['openai'], ...providerOptions['openai'] };
  const schema = format === 'json' ? {} : { schema: asSchema(request.schema) };
  const asked: Ask = {
    prompt: [
      { role: 'system', content: request.system },
      { role: 'user', content: [{ type: 'text', text: request.user }] },
    ],
    responseFormat: { type: 'json', ...schema },
    providerOptions: { ...providerOptions, openai },
  };
  const result = await generate(use, asked, request);
  if (result === undefined) return { text: '', truncated: true, usage: NOT_COUNTED };
  const { text, calls } = readParts(result.content, wireNames([]), new Set());
  if (calls.length > 0) {
    throw new ReasonerError('reasoner_failed', 'the model asked for a call where none was offered');
  }
  return { text, truncated: isCut(result), usage: usageOf(result) };
}

async function converse(use: Use, request: ConversationRequest): Promise<Reply> {
  const { providerOptions } = use.options;
  const names = wireNames(request.tools);
  const asked: Ask = {
    prompt: promptOf(request, names, use.carried),
    ...(request.tools.length === 0 ? {} : { tools: promptTools(request.tools, names) }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
  const result = await generate(use, asked, request);
  if (result === undefined) return CUT_SHORT;
  const { text, thinking, calls, parts } = readParts(
    result.content,
    names,
    takenIds(request.messages),
  );
  const carry = Object.freeze({});
  use.carried.set(carry, parts);
  const thought = thinking === '' ? null : thinking;
  return {
    text,
    calls,
    thinking: thought,
    truncated: isCut(result),
    usage: usageOf(result),
    carry,
  };
}

const NOT_COUNTED = Object.freeze({ inputTokens: null, outputTokens: null });

/** What is left of an answer over the bound of `boundedFetch`: nothing that can be read. */
const CUT_SHORT: Reply = Object.freeze({
  text: '',
  calls: Object.freeze([]),
  thinking: null,
  truncated: true,
  usage: NOT_COUNTED,
});

interface Ask {
  readonly prompt: PromptMessage[];
  readonly tools?: PromptTool[];
  readonly responseFormat?: { type: 'json'; schema?: ReturnType<typeof asSchema> };
  readonly providerOptions?: ProviderOptions;
}

/** Sends once; the SDK's model retries nothing. `undefined` where the answer was over its bound. */
async function generate(
  { model, name }: Use,
  asked: Ask,
  { maxTokens, signal }: Pick<ConversationRequest, 'maxTokens' | 'signal'>,
): Promise<AiSdkResult | undefined> {
  assertNotAborted(signal);
  const link = linkAbort(signal);
  try {
    const bounds = { maxOutputTokens: maxTokens, abortSignal: link.signal };
    return await model.doGenerate({ ...asked, ...bounds });
  } catch (error) {
    const mapped = aiSdkError(error, name, signal);
    if (mapped.code === 'reasoner_output_truncated') return undefined;
    throw mapped;
  } finally {
    link.release();
  }
}
