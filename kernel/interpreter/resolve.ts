/**
 * Resolves references and literals of a step to labelled values. A selection carries its shapes
 * (INV-P16).
 */
import {
  type Arg,
  type ArgSpec,
  branchTree,
  type Condition,
  isJsonList,
  isReservedKey,
  isTaintedSource,
  type Json,
  type JsonScalar,
  joinLabel,
  type LabelTree,
  liftTree,
  type Operand,
  selectTree,
  uniformTree,
} from '../../schemas/index.js';
import { type Answer, answer } from '../compute/condition.js';
import { partOf } from '../compute/path.js';
import type { Facts } from '../context/facts.js';
import { literalLabel, type PlanningContext } from '../context/planning-context.js';
import { KernelFault, RunStopped } from '../errors.js';
import { createRecord, freeze, hasOwn } from '../primordials.js';
import {
  bitsOf,
  bitsOfAll,
  carrying,
  constant,
  isPublic,
  partCapacity,
} from '../provenance/carried.js';
import type { Labelled } from '../provenance/tainted.js';
import { isBounded } from '../snapshot/bounded.js';
import { type FieldNode, noFields } from '../tools/field-tree.js';
import { type PatternNode, patternFor } from '../tools/pattern.js';

/** Where references are looked up. */
export interface Scope {
  readonly context: PlanningContext;
  readonly facts: Facts;
  readonly valueOf: (step: string) => Labelled | undefined;
  /** The item at hand inside a map. */
  readonly each: Labelled | null;
}

/** Resolves a reference. @throws RunStopped `path_missing` where the value has no such part */
export function resolveOperand(operand: Operand, scope: Scope): Labelled {
  const { taint } = scope.context;
  const base = baseOf(operand, scope);
  const selected = operand.path === undefined ? base : selectPath(base, operand.path, scope);
  // INV-P30: a planner that has read content chose among all values, so none of them is bounded.
  return taint.length === 0
    ? selected
    : { value: selected.value, tree: liftTree(selected.tree, taint) };
}

function baseOf(operand: Operand, scope: Scope): Labelled {
  if (operand.kind === 'fact') {
    const fact = hasOwn(scope.facts, operand.name) ? scope.facts[operand.name] : undefined;
    if (fact === undefined) throw new KernelFault('fact_malformed', `no fact \`${operand.name}\``);
    return fact;
  }
  const value = operand.kind === 'each' ? scope.each : scope.valueOf(operand.ref);
  if (value === undefined || value === null)
    throw new KernelFault('plan_unverified', 'a reference to a step that has not run');
  return value;
}

function selectPath(base: Labelled, path: string, scope: Scope): Labelled {
  let { value, tree, capacity } = base;
  // What a tool returned has the fields that it declares; what the user or the host wrote has any.
  const isOpen = !tree.flat.sources.some((source) => isTaintedSource(source));
  for (const part of path.split('.')) {
    const next = partOf(value, part);
    if (next === undefined || isReservedKey(part)) {
      throw new RunStopped('path_missing', 'a path that the value does not have');
    }
    tree = selectTree(tree, part);
    capacity = partCapacity(capacity, value, part);
    // An index is a literal of the plan: whoever wrote it chose the item. So is a key.
    if (isJsonList(value))
      tree = liftTree(tree, literalLabel(Number(part), scope.context, null).sources);
    else if (isOpen) tree = liftTree(tree, literalLabel(part, scope.context, null).sources);
    value = next;
  }
  return { value, tree, capacity };
}

/** A literal of the plan, in the argument that it stands in. */
export function literalOf(value: JsonScalar, { context }: Scope, spec: ArgSpec | null): Labelled {
  const literal = { value, tree: uniformTree(literalLabel(value, context, spec), false) };
  return context.taint.length === 0 ? constant(literal) : literal;
}

/** Answers a condition of the plan, about an item of a list or about none. */
export function resolveCondition(
  condition: Condition,
  item: Labelled | null,
  scope: Scope,
): Answer {
  return answer(condition, item, (value) =>
    typeof value === 'object' && value !== null
      ? resolveOperand(value, scope)
      : { value, tree: uniformTree(literalLabel(value, scope.context, null), false) },
  );
}

/** What is declared of the place that an argument stands in. */
export interface ArgPlace {
  readonly pattern: PatternNode<ArgSpec> | null;
  readonly inherited: ArgSpec | null;
  /** Keys that are the tool's own words; `any` where keys never reach a value. */
  readonly fields: FieldNode | 'any';
}

function placeInside(place: ArgPlace, key: string | number): ArgPlace {
  const { pattern, inherited, fields } = place;
  return {
    pattern: patternFor(pattern, key),
    inherited: pattern?.spec ?? inherited,
    fields: fields === 'any' ? fields : fieldsInside(fields, key),
  };
}

function fieldsInside({ fields, items }: FieldNode, key: string | number): FieldNode {
  return (typeof key === 'number' ? items : fields[key]) ?? noFields;
}

/** Resolves one argument, or a list or record of arguments. */
export function resolveArg(arg: Arg, scope: Scope, place: ArgPlace): Labelled {
  const spec = place.pattern?.spec ?? place.inherited;
  if (typeof arg !== 'object' || arg === null) return literalOf(arg as JsonScalar, scope, spec);
  if (Array.isArray(arg)) {
    const items = arg.map((item: Arg, i) => resolveArg(item, scope, placeInside(place, i)));
    const trees = items.map((item) => item.tree);
    const list = {
      value: freeze(items.map((item) => item.value)),
      tree: branchTree(scope.context.shape, trees),
    };
    return isPublic(scope.context.shape) ? carrying(list, bitsOfAll(items)) : list;
  }
  const node = arg as Exclude<Arg, JsonScalar | readonly Arg[]>;
  if (node.kind !== 'record') return resolveOperand(node, scope);
  return resolveRecord(node.fields, scope, place);
}

/**
 * Resolves a record of arguments into one labelled record.
 * @throws RunStopped `snapshot_too_large`
 */
export function resolveRecord(
  fields: { readonly [key: string]: Arg },
  scope: Scope,
  place: ArgPlace,
): Labelled {
  const value: Record<string, Json> = createRecord();
  // INV-P28: a key that the tool does not name is a word of the plan like any other.
  let shape = scope.context.shape;
  const kids: Record<string, LabelTree> = createRecord();
  const bits: Record<string, number> = createRecord();
  for (const key in fields) {
    const part = resolveArg(fields[key] as Arg, scope, placeInside(place, key));
    value[key] = part.value;
    kids[key] = part.tree;
    bits[key] = bitsOf(part);
    if (place.fields !== 'any' && place.fields.fields[key] === undefined)
      shape = joinLabel(shape, literalLabel(key, scope.context, null));
  }
  const record = { value: freeze(value), tree: branchTree(shape, kids) };
  if (!isPublic(shape)) return bounded(record);
  return bounded({ ...record, capacity: freeze({ kind: 'fields', fields: freeze(bits) }) });
}

/** A value that was put together. @throws RunStopped `snapshot_too_large` */
export function bounded(labelled: Labelled): Labelled {
  if (isBounded(labelled.value)) return labelled;
  throw new RunStopped('snapshot_too_large', 'a value over the bound on depth, size or node count');
}
