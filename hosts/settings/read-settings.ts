/**
 * Reads `sluice.toml`: strict, bounded, all problems at once. Whoever may write to the file may
 * widen the grant: one of another user, or that anybody may write to, is refused.
 */
import { dirname, resolve } from 'node:path';
import type { Settings, TierSettings } from './settings.js';
import { type SettingsText, settingsSchema, type TierText } from './settings-schema.js';
import { absolute, parseSettingsText, readSettingsText } from './settings-text.js';
import { tierModels } from './tier-models.js';

/**
 * Reads the settings of a file (behaviour T-9 to T-11). A path in it begins at the file's own
 * folder, or with `~/` at the user's home.
 * @throws HostError `input_unreadable`; `settings_malformed` with every problem, and with the place
 * where the text is no TOML; also for a file that others may write to
 */
export function readSettings(path: string): Settings {
  return parseSettings(readSettingsText(path), path);
}

/**
 * Reads settings out of a text, as `readSettings` does; `path` is the file that it is of.
 * @throws HostError `settings_malformed`
 */
export function parseSettings(text: string, path: string): Settings {
  return settingsOf(parseSettingsText(text, path, settingsSchema), path);
}

function settingsOf(
  { runtime, catalogue, grant, principal, policy }: SettingsText,
  path: string,
): Settings {
  const { llm, hybrid, caps } = runtime;
  const base = dirname(resolve(path));
  const paths = (list: readonly string[]): readonly string[] =>
    Object.freeze(list.map((item) => absolute(item, base)));
  return Object.freeze<Settings>({
    path,
    mode: runtime.mode,
    policy: policy === undefined ? null : absolute(policy, base),
    models: tierModels({
      fast: tierOf(llm.fast),
      middle: llm.middle && tierOf(llm.middle),
      wise: llm.wise && tierOf(llm.wise),
    }),
    hybrid: Object.freeze({
      criticalCapabilities: Object.freeze(hybrid.critical_capabilities),
      escalateAfterFailure: hybrid.escalate_after_failure,
    }),
    caps: Object.freeze({ steps: caps.steps, sameExecutor: caps.same_executor }),
    catalogue: Object.freeze({
      shipped: catalogue.shipped,
      secrets: catalogue.secrets === undefined ? null : absolute(catalogue.secrets, base),
      folders: paths(catalogue.folders),
      keys: paths(catalogue.keys),
      hints: Object.freeze(catalogue.hints),
    }),
    grant: Object.freeze([...new Set(grant.capabilities)].sort()),
    principal: principal?.id ?? null,
  });
}

function tierOf({ provider, model, think, ...given }: TierText): TierSettings {
  return Object.freeze({
    provider,
    model,
    think,
    host: given.host ?? null,
    contextTokens: given.context_tokens ?? null,
    maxTokens: given.max_tokens ?? null,
  });
}
