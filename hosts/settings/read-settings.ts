/**
 * Reads `sluice.toml`: strict, bounded, all problems at once. Whoever may write to the file may
 * widen the grant: one of another user, or that anybody may write to, is refused.
 */
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { HostError } from '../errors.js';
import { readTextFile } from '../policy/text-file.js';
import type { Settings, TierSettings } from './settings.js';
import { settingsMisfits } from './settings-misfit.js';
import { type SettingsText, settingsSchema, type TierText } from './settings-schema.js';
import { tierModels } from './tier-models.js';

/** Longest settings, in UTF-16 code units. */
const MAX_SETTINGS = 262_144;
const MAX_DEPTH = 16;
const WRITABLE_BY_ANYONE = 0o002;

/**
 * Reads the settings of a file (behaviour T-9 to T-11). A path in it begins at the file's own
 * folder, or with `~/` at the user's home.
 * @throws HostError `input_unreadable`; `settings_malformed` with every problem, and with the place
 * where the text is no TOML; also for a file that others may write to
 */
export function readSettings(path: string): Settings {
  return parseSettings(textOf(path), path);
}

/**
 * Reads settings out of a text, as `readSettings` does; `path` is the file that it is of.
 * @throws HostError `settings_malformed`
 */
export function parseSettings(text: string, path: string): Settings {
  if (text.length > MAX_SETTINGS) throw malformed(path, [`longer than ${MAX_SETTINGS} characters`]);
  const given = tomlOf(text, path);
  const read = settingsSchema.safeParse(given);
  if (!read.success)
    throw malformed(path, settingsMisfits(read.error.issues, given, settingsSchema));
  return settingsOf(read.data, path);
}

function textOf(path: string): string {
  try {
    const { text, stats } = readTextFile(path);
    const own = process.geteuid?.();
    // Whoever may write to it may grant what they like.
    if (own !== undefined && stats.uid !== own && stats.uid !== 0)
      throw malformed(path, ['another user owns it']);
    if (own !== undefined && (stats.mode & WRITABLE_BY_ANYONE) !== 0)
      throw malformed(path, ['anybody may write to it; take that away with `chmod o-w`']);
    return text;
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'policy_malformed') throw error;
    throw new HostError('settings_malformed', error.message, { cause: error });
  }
}

function tomlOf(text: string, path: string): unknown {
  try {
    return parse(text, { maxDepth: MAX_DEPTH, unsafeKeyBehaviour: 'throw' });
  } catch (error) {
    if (!(error instanceof TomlError)) throw malformed(path, ['no TOML that can be read']);
    // What follows the first line is the text itself.
    const what = error.message.split('\n', 1)[0] ?? 'no TOML';
    const place = `${error.line}:${error.column}`;
    throw new HostError('settings_malformed', `\`${path}\` at ${place}: ${what}`, { at: place });
  }
}

function malformed(path: string, problems: readonly string[]): HostError {
  const sentences = problems.map((problem) => `\`${path}\`: ${problem}`);
  return new HostError('settings_malformed', sentences[0] ?? path, { problems: sentences });
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

function absolute(path: string, base: string): string {
  if (path === '~') return homedir();
  return path.startsWith('~/') ? resolve(homedir(), path.slice(2)) : resolve(base, path);
}
