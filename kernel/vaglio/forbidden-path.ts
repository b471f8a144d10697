/**
 * The coded paths under the tightening layer: matched in plain spellings of what is a path, in any
 * case, with the names by which a process reaches its own files. A mention in prose is no path.
 */
import { isJsonList, isJsonObject, type Json } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { patternIn } from './coded-core.js';
import { mayHoldName, type PathBase, pathSpellings } from './path-spelling.js';

/** Arguments whose names say that they hold a path. */
const PATH_KEY =
  /(?:^|[^a-z])(?:path|file|filename|dir|directory|folder|cwd|root|uri|url|src|dst|dest|source|destination|target|location)s?$|(?:Path|File|Filename|Dir|Directory|Folder|Uri|Url|Target)s?$/;
const OWN_PROCESS = /^\/proc\/(?:self|thread-self)(?:\/|$)/;
const PROCESSES = '^/proc(/[0-9]|$)';
/**
 * Above a directory that nobody knows: only names that nothing else has are held for the root's.
 */
const CLIMBS =
  /^(?:\.\.\/)+(?=(?:etc\/(?:passwd|shadow|sudoers|ssh)|proc\/(?:[0-9]|self))(?:\/|$))/;

/** The first coded pattern that a text, if it is a path, matches in a plain spelling. */
export function forbiddenPath(text: string, base: PathBase, isNamedPath = false): string | null {
  return mayHoldName(text) ? spelledPattern(text, base, isNamedPath) : null;
}

function spelledPattern(text: string, base: PathBase, isNamedPath: boolean): string | null {
  for (const path of pathSpellings(text, base, isNamedPath)) {
    const found = patternOf(path, base);
    if (found !== null) return found;
  }
  return null;
}

function patternOf(path: string, base: PathBase): string | null {
  if (OWN_PROCESS.test(path)) return PROCESSES;
  const found = patternIn(path);
  if (found !== null || base.cwd !== null) return found;
  return CLIMBS.test(path) ? patternOf(path.replace(CLIMBS, '/'), base) : null;
}

const noKeys: readonly string[] = freeze([]);

/** The same for every string of a value, but for those at the top under `except`. */
export function forbiddenIn(
  value: Json,
  base: PathBase,
  except: readonly string[] = noKeys,
  name = '',
): string | null {
  if (typeof value === 'string')
    return mayHoldName(value) ? spelledPattern(value, base, PATH_KEY.test(name)) : null;
  if (isJsonList(value)) {
    for (const item of value) {
      const found = forbiddenIn(item, base, noKeys, name);
      if (found !== null) return found;
    }
  } else if (isJsonObject(value)) {
    for (const key in value) {
      if (except.length > 0 && except.includes(key)) continue;
      const found = forbiddenIn(value[key] as Json, base, noKeys, key);
      if (found !== null) return found;
    }
  }
  return null;
}
