/**
 * Recognises a well-formed plan in one pass. The zod schema of the plan is the definition; this
 * accepts nothing that it refuses, and what this does not accept is put to the schema, which says
 * why. Linear.
 */
import {
  type ComputeFunction,
  computeFunctions,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  MAX_FAN_OUT,
  MAX_INNER_STEPS,
} from '../../schemas/index.js';
import {
  hasExactly,
  isArg,
  isCondition,
  isId,
  isNamed,
  isOperand,
  isPath,
  isPaths,
  isRecordOf,
  isScalar,
} from './is-reference.js';

const MAX_STEPS = 100_000;
const MAX_TEXT = 8192;
const MAX_GRANT = 256;

/** Asks whether a snapshot is a well-formed plan. */
export function isPlan(data: Json): boolean {
  if (!isJsonObject(data) || !hasExactly(data, 2) || !isId(data['final'])) return false;
  const { steps } = data;
  if (steps === undefined || !isJsonList(steps)) return false;
  return steps.length > 0 && steps.length <= MAX_STEPS && steps.every(isStep);
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

/** Asks whether a snapshot is a well-formed step. */
export function isStep(step: Json): boolean {
  if (!isJsonObject(step) || !isId(step['id'])) return false;
  switch (step['kind']) {
    case 'const':
      return hasExactly(step, 3) && isScalar(step['value']);
    case 'tool':
      return hasParallel(step, 4) && isNamed(step['tool']) && isRecordOf(step['args'], isArg);
    case 'q_parse':
      return (
        hasParallel(step, step['verbatim'] === undefined ? 5 : 6) &&
        isOperand(step['source']) &&
        isNamed(step['schema_ref']) &&
        isText(step['instruction']) &&
        isPaths(step['verbatim'])
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
    case 'compute':
      return isCompute(step);
    case 'when':
      return (
        hasExactly(step, 5) &&
        isCondition(step['if']) &&
        isNamed(step['tool']) &&
        isRecordOf(step['args'], isArg)
      );
    case 'map':
      return (
        hasExactly(step, 6) &&
        isOperand(step['over']) &&
        isCount(step['atMost'], MAX_FAN_OUT) &&
        isInnerList(step['steps']) &&
        isId(step['final'])
      );
    default:
      return false;
  }
}

function isCompute(step: JsonObject): boolean {
  const { by, where } = step;
  const further = Number(by !== undefined) + Number(where !== undefined);
  return (
    hasExactly(step, 4 + further) &&
    computeFunctions.includes(step['fn'] as ComputeFunction) &&
    isRecordOf(step['args'], isArg) &&
    (by === undefined || isPath(by)) &&
    (where === undefined || isCondition(where))
  );
}

function isInnerList(steps: Json | undefined): boolean {
  if (steps === undefined || !isJsonList(steps)) return false;
  return steps.length > 0 && steps.length <= MAX_INNER_STEPS && steps.every(isInnerStep);
}

function isInnerStep(step: Json): boolean {
  return (
    isJsonObject(step) && step['kind'] !== 'map' && step['kind'] !== 'subkernel' && isStep(step)
  );
}

function isCount(value: Json | undefined, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most;
}

/** A step of `keys` keys that may also say whether it is parallel. */
function hasParallel(step: JsonObject, keys: number): boolean {
  const { parallel } = step;
  return (
    hasExactly(step, parallel === undefined ? keys : keys + 1) &&
    (parallel === undefined || typeof parallel === 'boolean')
  );
}

function isGrant(value: Json | undefined): boolean {
  return (
    value !== undefined && isJsonList(value) && value.length <= MAX_GRANT && value.every(isNamed)
  );
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || !isJsonObject(value) || hasExactly(value, 0);
}
