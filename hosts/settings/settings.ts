/**
 * What a user configures of turns in `sluice.toml` (behaviour T-9, T-10, T-11). Types, names and
 * defaults; reading is read-settings.ts.
 *
 *     policy = "sluice.policy.yaml"         # default: the built-in rules
 *     [principal]
 *     id = "user:alice@example.com"
 *     [runtime]
 *     mode = "local"                        # local (default), online or hybrid
 *     [runtime.llm.fast]                    # middle and wise alike; fast alone is enough
 *     provider = "ollama"
 *     model = "qwen3:8b"
 *     think = false                         # default
 *     [runtime.hybrid]
 *     critical_capabilities = ["money.pay"] # default: none
 *     escalate_after_failure = true         # default
 *     [runtime.caps]
 *     steps = 5                             # default
 *     same_executor = 2                     # default
 *     [catalogue]
 *     shipped = true                        # default: the executors that come with Sluice
 *     secrets = "secrets.toml"              # default: none; mode 0600
 *     folders = ["executors"]               # default: none
 *     keys = ["~/.config/sluice/keys/me.pub"]
 *     [catalogue.hints]
 *     "fs.read" = ["~/notes/**"]
 *     [grant]
 *     capabilities = ["fs.read"]            # default: none
 */
import type { LoopMode, ModelTier } from '../../reasoner/index.js';

/** Who offers models. */
export const providerNames = Object.freeze(['ollama', 'openai', 'anthropic'] as const);
export type ProviderName = (typeof providerNames)[number];

/** One model, as a tier names it (behaviour T-11). It holds no key: the environment does. */
export interface TierSettings {
  readonly provider: ProviderName;
  readonly model: string;
  /** Whether it thinks aloud before it answers. Default: false. */
  readonly think: boolean;
  /** Address of the server, `http` or `https`; null for the one of the provider. */
  readonly host: string | null;
  /** Tokens of a context and of an answer; null for what the provider takes. */
  readonly contextTokens: number | null;
  readonly maxTokens: number | null;
}

/** A model for each tier, and which tiers are one model (behaviour T-10, C37). */
export interface TierModels extends Readonly<Record<ModelTier, TierSettings>> {
  /** Groups of at least two tiers that name one model of one provider, wherever it runs. */
  readonly same: readonly (readonly ModelTier[])[];
}

export interface HybridSettings {
  /** Capabilities for which a hybrid turn goes online. Default: none. */
  readonly criticalCapabilities: readonly string[];
  /** Whether it goes online after a local turn that failed. Default: true. */
  readonly escalateAfterFailure: boolean;
}

/** Bounds of a turn; the run limits of the kernel hold beside them (C13). */
export interface CapSettings {
  /** Default: 5. */
  readonly steps: number;
  /** How often one executor may be called. Default: 2. */
  readonly sameExecutor: number;
}

export interface CatalogueSettings {
  /** Whether the executors that come with the package are a part of it. Default: true. */
  readonly shipped: boolean;
  /** Absolute path of a file of secrets; null for none. */
  readonly secrets: string | null;
  /** Absolute paths of folders with executors. Default: none. */
  readonly folders: readonly string[];
  /** Absolute paths of public keys of authors. Default: none. */
  readonly keys: readonly string[];
  /** Paths and hosts by capability (behaviour T-33). Default: none. */
  readonly hints: Readonly<Record<string, readonly string[]>>;
}

export interface Settings {
  /** The file that they are of, as it was named. */
  readonly path: string;
  readonly mode: LoopMode;
  /** Absolute path of a policy document; null for the built-in rules. */
  readonly policy: string | null;
  readonly models: TierModels;
  readonly hybrid: HybridSettings;
  readonly caps: CapSettings;
  readonly catalogue: CatalogueSettings;
  /** Capabilities of a turn. Default: none. */
  readonly grant: readonly string[];
  /** Whose turns these are, `user:` and a name; null if the file does not say. */
  readonly principal: string | null;
}
