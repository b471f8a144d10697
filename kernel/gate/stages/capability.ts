/**
 * Stage 2: the grant of the policy and the authority of the session hold all that the tool requires
 * (INV-C1).
 */
import { type Grant, missingFrom, type StageAnswer } from '../../../schemas/index.js';
import type { EffectCall } from '../call.js';
import { refuse } from '../denial.js';

const allow: StageAnswer = Object.freeze({ stage: 'capability', outcome: 'allow' });

export function capabilityStage(call: EffectCall, grant: Grant): StageAnswer {
  const { name, capabilities } = call.definition.spec;
  // INV-C1: both must hold it; a session cannot widen the grant, nor a grant the session.
  const missing = new Set([
    ...missingFrom(grant, capabilities),
    ...missingFrom(call.authority, capabilities),
  ]);
  if (missing.size === 0) return allow;
  const names = [...missing].map((capability) => `\`${capability}\``).join(', ');
  return refuse({
    stage: 'capability',
    code: 'capability_missing',
    reason: `tool \`${name}\` requires ${names}, which the run does not hold`,
    remedies: [{ move: 'grant_capability', detail: names }],
  });
}
