/** Takes what an admitted call costs from the budgets of its capabilities. Upholds INV-R6. */
import type { EffectCall, PolicyInForce } from '../gate/call.js';
import type { Verdict } from '../gate/verdict.js';
import { draw, type OpenLedgers } from '../policy/budgets.js';
import { openGuardrails } from '../policy/guardrails.js';

/** Takes what a call costs; a call that the rules did not read costs nothing. */
export function drawFor(
  { definition }: EffectCall,
  { action }: Verdict,
  { guardrails }: PolicyInForce,
  drawn: OpenLedgers,
): void {
  const budgets = openGuardrails(guardrails)?.budgets;
  if (action !== null && budgets !== undefined)
    draw(budgets, definition.spec.capabilities, action, drawn);
}
