/**
 * The pinned file of managed rules, which `SLUICE_MANAGED_POLICY` names. It prevails over every
 * other managed rule, and where it cannot be read nothing does (behaviour G-43, C32).
 */
import {
  type GuardrailRule,
  isJsonList,
  isJsonObject,
  type Json,
  unknownKey,
} from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { managedEntry } from './managed-entry.js';
import { MAX_POLICY_BYTES, readTextFile } from './text-file.js';

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = 'SLUICE_MANAGED_POLICY';
const MAX_RULES = 100_000;

/**
 * The path that the variable holds; null where it is not set.
 * @throws HostError `input_unreadable` where it is set to nothing
 */
export function managedPath(env: Environment = process.env): string | null {
  const path = env[VARIABLE];
  if (path === undefined) return null;
  if (path.trim() !== '') return path;
  throw new HostError('input_unreadable', `\`${VARIABLE}\` is set and names no file`);
}

/**
 * Managed rules of the file that `SLUICE_MANAGED_POLICY` names; null where it names none. It holds
 * a list, or a record with `rules` (behaviour G-44).
 * @throws HostError `policy_malformed`, `input_unreadable`; never falls back
 */
export function readManagedRules(env?: Environment): readonly GuardrailRule[] | null {
  const path = managedPath(env);
  return path === null ? null : parseManagedText(readTextFile(path).text, path);
}

/**
 * Reads managed rules from JSON; `what` names it in messages.
 * @throws HostError `policy_malformed`
 */
export function parseManagedText(text: string, what: string): readonly GuardrailRule[] {
  const entries = listed(parsed(text, what), what);
  if (entries.length > MAX_RULES)
    throw new HostError('policy_malformed', `\`${what}\`: more than ${MAX_RULES} rules`);
  const seen = new Set<string>();
  return Object.freeze(
    entries.map((entry, at) => {
      const rule = managedEntry(entry, at, `\`${what}\` rule ${at + 1}`);
      if (seen.has(rule.id)) {
        const message = `\`${what}\` rule ${at + 1}: a second rule \`${rule.id}\``;
        throw new HostError('policy_malformed', message);
      }
      seen.add(rule.id);
      return rule;
    }),
  );
}

function parsed(text: string, what: string): Json {
  try {
    return parseStrictJson(text, { maxLength: MAX_POLICY_BYTES });
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause;
    const detail = cause.at === null ? { cause } : { cause, at: cause.at };
    throw new HostError('policy_malformed', `\`${what}\`: ${cause.message}`, detail);
  }
}

function listed(value: Json, what: string): readonly Json[] {
  if (isJsonList(value)) return value;
  const stray = isJsonObject(value) ? unknownKey(value, ['rules']) : null;
  if (stray !== null) throw new HostError('policy_malformed', `\`${what}\`: ${stray}`);
  const rules = isJsonObject(value) ? value['rules'] : undefined;
  if (rules !== undefined && isJsonList(rules)) return rules;
  const form = 'expected a list of rules, or a record with `rules`';
  throw new HostError('policy_malformed', `\`${what}\`: ${form}`);
}
