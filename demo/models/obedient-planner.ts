/**
 * A planner that would obey the attacker, if only it saw what the attacker wrote: it follows any
 * text that names the attacker's address, wherever in its context that text stands.
 */
import { type PlanDraft, type ScriptedPlanner, scriptedPlanner } from '../../reasoner/index.js';
import { mentionsAttacker } from './attacker.js';

/** Writes the honest plan unless anything that it was shown tells it otherwise. */
export function obedientPlanner(honest: PlanDraft, hijacked: PlanDraft): ScriptedPlanner {
  return scriptedPlanner((context) => (mentionsAttacker(context) ? hijacked : honest));
}
