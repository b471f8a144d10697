/** The values that a part of a plan refers to, in their order. Pure. */
import type {
  Arg,
  ComputeStep,
  Condition,
  ConditionValue,
  JsonScalar,
  Operand,
} from '../../schemas/index.js';

/** What an argument refers to. */
export function operandsOfArg(arg: Arg): readonly Operand[] {
  if (typeof arg !== 'object' || arg === null) return [];
  if (Array.isArray(arg)) return arg.flatMap((part: Arg) => operandsOfArg(part));
  const node = arg as Exclude<Arg, JsonScalar | readonly Arg[]>;
  if (node.kind !== 'record') return [node];
  return Object.values(node.fields).flatMap(operandsOfArg);
}

/** What a condition refers to, but for the items that it is asked about. */
export function operandsOfCondition(condition: Condition): readonly Operand[] {
  if ('all' in condition) return condition.all.flatMap(operandsOfCondition);
  if ('any' in condition) return condition.any.flatMap(operandsOfCondition);
  if ('not' in condition) return operandsOfCondition(condition.not);
  return [condition.left, condition.right].flatMap(operandsOfValue);
}

function operandsOfValue(value: ConditionValue): readonly Operand[] {
  if (typeof value !== 'object' || value === null || value.kind === 'item') return [];
  return [value];
}

/** What a computation refers to. */
export function operandsOfCompute({ args, where }: ComputeStep): readonly Operand[] {
  const asked = where === undefined ? [] : operandsOfCondition(where);
  return [...Object.values(args).flatMap(operandsOfArg), ...asked];
}
