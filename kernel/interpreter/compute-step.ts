/** A compute step: its inputs resolved and labelled, then one function of the table. */
import { type ComputeFunction, type ComputeStep, signatureOf } from '../../schemas/index.js';
import type { ComputeCall } from '../compute/call.js';
import type { Answer } from '../compute/condition.js';
import { influenceOf } from '../compute/influence.js';
import { compute } from '../compute/table.js';
import { KernelFault } from '../errors.js';
import { createRecord, freeze } from '../primordials.js';
import { bitsOfAll, bitsOfEither, carrying } from '../provenance/carried.js';
import type { Labelled } from '../provenance/tainted.js';
import { noFields } from '../tools/field-tree.js';
import { type ArgPlace, bounded, resolveArg, resolveCondition, type Scope } from './resolve.js';
import type { Placed } from './steps.js';

/** The names of a template's fields stay inside it: they are in no value that it makes. */
const ownWords: ArgPlace = freeze({ pattern: null, inherited: null, fields: 'any' });

const anyPlace: ArgPlace = freeze({ pattern: null, inherited: null, fields: noFields });

function isNamesOnly({ fn }: ComputeStep, arg: string): boolean {
  return fn === 'template' && arg === 'fields';
}

/** Computes one step. @throws RunStopped `compute_failed`, `select_none`, `select_ambiguous` */
export function runCompute(
  { step, scope }: Placed<ComputeStep>,
  selection: ComputeCall['selection'],
): Labelled {
  const args: Record<string, Labelled> = createRecord();
  for (const key in step.args) {
    const arg = step.args[key];
    if (arg !== undefined)
      args[key] = bounded(resolveArg(arg, scope, isNamesOnly(step, key) ? ownWords : anyPlace));
  }
  const call: ComputeCall = {
    fn: step.fn,
    args,
    by: step.by,
    where: (item) => answerOf(step, item, scope),
    // The function, its fields and its words are the planner's choice.
    choice: influenceOf(scope.context.planner),
    selection,
  };
  return bounded(carrying(compute(call), bitsOfCompute(step.fn, args)));
}

/**
 * Bits of what a function makes: no more than went in, since the same arguments always make the
 * same. What asks about items takes in whatever its condition refers to, too, and is not bounded.
 */
function bitsOfCompute(fn: ComputeFunction, args: ComputeCall['args']): number {
  const { yes, no } = args;
  // INV-P29: content decides which, and nothing else about it.
  if (fn === 'choose' && yes !== undefined && no !== undefined) return bitsOfEither(yes, no);
  if (signatureOf(fn).where !== undefined) return Number.POSITIVE_INFINITY;
  return bitsOfAll(Object.values(args));
}

function answerOf({ where }: ComputeStep, item: Labelled | null, scope: Scope): Answer {
  if (where === undefined) throw new KernelFault('plan_unverified', 'a step without its condition');
  return resolveCondition(where, item, scope);
}
