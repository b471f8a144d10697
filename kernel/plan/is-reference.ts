/** Recognises what a plan may refer to, and the conditions made of that. Linear. */
import {
  type ConditionTest,
  conditionTests,
  isJsonList,
  isJsonObject,
  isName,
  isReservedKey,
  isStepId,
  type Json,
  type JsonObject,
  MAX_CONDITION_PARTS,
} from '../../schemas/index.js';

const MAX_PATH = 1024;
const MAX_KEY = 256;
const MAX_PATHS = 64;

/** Asks whether a record has so many keys. */
export function hasExactly(record: JsonObject, keys: number): boolean {
  return Object.keys(record).length === keys;
}

/** Asks whether a value is the id of a step. */
export function isId(value: Json | undefined): boolean {
  return typeof value === 'string' && isStepId(value);
}

/** Asks whether a value is a name. */
export function isNamed(value: Json | undefined): boolean {
  return typeof value === 'string' && isName(value);
}

/** Asks whether a value is text, a number, a truth value or null. */
export function isScalar(value: Json | undefined): boolean {
  return value === null || (value !== undefined && typeof value !== 'object');
}

/** Asks whether a value is no list of paths, or one. */
export function isPaths(paths: Json | undefined): boolean {
  if (paths === undefined) return true;
  return isJsonList(paths) && paths.length <= MAX_PATHS && paths.every(isPath);
}

/** Asks whether a value is a condition. */
export function isCondition(condition: Json | undefined): boolean {
  if (condition === undefined || !isJsonObject(condition)) return false;
  const { all, any, not } = condition;
  if (all !== undefined) return hasExactly(condition, 1) && isConditions(all);
  if (any !== undefined) return hasExactly(condition, 1) && isConditions(any);
  if (not !== undefined) return hasExactly(condition, 1) && isCondition(not);
  return (
    hasExactly(condition, 3) &&
    conditionTests.includes(condition['test'] as ConditionTest) &&
    isCompared(condition['left']) &&
    isCompared(condition['right'])
  );
}

/** Asks whether a value is some conditions. */
export function isConditions(parts: Json): boolean {
  if (!isJsonList(parts) || parts.length === 0 || parts.length > MAX_CONDITION_PARTS) return false;
  return parts.every(isCondition);
}

/** Asks whether a value may stand on a side of a comparison. */
export function isCompared(value: Json | undefined): boolean {
  if (isScalar(value)) return true;
  return isOperand(value) || isItem(value, 'item');
}

/** Asks whether a value refers to an item, by nothing but a path into it. */
export function isItem(value: Json | undefined, kind: string): boolean {
  if (value === undefined || !isJsonObject(value) || value['kind'] !== kind) return false;
  const { path } = value;
  return hasExactly(value, path === undefined ? 1 : 2) && (path === undefined || isPath(path));
}

/** Asks whether a value is a record whose every field is of a kind. */
export function isRecordOf(value: Json | undefined, isPart: (part: Json) => boolean): boolean {
  if (value === undefined || !isJsonObject(value)) return false;
  for (const key in value) {
    if (key.length === 0 || key.length > MAX_KEY || isReservedKey(key)) return false;
    if (!isPart(value[key] as Json)) return false;
  }
  return true;
}

/** Asks whether a value may be an argument. */
export function isArg(arg: Json): boolean {
  if (typeof arg !== 'object' || arg === null) return true;
  if (isJsonList(arg)) return arg.every(isArg);
  if (!isJsonObject(arg)) return false;
  if (arg['kind'] === 'record') return hasExactly(arg, 2) && isRecordOf(arg['fields'], isArg);
  return isOperand(arg);
}

/** Asks whether a value refers to another. */
export function isOperand(value: Json | undefined): boolean {
  if (value === undefined || !isJsonObject(value)) return false;
  const { kind, path } = value;
  if (kind === 'each') return isItem(value, 'each');
  if (!hasExactly(value, path === undefined ? 2 : 3)) return false;
  if (path !== undefined && !isPath(path)) return false;
  return kind === 'ref' ? isId(value['ref']) : kind === 'fact' && isNamed(value['name']);
}

/** Asks whether a value is a path. */
export function isPath(path: Json): boolean {
  if (typeof path !== 'string' || path.length > MAX_PATH) return false;
  return path.split('.').every((part) => part !== '' && !isReservedKey(part));
}
