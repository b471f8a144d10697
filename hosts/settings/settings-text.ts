/**
 * The text of a settings file, and the tables in it: strict, bounded, all problems at once. Whoever
 * may write to the file may widen the grant: one of another user, or that anybody may write to, is
 * refused.
 */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';
import { HostError } from '../errors.js';
import { readTextFile } from '../policy/text-file.js';
import { settingsMisfits } from './settings-misfit.js';

/** Longest settings, in UTF-16 code units. */
const MAX_SETTINGS = 262_144;
const MAX_DEPTH = 16;
const WRITABLE_BY_ANYONE = 0o002;

/**
 * Reads the text of a settings file.
 * @throws HostError `input_unreadable`, `settings_malformed` for a file that others may write to
 */
export function readSettingsText(path: string): string {
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

/** Reads the tables of a text. @throws HostError `settings_malformed` with every problem */
export function parseSettingsText<Schema extends z.ZodType>(
  text: string,
  path: string,
  schema: Schema,
): z.output<Schema> {
  if (text.length > MAX_SETTINGS) throw malformed(path, [`longer than ${MAX_SETTINGS} characters`]);
  const given = tomlOf(text, path);
  const read = schema.safeParse(given);
  if (!read.success) throw malformed(path, settingsMisfits(read.error.issues, given, schema));
  return read.data;
}

/** Names of the tables and keys that a text begins with. @throws HostError `settings_malformed` */
export function topLevelKeys(text: string, path: string): readonly string[] {
  const given = tomlOf(text, path);
  return typeof given === 'object' && given !== null ? Object.keys(given) : [];
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

/** The error of a file that is no settings: one sentence a problem. */
export function malformed(path: string, problems: readonly string[]): HostError {
  const sentences = problems.map((problem) => `\`${path}\`: ${problem}`);
  return new HostError('settings_malformed', sentences[0] ?? path, { problems: sentences });
}

/** A path in a file: from `~/`, or from the folder `base`. */
export function absolute(path: string, base: string): string {
  if (path === '~') return homedir();
  return path.startsWith('~/') ? resolve(homedir(), path.slice(2)) : resolve(base, path);
}
