/** Steps of a plan in few words, for whoever writes plans by hand. */
import type {
  Arg,
  ComputeFunction,
  ComputeStep,
  Condition,
  ConditionTest,
  ConditionValue,
  EachRef,
  FactRef,
  InnerStep,
  ItemRef,
  JsonScalar,
  MapStep,
  Operand,
  RecordArg,
  Ref,
  Step,
} from '../../schemas/index.js';

/** An earlier step's value, or a part of it: `ref('mails.0.id_')`. */
export function ref(text: string): Ref {
  const [step = '', ...path] = text.split('.');
  return path.length === 0
    ? { kind: 'ref', ref: step }
    : { kind: 'ref', ref: step, path: path.join('.') };
}

/** A fact of the run. */
export function fact(name: string): FactRef {
  return { kind: 'fact', name };
}

/** The item at hand inside a map, or a part of it. */
export function each(path?: string): EachRef {
  return path === undefined ? { kind: 'each' } : { kind: 'each', path };
}

/** The item that a condition is asked about, or a part of it. */
export function item(path?: string): ItemRef {
  return path === undefined ? { kind: 'item' } : { kind: 'item', path };
}

/** A record that the planner builds. */
export function record(fields: Readonly<Record<string, Arg>>): RecordArg {
  return { kind: 'record', fields };
}

type Args = Readonly<Record<string, Arg>>;

/** A tool step. */
export function call(id: string, tool: string, args: Args = {}): Extract<Step, { kind: 'tool' }> {
  return { kind: 'tool', id, tool, args };
}

/** A constant. */
export function value(id: string, scalar: JsonScalar): Extract<Step, { kind: 'const' }> {
  return { kind: 'const', id, value: scalar };
}

/** Values side by side. */
export function merge(
  id: string,
  inputs: Readonly<Record<string, Operand>>,
): Extract<Step, { kind: 'merge' }> {
  return { kind: 'merge', id, inputs };
}

/** What a computation takes beside its arguments. */
export interface Further {
  readonly by?: string;
  readonly where?: Condition;
}

/** A computation. */
export function compute(
  id: string,
  fn: ComputeFunction,
  args: Args,
  further: Further = {},
): ComputeStep {
  return { kind: 'compute', id, fn, args, ...further };
}

/** A step of the quarantined parser. */
export function parse(
  id: string,
  source: Operand,
  schema: string,
  further: { readonly instruction?: string; readonly verbatim?: readonly string[] } = {},
): Extract<Step, { kind: 'q_parse' }> {
  const { instruction = 'Fill in the fields.', verbatim } = further;
  const step = { kind: 'q_parse', id, source, schema_ref: schema, instruction } as const;
  return verbatim === undefined ? step : { ...step, verbatim: [...verbatim] };
}

/** A tool step that happens only if a condition holds. */
export function when(
  id: string,
  condition: Condition,
  tool: string,
  args: Args,
): Extract<Step, { kind: 'when' }> {
  return { kind: 'when', id, if: condition, tool, args };
}

/** The same steps for each item of a list; the last one's value is the item's result. */
export function map(id: string, over: Operand, steps: readonly InnerStep[], atMost = 100): MapStep {
  return { kind: 'map', id, over, atMost, steps: [...steps], final: steps.at(-1)?.id ?? '' };
}

/** A sub-kernel over content. */
export function subkernel(
  id: string,
  source: Operand,
  instruction: string,
  grant: readonly string[],
): Extract<Step, { kind: 'subkernel' }> {
  return { kind: 'subkernel', id, source, instruction, grant: [...grant] };
}

/** One comparison. */
export function is(left: ConditionValue, test: ConditionTest, right: ConditionValue): Condition {
  return { test, left, right };
}
