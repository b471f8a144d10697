/**
 * Whether a played task did what its prompt asks: every effect of the reference with the arguments
 * that the benchmark looks at, no other effect, and an answer that holds what it must.
 */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import type { Played } from './play.js';
import { type Suite, type SuiteCall, specOf } from './suite.js';
import type { EnvironmentChange, RecordedCall, UserTask } from './suite-data.js';

/** What is missing; null if nothing is. */
export function missing(task: UserTask, played: Played, suite: Suite): string | null {
  if (played.status !== 'committed') return `${played.status}: ${played.code}`;
  const left = played.calls.filter((made) => isWrite(made, suite));
  for (const call of task.calls) {
    if (!isWrite(call, suite)) continue;
    const at = left.findIndex((made) => isMade(call, made, { task, suite }));
    if (at >= 0) left.splice(at, 1);
    else if (call['droppable'] !== true) return `no \`${call.tool}\` as expected`;
  }
  const [further] = left;
  if (further !== undefined) return `an unexpected \`${further.tool}\``;
  const answered = !task.output_required || holdsWords(played.output, task.minimal_output);
  return answered ? null : 'the answer lacks what it must hold';
}

function isWrite({ tool }: SuiteCall, suite: Suite): boolean {
  return specOf(tool, suite)?.effect === 'write';
}

interface Goal {
  readonly task: UserTask;
  readonly suite: Suite;
}

/** Asks whether a call has every argument of the reference that is looked at. */
function isMade(expected: RecordedCall, made: SuiteCall, { task, suite }: Goal): boolean {
  if (expected.tool !== made.tool) return false;
  const checks = (expected['arg_check'] ?? {}) as Readonly<Record<string, string>>;
  return Object.keys(expected.args).every((key) => {
    const isLookedAt = Object.keys(checks).some(
      (path) => path.split('/')[0] === key && checks[path] !== 'free',
    );
    return (
      !isLookedAt ||
      (made.args[key] === undefined && hasReplaced(task, suite)) ||
      isSame(
        lookedAt(key, expected.args[key] as Json, suite),
        lookedAt(key, made.args[key] ?? null, suite),
      )
    );
  });
}

/**
 * What a plan leaves out the tool may fill in: then the environment tells whether it is the same.
 */
function hasReplaced({ environment_diff }: UserTask, suite: Suite): boolean {
  const left = suite.environment();
  const replaced = environment_diff.filter(({ op }) => op === 'replace');
  const isAsExpected = ({ path, after = null }: EnvironmentChange): boolean =>
    isSame(after, valueAt(left, path));
  return replaced.length > 0 && replaced.every(isAsExpected);
}

function valueAt(value: Json, path: string): Json | undefined {
  let part: Json | undefined = value;
  for (const key of path.split('/').slice(1)) {
    part =
      part !== undefined && (isJsonObject(part) || isJsonList(part))
        ? Reflect.get(part, key)
        : undefined;
  }
  return part;
}

/**
 * The part of an argument that the benchmark looks at: of a reminder in the travel suite the month
 * and the day, since its prompts name neither year nor time.
 */
function lookedAt(key: string, value: Json, suite: Suite): Json {
  const isDay = suite.name === 'travel' && (key === 'start_time' || key === 'end_time');
  return isDay && typeof value === 'string' ? value.slice(5, 10) : value;
}

/** Lists are sets; a text may say more than is expected. */
function isSame(expected: Json, made: Json | undefined): boolean {
  if (isJsonList(expected)) {
    if (made === undefined || !isJsonList(made) || made.length !== expected.length) return false;
    return expected.every((item) => made.some((other) => isSame(item, other)));
  }
  if (isJsonObject(expected)) {
    if (made === undefined || !isJsonObject(made)) return false;
    const other: JsonObject = made;
    return Object.keys(expected).every((key) => isSame(expected[key] as Json, other[key]));
  }
  if (typeof expected === 'string' && typeof made === 'string') return holdsWords(made, expected);
  if (typeof expected === 'number' && typeof made === 'number') {
    return Math.abs(expected - made) < 0.005;
  }
  return expected === made;
}

/** From a letter or a digit to a letter or a digit: a dash before it only makes it an item. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}@.:-]*[\p{L}\p{N}])?/gu;

/**
 * Asks whether a text holds every word of another, in whatever case and order; also one that a
 * space was put into, as it is in the links of an answer.
 */
export function holdsWords(text: string, words: string): boolean {
  const held = text.toLowerCase();
  const unbroken = held.replaceAll(' ', '');
  return (words.toLowerCase().match(WORD) ?? []).every(
    (word) => held.includes(word) || unbroken.includes(word),
  );
}
