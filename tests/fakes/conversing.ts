/** Every provider that converses, each before a service that speaks its real wire format. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { afterEach } from 'vitest';
import type { ConversationProvider, Provider } from '../../reasoner/index.js';
import { aiSdkProvider, boundedFetch } from '../../reasoner/providers/ai-sdk.js';
import { ollamaProvider } from '../../reasoner/providers/ollama.js';
import { type ModelService, startModelService, type Turn } from './model-service.js';
import { anthropicWire } from './wires/anthropic-wire.js';
import { ollamaWire } from './wires/ollama-wire.js';
import { openAiChatWire } from './wires/openai-chat-wire.js';
import { openAiResponsesWire } from './wires/openai-responses-wire.js';
import type { Wire } from './wires/wire.js';

/** The key that every service is given; it may show nowhere. */
export const KEY = 'sk-canary-key';
/** The most bytes of an answer that every provider here reads. */
export const MAX_BYTES = 64 * 1024;

type Both = Provider & ConversationProvider;

/** One provider and its wire. */
export interface Conversing {
  readonly name: string;
  readonly wire: Wire;
  /** Whether calls have ids on the wire. */
  readonly hasIds: boolean;
  readonly model: string;
  readonly key: string;
  readonly provider: (url: string) => Both;
  /** The provider of a model that thinks; null where the wire has no thoughts. */
  readonly thinker: ((url: string) => Both) | null;
}

const fetch = boundedFetch({ maxBytes: MAX_BYTES });

function openai(url: string): ReturnType<typeof createOpenAI> {
  return createOpenAI({ baseURL: `${url}/v1`, apiKey: KEY, fetch });
}

function claude(url: string): ReturnType<ReturnType<typeof createAnthropic>> {
  return createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY, fetch })('claude-sonnet-4-5');
}

function responses(url: string): Both {
  const providerOptions = { openai: { store: false, reasoningSummary: 'auto' } };
  return aiSdkProvider(openai(url).responses('gpt-5-mini'), { providerOptions });
}

const thinking = { type: 'enabled', budgetTokens: 1024 };

export const conversing: readonly Conversing[] = [
  {
    name: 'Ollama',
    wire: ollamaWire,
    hasIds: false,
    model: 'small',
    key: '',
    provider: (host) => ollamaProvider({ model: 'small', host, maxBytes: MAX_BYTES }),
    thinker: (host) => ollamaProvider({ model: 'small', host, think: true }),
  },
  {
    name: 'OpenAI chat completions',
    wire: openAiChatWire,
    hasIds: true,
    model: 'gpt-4o',
    key: `Bearer ${KEY}`,
    provider: (url) => aiSdkProvider(openai(url).chat('gpt-4o')),
    thinker: null,
  },
  {
    name: 'OpenAI responses',
    wire: openAiResponsesWire,
    hasIds: true,
    model: 'gpt-5-mini',
    key: `Bearer ${KEY}`,
    provider: responses,
    thinker: responses,
  },
  {
    name: 'Anthropic messages',
    wire: anthropicWire,
    hasIds: true,
    model: 'claude-sonnet-4-5',
    key: KEY,
    provider: (url) => aiSdkProvider(claude(url)),
    thinker: (url) => aiSdkProvider(claude(url), { providerOptions: { anthropic: { thinking } } }),
  },
];

/** Registers the hook of a test file that stops what it served. */
export function modelServices(): (wire: Wire, ...turns: Turn[]) => Promise<ModelService> {
  const running: ModelService[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  return async (wire, ...turns) => {
    const service = await startModelService(wire, turns);
    running.push(service);
    return service;
  };
}
