/**
 * Where secrets come from: a function of the host, or a file that only its user reads. They are
 * asked for when an executor starts, and only those that its signed manifest names. Upholds INV-K4.
 */
import { closeSync } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../schemas/index.js';
import { readBounded } from '../../bounded-read.js';
import { HostError } from '../../errors.js';
import { parseStrictJson } from '../../json/strict-json.js';
import { isOpenToOthers, openOwnedFile } from '../../stores/owned-file.js';
import { tomlTable } from '../manifest-text.js';
import { ExecutorFailure } from './executor-failure.js';

/** Gives a secret by its name; null if there is none. */
export type SecretFunction = (name: string) => string | null | Promise<string | null>;

/** A function, or the path of a file (mode 0600, `.json` or TOML) of texts by name. */
export type SecretSource = SecretFunction | string;

/** Longer ones could stand across the end of what is kept of a text. */
const MAX_BYTES = 2048;
const MAX_FILE = 1_048_576;
/** Shorter ones stand by chance in any answer. */
const MIN_LENGTH = 4;

/**
 * Resolves the secrets of a manifest, by their name in the envelope.
 * @throws ExecutorFailure `secret_unavailable`; nothing of a secret, nor of what the host said
 */
export async function secretsFor(
  wanted: Readonly<Record<string, string>>,
  source: SecretSource | null,
): Promise<Readonly<Record<string, string>>> {
  const secrets: Record<string, string> = {};
  const names = Object.entries(wanted);
  if (names.length === 0) return secrets;
  const given = typeof source === 'string' ? secretsOfFile(source) : source;
  for (const [name, asked] of names) {
    const secret = await oneOf(given, asked);
    if (secret === null) throw new ExecutorFailure('secret_unavailable');
    secrets[name] = secret;
  }
  return secrets;
}

async function oneOf(given: SecretFunction | null, name: string): Promise<string | null> {
  try {
    const secret: unknown = await given?.(name);
    const isOne = typeof secret === 'string' && secret.length >= MIN_LENGTH;
    return isOne && Buffer.byteLength(secret) <= MAX_BYTES ? secret : null;
  } catch {
    // What it threw may quote the secret.
    return null;
  }
}

function secretsOfFile(path: string): SecretFunction {
  const held = heldIn(resolve(path));
  return (name) => {
    const secret = Object.hasOwn(held, name) ? held[name] : null;
    return typeof secret === 'string' ? secret : null;
  };
}

function heldIn(path: string): JsonObject {
  try {
    const text = privateText(path);
    const held = path.endsWith('.json') ? parseStrictJson(text) : tomlTable(text, path);
    if (isJsonObject(held)) return held;
  } catch {
    // A parser quotes the line that it could not read.
    throw new ExecutorFailure('secret_unavailable');
  }
  throw new ExecutorFailure('secret_unavailable');
}

function privateText(path: string): string {
  const fd = openOwnedFile(path, 'read');
  try {
    if (isOpenToOthers(fd)) throw new HostError('key_exposed', 'others may read it');
    // A part of a file would be another file.
    const tooLong = (): HostError => new HostError('key_malformed', 'it is too long');
    return readBounded(fd, MAX_FILE, tooLong).toString('utf8');
  } finally {
    closeSync(fd);
  }
}
