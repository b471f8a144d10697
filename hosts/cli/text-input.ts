/** What the command line names: a plan in a file, facts as JSON. One strict parser for both. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { Json } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import type { QueryOptions } from '../kernel-config.js';
import { unreadable } from '../unreadable.js';

type Facts = NonNullable<QueryOptions['facts']>;

const factsSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.strictObject({
      value: z.json(),
      source: z.enum(['user', 'host']).optional(),
      handle: z.string().optional(),
      readers: z.union([z.literal('anyone'), z.array(z.string())]).optional(),
      subjects: z.array(z.string()).optional(),
    }),
  ]),
);

/** Refuses what is no file that can be read. @throws HostError `input_unreadable` */
export function assertFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
    if (statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Reads JSON by the strict parser; `what` names it in messages. @throws HostError `json_*` */
export function parseNamed(text: string, what: string): Json {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const detail = error.at === null ? {} : { at: error.at };
    throw new HostError(error.code, `${what}: ${error.message}`, detail);
  }
}

/** Reads a file whole. @throws HostError `input_unreadable` */
export function readInput(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * Reads a plan from a file; whether it is one, the kernel says.
 * @throws HostError `input_unreadable`, `json_malformed` and the other codes of the strict parser
 */
export function readPlan(path: string): Json {
  const bytes = readInput(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new HostError('json_malformed', `\`${path}\` is not UTF-8 text`, { cause });
  }
  return parseNamed(text, `\`${path}\``);
}

/**
 * Reads facts from text: `{"name": "value"}` or `{"name": {"value": …, "readers": …}}`.
 * @throws HostError `fact_malformed`, `json_malformed` and the other codes of the strict parser
 */
export function parseFacts(text: string): Facts {
  const parsed = factsSchema.safeParse(parseNamed(text, '`--facts`'));
  if (parsed.success) return parsed.data as Facts;
  const name = parsed.error.issues[0]?.path[0];
  const where = name === undefined ? '`--facts`' : `fact \`${String(name)}\``;
  const form = 'text, a number, true, false, or `{"value": …}` with `readers`, `source`, `handle`';
  throw new HostError('fact_malformed', `${where}: expected by name ${form}`);
}
