/** One computation as the functions of the table see it: labelled inputs, no access to a run. */
import {
  type ComputeFunction,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  joinLabels,
  kidTree,
  type LabelTree,
  liftTree,
  type Source,
  signatureOf,
  uniformTree,
  unionAll,
  withControl,
} from '../../schemas/index.js';
import type { Labelled } from '../provenance/tainted.js';
import type { Answer } from './condition.js';
import { computeFailed } from './failed.js';

export interface ComputeCall {
  readonly fn: ComputeFunction;
  readonly args: Readonly<Record<string, Labelled>>;
  readonly by: string | undefined;
  /** Answers the condition of the step, about an item or about nothing. */
  readonly where: (item: Labelled | null) => Answer;
  /** What the choice of the function and its fields puts into the control of what it makes. */
  readonly choice: readonly Source[];
  /** `strict`: what a selection compared counts as having chosen, too. */
  readonly selection: 'unique' | 'strict';
}

/** Items of a list that a function looks at, at most. */
export const MAX_ITEMS = 10_000;

/** A list and its items with their own labels, without the shape of the list. */
export interface Items {
  readonly tree: LabelTree;
  readonly items: readonly Labelled[];
}

/** An argument. @throws RunStopped `compute_failed` where it is missing */
export function argOf(call: ComputeCall, name: string): Labelled {
  const arg = call.args[name];
  if (arg === undefined) throw computeFailed(call.fn, `no \`${name}\``);
  return arg;
}

/** An argument that is a list. @throws RunStopped `compute_failed` */
export function itemsOf(call: ComputeCall, name = 'list'): Items {
  const { value, tree } = argOf(call, name);
  if (!isJsonList(value)) throw computeFailed(call.fn, `\`${name}\` is no list`);
  if (value.length > MAX_ITEMS) throw computeFailed(call.fn, `\`${name}\` is too long`);
  return { tree, items: value.map((item, i) => ({ value: item, tree: kidTree(tree, i) })) };
}

/** An argument that is a record. @throws RunStopped `compute_failed` */
export function recordOf(call: ComputeCall, name: string): { value: JsonObject; tree: LabelTree } {
  const { value, tree } = argOf(call, name);
  if (!isJsonObject(value)) throw computeFailed(call.fn, `\`${name}\` is no record`);
  return { value, tree };
}

/** An argument that is text. @throws RunStopped `compute_failed` */
export function textOf(call: ComputeCall, name: string): string {
  const { value } = argOf(call, name);
  if (typeof value !== 'string') throw computeFailed(call.fn, `\`${name}\` is no text`);
  return value;
}

/** An argument that is a number; the default where it is left out. @throws RunStopped */
export function numberOf(call: ComputeCall, name: string, otherwise?: number): number {
  const arg = call.args[name];
  const value = arg === undefined ? otherwise : arg.value;
  if (typeof value !== 'number') throw computeFailed(call.fn, `\`${name}\` is no number`);
  return value;
}

/**
 * A value made of all arguments: whoever wrote any of them wrote it, and the plan chose to make it.
 */
export function madeOf(call: ComputeCall, value: Json): Labelled {
  const { args } = signatureOf(call.fn);
  // A word of the table is the choice of the function, not a part of the value.
  const parts = Object.keys(call.args).filter((name) => args[name] === 'any');
  const [first, ...rest] = parts.map((name) => argOf(call, name).tree.flat);
  if (first === undefined) throw computeFailed(call.fn, 'nothing to compute with');
  // INV-P21: joined, never dropped.
  const label = withControl(joinLabels(first, rest), call.choice);
  return { value, tree: uniformTree(label, typeof value === 'object' && value !== null) };
}

/** A value as it is, chosen by somebody. */
export function chosen({ value, tree }: Labelled, ...by: (readonly Source[])[]): Labelled {
  return { value, tree: liftTree(tree, unionAll(by)) };
}
