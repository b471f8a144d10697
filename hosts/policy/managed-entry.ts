/**
 * One entry of the managed file: keys in either spelling, a default for what is left out, and a
 * tighter reading for a word that nobody knows (behaviour G-9, G-44).
 */
import { snapshot } from '../../kernel/index.js';
import {
  type GuardrailRule,
  isJsonObject,
  type Json,
  managedRuleSchema,
  unknownKey,
} from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { checkFit } from './misfit.js';

type Fields = Readonly<Record<string, Json>>;
/** The spellings of a key by the name that the rule has it under. */
type Spellings = Readonly<Record<string, readonly string[]>>;

const entryKeys: Spellings = Object.freeze({
  id: ['id'],
  class: ['actionClass', 'action_class', 'class'],
  command: ['commandPrefix', 'command_prefix', 'command'],
  decision: ['decision'],
  enforcement: ['enforcement'],
  constraint: ['constraint'],
});

const constraintKeys: Spellings = Object.freeze({
  paths: ['paths'],
  refs: ['refs'],
  hosts: ['hosts'],
  commands: ['commands'],
  maxCount: ['maxCount', 'max_count'],
  maxCents: ['maxCents', 'max_cents'],
});

const decisions: readonly string[] = ['allow', 'prompt', 'deny'];
const enforcements: readonly string[] = ['advisory', 'soft', 'hard'];

/**
 * Reads an entry; `at` is its place in the list, from 0, and `where` names it in messages.
 * @throws HostError `policy_malformed`
 */
export function managedEntry(entry: Json, at: number, where: string): GuardrailRule {
  const {
    decision = 'deny',
    enforcement = 'hard',
    constraint,
    ...rest
  } = spelt(entry, entryKeys, where);
  const rule: Fields = {
    id: `managed-${at + 1}`,
    ...rest,
    decision: known(decision, decisions, 'prompt'),
    enforcement: known(enforcement, enforcements, 'hard'),
    ...(constraint === undefined
      ? {}
      : { constraint: spelt(constraint, constraintKeys, `${where} \`constraint\``) }),
  };
  const fitted = checkFit(managedRuleSchema, rule);
  if ('data' in fitted) return snapshot(fitted.data) as unknown as GuardrailRule;
  throw malformed(where, fitted.misfits[0]?.text ?? 'malformed');
}

function malformed(where: string, what: string): HostError {
  return new HostError('policy_malformed', `${where}: ${what}`);
}

/** The fields of a record under the names that a rule has them under. */
function spelt(value: Json, spellings: Spellings, where: string): Fields {
  if (!isJsonObject(value)) throw malformed(where, 'expected a record');
  const stray = unknownKey(value, Object.values(spellings).flat());
  if (stray !== null) throw malformed(where, stray);
  const fields: Record<string, Json> = {};
  for (const [name, keys] of Object.entries(spellings)) {
    const [key, second] = keys.filter((spelling) => Object.hasOwn(value, spelling));
    if (second !== undefined) throw malformed(where, `\`${key}\` and \`${second}\` are one key`);
    const given = key === undefined ? undefined : value[key];
    if (given !== undefined) fields[name] = given;
  }
  return fields;
}

/** A word that is not known is read as the tight one; what is no word stays, and is refused. */
function known(value: Json, words: readonly string[], tight: string): Json {
  return typeof value === 'string' && !words.includes(value) ? tight : value;
}
