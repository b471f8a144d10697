/**
 * Which model a tier gets where it has none of its own, and which tiers are one model (behaviour
 * T-10, C37). Pure.
 */
import { type ModelTier, modelTiers } from '../../reasoner/index.js';
import type { TierModels, TierSettings } from './settings.js';

/** The tiers that a user configured. */
export interface NamedTiers {
  readonly fast: TierSettings;
  readonly middle?: TierSettings | undefined;
  readonly wise?: TierSettings | undefined;
}

const LATEST = /:latest$/;

/**
 * Fills the tiers: `middle` falls to `fast`, `wise` to `middle` and then to `fast` (behaviour
 * T-10).
 */
export function tierModels({ fast, middle = fast, wise = middle }: NamedTiers): TierModels {
  const tiers: Readonly<Record<ModelTier, TierSettings>> = { fast, middle, wise };
  const groups = new Map<string, ModelTier[]>();
  for (const tier of modelTiers) {
    const name = modelName(tiers[tier]);
    groups.set(name, [...(groups.get(name) ?? []), tier]);
  }
  const same = [...groups.values()].filter((group) => group.length > 1);
  return Object.freeze({
    ...tiers,
    same: Object.freeze(same.map((group) => Object.freeze(group))),
  });
}

/** A model in one word, `ollama/qwen3:8b`; the same word is the same model, wherever it runs. */
export function modelName({ provider, model }: TierSettings): string {
  return `${provider}/${provider === 'ollama' ? model.replace(LATEST, '') : model}`;
}
