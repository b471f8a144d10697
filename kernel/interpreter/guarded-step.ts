/** What a condition makes of a `when`: who decided on its effect, and its value without one. */
import { type Source, uniformTree, withControl } from '../../schemas/index.js';
import { decidedBy, type PlanningContext } from '../context/planning-context.js';
import type { Labelled } from '../provenance/tainted.js';

/**
 * The context of an effect under a condition. Inside a map the condition is asked of every item, so
 * that it does not only say whether, but of which: that is a decision.
 */
export function guardedContext(
  context: PlanningContext,
  isInMap: boolean,
  operands: readonly Source[],
): PlanningContext {
  // INV-P24: as who shaped the list did.
  return isInMap ? decidedBy(context, operands) : context;
}

/** The value of a step whose condition does not hold. */
export function skippedValue(context: PlanningContext, operands: readonly Source[]): Labelled {
  return { value: null, tree: uniformTree(withControl(context.shape, operands), false) };
}
