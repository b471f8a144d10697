/**
 * What a step of a plan stands on in a preview: the values before it, and what decides that it
 * happens, known or not.
 */
import { type Operand, union, unionAll, type ValueOrigin } from '../../schemas/index.js';
import type { Influence } from '../compute/influence.js';
import type { Facts } from '../context/facts.js';
import type { PlanningContext } from '../context/planning-context.js';
import { KernelFault } from '../errors.js';
import type { Scope } from '../interpreter/resolve.js';
import { hasOwn } from '../primordials.js';
import { type Foreseen, isForeseen, mayOf, type Unforeseen, wordsOf } from './foreseen.js';

export interface Ground {
  readonly context: PlanningContext;
  readonly facts: Facts;
  readonly valueOf: (step: string) => Foreseen | undefined;
  /** The item at hand inside a map. */
  readonly each: Foreseen | null;
  /** Who may decide on steps here beyond what the context says. */
  readonly mayDecide: Influence;
  /** Whether only the run can tell if steps here happen. */
  readonly isConditional: boolean;
  /** How often a step here may happen. */
  readonly atMost: number;
}

/** The scope in which the interpreter resolves what is known. */
export function scopeOf({ context, facts, valueOf, each }: Ground): Scope {
  const known = (value: Foreseen | null | undefined): ReturnType<Scope['valueOf']> =>
    value !== null && value !== undefined && isForeseen(value) ? value : undefined;
  return { context, facts, valueOf: (step) => known(valueOf(step)), each: known(each) ?? null };
}

/** The same ground for what only the run can tell whether it happens. */
export function doubtful(
  ground: Ground,
  mayDecide: Influence,
  atMost: number = ground.atMost,
): Ground {
  const deciders = union(ground.mayDecide, mayDecide);
  return { ...ground, mayDecide: deciders, isConditional: true, atMost };
}

/** What an operand refers to, as a whole. */
export function baseOf(operand: Operand, ground: Ground): Foreseen {
  if (operand.kind === 'fact') {
    const fact = hasOwn(ground.facts, operand.name) ? ground.facts[operand.name] : undefined;
    if (fact !== undefined) return fact;
  } else {
    const value = operand.kind === 'each' ? ground.each : ground.valueOf(operand.ref);
    if (value !== undefined && value !== null) return value;
  }
  throw new KernelFault('plan_unverified', 'a reference to what the plan does not have');
}

/** The values that some operands refer to. */
export function basesOf(operands: readonly Operand[], ground: Ground): readonly Foreseen[] {
  return operands.map((operand) => baseOf(operand, ground));
}

/**
 * What only the run can tell of some operands: where it comes from, and everybody who may have a
 * say in any of them. Null where all are known.
 */
export function unknownAmong(operands: readonly Operand[], ground: Ground): Unforeseen | null {
  const bases = basesOf(operands, ground);
  const unknown = bases.filter((base): base is Unforeseen => !isForeseen(base));
  if (unknown.length === 0) return null;
  const places = new Map<string, ValueOrigin>();
  for (const { from } of unknown) for (const origin of from) places.set(origin.step, origin);
  const may = unionAll([wordsOf(ground.context), ...bases.map(mayOf)]);
  return { from: [...places.values()], may };
}
