/**
 * Recognises a well-formed plan in one pass. The zod schema of the plan is the definition; this
 * accepts nothing that it refuses, and what this does not accept is put to the schema, which says
 * why. Linear.
 */
import {
  isJsonList,
  isJsonObject,
  isName,
  isReservedKey,
  isStepId,
  type Json,
  type JsonObject,
} from '../../schemas/index.js';

const MAX_STEPS = 100_000;
const MAX_PATH = 1024;
const MAX_KEY = 256;
const MAX_TEXT = 8192;
const MAX_GRANT = 256;

/** Asks whether a snapshot is a well-formed plan. */
export function isPlan(data: Json): boolean {
  if (!isJsonObject(data) || !hasExactly(data, 2) || !isId(data['final'])) return false;
  const { steps } = data;
  if (steps === undefined || !isJsonList(steps)) return false;
  return steps.length > 0 && steps.length <= MAX_STEPS && steps.every(isStep);
}

function hasExactly(record: JsonObject, keys: number): boolean {
  return Object.keys(record).length === keys;
}

function isId(value: Json | undefined): boolean {
  return typeof value === 'string' && isStepId(value);
}

function isNamed(value: Json | undefined): boolean {
  return typeof value === 'string' && isName(value);
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isStep(step: Json): boolean {
  if (!isJsonObject(step) || !isId(step['id'])) return false;
  switch (step['kind']) {
    case 'const':
      return hasExactly(step, 3) && isScalar(step['value']);
    case 'tool':
      return hasParallel(step, 4) && isNamed(step['tool']) && isRecordOf(step['args'], isArg);
    case 'q_parse':
      return (
        hasParallel(step, 5) &&
        isOperand(step['source']) &&
        isNamed(step['schema_ref']) &&
        isText(step['instruction'])
      );
    case 'subkernel':
      return (
        hasExactly(step, 5) &&
        isOperand(step['source']) &&
        isText(step['instruction']) &&
        isGrant(step['grant'])
      );
    case 'merge': {
      const { inputs } = step;
      return hasExactly(step, 3) && isRecordOf(inputs, isOperand) && !isEmpty(inputs);
    }
    default:
      return false;
  }
}

/** A step of `keys` keys that may also say whether it is parallel. */
function hasParallel(step: JsonObject, keys: number): boolean {
  const { parallel } = step;
  return (
    hasExactly(step, parallel === undefined ? keys : keys + 1) &&
    (parallel === undefined || typeof parallel === 'boolean')
  );
}

function isScalar(value: Json | undefined): boolean {
  return value === null || (value !== undefined && typeof value !== 'object');
}

function isGrant(value: Json | undefined): boolean {
  return (
    value !== undefined && isJsonList(value) && value.length <= MAX_GRANT && value.every(isNamed)
  );
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || !isJsonObject(value) || hasExactly(value, 0);
}

function isRecordOf(value: Json | undefined, isPart: (part: Json) => boolean): boolean {
  if (value === undefined || !isJsonObject(value)) return false;
  for (const key in value) {
    if (key.length === 0 || key.length > MAX_KEY || isReservedKey(key)) return false;
    if (!isPart(value[key] as Json)) return false;
  }
  return true;
}

function isArg(arg: Json): boolean {
  if (typeof arg !== 'object' || arg === null) return true;
  if (isJsonList(arg)) return arg.every(isArg);
  if (!isJsonObject(arg)) return false;
  if (arg['kind'] === 'record') return hasExactly(arg, 2) && isRecordOf(arg['fields'], isArg);
  return isOperand(arg);
}

function isOperand(value: Json | undefined): boolean {
  if (value === undefined || !isJsonObject(value)) return false;
  const { kind, path } = value;
  if (!hasExactly(value, path === undefined ? 2 : 3)) return false;
  if (path !== undefined && !isPath(path)) return false;
  return kind === 'ref' ? isId(value['ref']) : kind === 'fact' && isNamed(value['name']);
}

function isPath(path: Json): boolean {
  if (typeof path !== 'string' || path.length > MAX_PATH) return false;
  return path.split('.').every((part) => part !== '' && !isReservedKey(part));
}
