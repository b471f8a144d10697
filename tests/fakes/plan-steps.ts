/** Steps of a plan in few words. A plan's final step is its last one. */
import type {
  Arg,
  ComputeFunction,
  ComputeStep,
  Condition,
  ConditionTest,
  ConditionValue,
  EachRef,
  ItemRef,
  MapStep,
  Operand,
  Step,
  WhenStep,
} from '../../schemas/index.js';

export { call, fact, ref } from '../../hosts/conformance/scene/steps.js';

/** A record that the planner builds. */
export function record(fields: Readonly<Record<string, Arg>>): Arg {
  return { kind: 'record', fields };
}

/** A tool or parse step that may overlap with its neighbours. */
export function parallel(step: Step): Step {
  return { ...step, parallel: true } as Step;
}

/** A constant. */
export function constant(id: string, value: string | number | boolean | null): Step {
  return { kind: 'const', id, value };
}

/** Values side by side. */
export function merge(id: string, inputs: Readonly<Record<string, Operand>>): Step {
  return { kind: 'merge', id, inputs };
}

/** A step of the quarantined parser. */
export function parse(id: string, source: Operand, schema: string, instruction = 'Read it.'): Step {
  return { kind: 'q_parse', id, source, schema_ref: schema, instruction };
}

/** A sub-kernel over content. */
export function child(
  id: string,
  source: Operand,
  grant: readonly string[],
  instruction = 'Do what it needs.',
): Step {
  return { kind: 'subkernel', id, source, grant: [...grant], instruction };
}

/** A plan of these steps. */
export function planOf(...steps: readonly Step[]): { steps: readonly Step[]; final: string } {
  return { steps, final: steps.at(-1)?.id ?? '' };
}

/** Refers to the item at hand of the map around the step. */
export function each(path?: string): EachRef {
  return path === undefined ? { kind: 'each' } : { kind: 'each', path };
}

/** Refers to the item that a condition is asked about. */
export function item(path?: string): ItemRef {
  return path === undefined ? { kind: 'item' } : { kind: 'item', path };
}

/** Compares two values. */
export function compare(
  left: ConditionValue,
  test: ConditionTest,
  right: ConditionValue,
): Condition {
  return { test, left, right };
}

/** A step of the quarantined parser that promises to copy some fields. */
export function copying(step: Step, ...verbatim: readonly string[]): Step {
  return { ...step, verbatim } as Step;
}

/** What a computation takes beside its arguments. */
interface Fields {
  readonly by?: string;
  readonly where?: Condition;
}

/** A step that computes. */
export function compute(
  id: string,
  fn: ComputeFunction,
  args: Readonly<Record<string, Arg>>,
  fields: Fields = {},
): ComputeStep {
  return { kind: 'compute', id, fn, args, ...fields };
}

/** The one item of a list that fits. */
export function select(id: string, list: Operand, where: Condition): ComputeStep {
  return compute(id, 'select', { list }, { where });
}

/** The items of a list that fit. */
export function filter(id: string, list: Operand, where: Condition): ComputeStep {
  return compute(id, 'filter', { list }, { where });
}

/** A tool step that happens only if a condition holds. */
export function when(
  id: string,
  condition: Condition,
  tool: string,
  args: Readonly<Record<string, Arg>> = {},
): WhenStep {
  return { kind: 'when', id, if: condition, tool, args };
}

/** Steps for each of at most eight items of a list; what the last one makes is kept. */
export function map(id: string, over: Operand, ...steps: readonly Step[]): MapStep {
  const final = steps.at(-1)?.id ?? '';
  return { kind: 'map', id, over, atMost: 8, steps: steps as MapStep['steps'], final };
}
