/** Reads the text of a manifest: TOML of a bounded size, and nothing in it that nobody reads. */
import { parse, TomlError } from 'smol-toml';
import { snapshot } from '../../kernel/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { type Manifest, manifestSchema } from './manifest.js';

/** Longest manifest, in bytes. */
export const MAX_MANIFEST_BYTES = 262_144;
const BOUNDS = Object.freeze({ maxDepth: 32, maxNodes: 20_000, maxChars: MAX_MANIFEST_BYTES });

/**
 * Reads a manifest (behaviour T-31).
 * @throws HostError `manifest_malformed`, with the place as `line:column` or as a pointer
 */
export function readManifest(text: string, path = 'manifest.toml'): Manifest {
  const read = manifestSchema.safeParse(tomlTable(text, path));
  if (read.success) return Object.freeze(read.data);
  const issue = read.error.issues[0];
  const at = (issue?.path ?? []).map((key) => `/${String(key)}`).join('');
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : null;
  const what = keys === null ? (issue?.message ?? 'malformed') : `has unknown keys: ${keys}`;
  throw malformed(path, `at \`${at === '' ? '/' : at}\`: ${what}`);
}

/** The text of a manifest as plain data. @throws HostError `manifest_malformed` */
export function tomlTable(text: string, path: string): JsonObject {
  let plain: Json;
  try {
    plain = snapshot(parse(text, { unsafeKeyBehaviour: 'throw', maxDepth: 32 }), BOUNDS);
  } catch (error) {
    if (!(error instanceof TomlError))
      throw malformed(path, 'it holds more than plain data', error);
    const at = `${error.line}:${error.column}`;
    const [what = ''] = error.message.split('\n', 1);
    throw malformed(path, `at ${at}: ${what}`, error, at);
  }
  if (!isJsonObject(plain)) throw malformed(path, 'it is no table');
  return plain;
}

/** The text of the bytes of a manifest. @throws HostError `manifest_malformed` */
export function manifestText(bytes: Uint8Array, path: string): string {
  try {
    // Each text stands for one sequence of bytes: a mark of byte order is kept.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw malformed(path, 'it is not UTF-8 text', cause);
  }
}

function malformed(path: string, what: string, cause?: unknown, at?: string): HostError {
  const detail = { cause, ...(at === undefined ? {} : { at }) };
  return new HostError('manifest_malformed', `\`${path}\`: ${what}`, detail);
}
