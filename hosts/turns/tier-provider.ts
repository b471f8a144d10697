/**
 * The model of a tier, as its settings name it. Ollama comes with Sluice; the packages of other
 * services are the user's to install, and read their keys from the environment.
 */
import type { ConversationProvider, Provider } from '../../reasoner/index.js';
import { type AiSdkModel, aiSdkProvider, boundedFetch } from '../../reasoner/providers/ai-sdk.js';
import { ollamaProvider } from '../../reasoner/providers/ollama.js';
import { HostError } from '../errors.js';
import type { TierSettings } from '../settings/settings.js';

export type TierProvider = Provider & ConversationProvider;

/**
 * Opens the model of a tier (behaviour T-10, T-11).
 * @throws HostError `model_package_missing`; ReasonerError `config_malformed`
 */
export async function tierProvider(tier: TierSettings): Promise<TierProvider> {
  switch (tier.provider) {
    case 'ollama':
      return ollamaTier(tier);
    case 'openai':
      return openaiTier(tier);
    case 'anthropic':
      return anthropicTier(tier);
  }
}

function ollamaTier({ model, host, think, contextTokens }: TierSettings): TierProvider {
  return ollamaProvider({
    model,
    think,
    ...(host === null ? {} : { host }),
    ...(contextTokens === null ? {} : { contextTokens }),
  });
}

async function openaiTier({ model, host, think }: TierSettings): Promise<TierProvider> {
  const open = await serviceOf('@ai-sdk/openai', 'createOpenAI', host);
  // What the service would keep of a conversation, nobody here can take back.
  const own = { store: false, ...(think ? { reasoningSummary: 'auto' } : {}) };
  return aiSdkProvider(open(model), { providerOptions: { openai: own } });
}

const THINKING_TOKENS = 2048;

async function anthropicTier({ model, host, think }: TierSettings): Promise<TierProvider> {
  const open = await serviceOf('@ai-sdk/anthropic', 'createAnthropic', host);
  const thinking = { type: 'enabled', budgetTokens: THINKING_TOKENS };
  return aiSdkProvider(open(model), think ? { providerOptions: { anthropic: { thinking } } } : {});
}

type Service = (model: string) => AiSdkModel;

/** Opens a service of the AI SDK, where its package is installed. */
async function serviceOf(name: string, make: string, host: string | null): Promise<Service> {
  const made: unknown = Reflect.get(await packageOf(name), make);
  if (typeof made !== 'function')
    throw new HostError('model_package_missing', `\`${name}\` has no \`${make}\``);
  return made({ fetch: boundedFetch(), ...(host === null ? {} : { baseURL: host }) }) as Service;
}

/** The package is the user's: its name is no import of ours. */
async function packageOf(name: string): Promise<object> {
  try {
    return (await import(name)) as object;
  } catch (cause) {
    throw new HostError('model_package_missing', `\`${name}\` is not installed`, { cause });
  }
}
