/**
 * The rule-based judge: a base score, four signals and a clamp (behaviour V-22 to V-24), and the
 * verbs that only read and are approved without it (V-28 to V-30). Pure and linear. It marks more
 * than it stops: at the default threshold no call is refused (V-26).
 */
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Judgement,
} from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';

/** What the judge looks at in one call. */
export interface JudgeSubject {
  readonly intent: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Whether the call can do harm outside; null if nobody said. */
  readonly critical: boolean | null;
  /** The arguments leave the trust boundary, or the tool reaches for network or secrets. */
  readonly leaves: boolean;
  /**
   * Keys that the tool declares; any other may be content and is told by its place. Null: tell all.
   */
  readonly declared: Readonly<Record<string, unknown>> | null;
}

/** Scores are summed in hundredths: a sum of binary fractions would be off by a hair. */
const BASE = 70;
const MENTION = 10;
const TRAVERSAL = -20;
const ODD_KEY = -10;
const UNCRITICAL = 5;

const MIN_TOKEN = 3;
const MAX_KEY_SHOWN = 64;
const IDENTIFIER = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;
const TOKEN_END = /[_\s]+/;

const noNotes: readonly string[] = freeze([]);

/** Verbs that read or compute: the part of a tool's name before the first `_`. */
const SAFE_VERB = /^(?:read|find|get|list|filter|describe|classify|compute|compare|sort|group)$/;
/** Nouns of what is fetched from elsewhere, or must not be read aloud. */
const UNSAFE_NOUN = /^(?:ur[li]s?|https?|web|internet|online|secrets?|credentials?|passwords?)$/i;

/** Capabilities by which a tool reaches for network or secrets (C6). */
const REACHES = /^(?:networkEgress|secretAccess)$/;

/** Asks whether a capability by its name reaches for network or secrets. */
export function reachesOut(capability: string): boolean {
  return REACHES.test(capability);
}

/** The verb for which a call is approved without a judge; null if it has none. */
export function safeVerb(subject: JudgeSubject): string | null {
  const { tool, leaves } = subject;
  if (leaves) return null;
  const end = tool.indexOf('_');
  const verb = end === -1 ? tool : tool.slice(0, end);
  if (!SAFE_VERB.test(verb)) return null;
  // A name that says network or secret is believed before a declaration that does not.
  return tool.split(TOKEN_END).some((word) => UNSAFE_NOUN.test(word)) ? null : verb;
}

/** Scores a call by the rules. */
export function judgeByRules(subject: JudgeSubject, threshold: number): Judgement {
  const { intent, tool, args, critical } = subject;
  let score = BASE;
  let notes: string[] | null = null;
  const token = mentionedToken(intent, tool);
  if (token !== null) {
    score += MENTION;
    notes = [`intent mentions '${token}'`];
  }
  if (hasTraversal(args)) {
    score += TRAVERSAL;
    notes ??= [];
    notes.push("possible path traversal ('..' in path)");
  }
  const odd = oddKey(subject);
  if (odd !== null) {
    score += ODD_KEY;
    notes ??= [];
    notes.push(`odd args key: '${odd}'`);
  }
  if (critical === false) score += UNCRITICAL;
  return freeze({
    kind: 'rule-based-v1',
    score: Math.min(Math.max(score, 0), 100) / 100,
    threshold,
    notes: notes === null ? noNotes : freeze(notes),
  });
}

/**
 * The first word of the tool's name that the intent holds; words of one or two letters say little.
 */
function mentionedToken(intent: string, tool: string): string | null {
  const said = intent.toLowerCase();
  for (const token of tool.split(TOKEN_END)) {
    if (token.length >= MIN_TOKEN && said.includes(token)) return token;
  }
  return null;
}

function hasTraversal(value: Json): boolean {
  if (typeof value === 'string') return value.includes('..') && value.includes('/');
  if (isJsonList(value)) {
    for (const item of value) if (hasTraversal(item)) return true;
  } else if (isJsonObject(value)) {
    for (const key in value) if (hasTraversal(value[key] as Json)) return true;
  }
  return false;
}

/** The first odd key as it may be told; only top-level keys are asked. */
function oddKey({ args, declared }: JudgeSubject): string | null {
  let place = 0;
  for (const key in args) {
    if (!IDENTIFIER.test(key)) return toldKey(key, place, declared);
    place += 1;
  }
  return null;
}

/** A key as it may be told: itself where the tool declares it, else its place. */
function toldKey(key: string, place: number, declared: JudgeSubject['declared']): string {
  if (declared !== null && !hasOwn(declared, key)) return `*${place}`;
  const shown = key.slice(0, MAX_KEY_SHOWN);
  return shown.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The top-level keys of arguments as they may be told, sorted. */
export function toldKeys(args: JsonObject, declared: JudgeSubject['declared']): readonly string[] {
  const told = Object.keys(args).map((key, place) => toldKey(key, place, declared));
  return freeze(told.sort());
}
