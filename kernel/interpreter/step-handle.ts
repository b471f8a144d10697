/**
 * What a root planner is told of a step in place of its value: how large it is, in four words, and
 * of which declared shape. Upholds INV-W1.
 */
import type { Code, Json, SizeBucket, Step, StepHandle } from '../../schemas/index.js';
import { freeze } from '../primordials.js';

/** Characters of JSON text, inclusive. */
const SMALL = 4096;
const MEDIUM = 65_536;

/** Tells of a step that has a value. */
export function doneHandle(step: Step, value: Json): StepHandle {
  // INV-W1: one of four words is all that is told of a value.
  return handle(step, { status: 'done', size: bucketOf(value), code: null });
}

/** Tells of the step that a fragment ended at. */
export function endedHandle(
  step: Step,
  how: { readonly status: 'denied' | 'failed'; readonly code: Code },
): StepHandle {
  return handle(step, { ...how, size: 'none' });
}

function handle(step: Step, told: Pick<StepHandle, 'status' | 'size' | 'code'>): StepHandle {
  return freeze({ step: step.id, kind: step.kind, of: shapeOf(step), ...told });
}

function shapeOf(step: Step): string | null {
  if (step.kind === 'tool' || step.kind === 'when') return step.tool;
  return step.kind === 'q_parse' ? step.schema_ref : null;
}

function bucketOf(value: Json): SizeBucket {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (value === null || value === '' || isEmpty) return 'none';
  const length = lengthUpTo(value, MEDIUM + 1);
  if (length <= SMALL) return 'small';
  return length <= MEDIUM ? 'medium' : 'large';
}

/** Characters of the JSON text of a value, counted until a bound is reached. */
function lengthUpTo(value: Json, bound: number): number {
  if (typeof value === 'string') return textLength(value, bound);
  if (typeof value !== 'object' || value === null) return String(value).length;
  let length = 2;
  for (const [key, part] of Object.entries(value) as readonly (readonly [string, Json])[]) {
    if (length >= bound) break;
    const name = Array.isArray(value) ? 0 : textLength(key, bound) + 1;
    length += name + lengthUpTo(part, bound - length) + 1;
  }
  return length;
}

/** Characters, not code units, of a text in JSON: as the scratchpad counts (behaviour T-21). */
function textLength(text: string, bound: number): number {
  const json = JSON.stringify(text.length > 2 * bound ? text.slice(0, 2 * bound) : text);
  let length = json.length;
  // A snapshot has no half of a pair.
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) length -= 1;
  }
  return length;
}
