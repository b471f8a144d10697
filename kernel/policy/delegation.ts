/**
 * The four guards of a delegation: depth, cycle, autonomy, budget (behaviour G-49, G-50). Pure.
 * What one of them refuses, nobody is asked about.
 */
import { type Autonomy, autonomyLevels, isName } from '../../schemas/index.js';
import { freeze } from '../primordials.js';

/** How many delegations may hang on one another, where nobody says otherwise. */
export const MAX_DELEGATION_DEPTH = 3;

export interface DelegationRequest {
  /** From the agent that the user talks to down to the one that delegates, both included. */
  readonly chain: readonly string[];
  readonly delegate: string;
  readonly maxDepth?: number;
  /** As `autonomyOf` reads it; nothing but that level may be in force. */
  readonly delegatorAutonomy: string | null;
  readonly delegateAutonomy: string | null;
  /** What is left of the delegator's budget; null if it has none to keep to. */
  readonly remaining: number | null;
}

/** Reads a level of autonomy: unset is `actWithApproval`, an unknown word the safest. */
export function autonomyOf(text: string | null): Autonomy {
  if (text === null) return 'actWithApproval';
  return autonomyLevels.find((level) => level === text) ?? 'proposeOnly';
}

type DelegationGuard = (request: DelegationRequest) => string | null;

const guards: readonly DelegationGuard[] = freeze([
  depthGuard,
  cycleGuard,
  autonomyGuard,
  budgetGuard,
]);

/** Says why a delegation is refused: the reason of the first guard that fails, else null. */
export function delegationRefusal(request: DelegationRequest): string | null {
  for (const guard of guards) {
    const reason = guard(request);
    if (reason !== null) return `Delegation refused: ${reason}.`;
  }
  return null;
}

function depthGuard({ chain, maxDepth = MAX_DELEGATION_DEPTH }: DelegationRequest): string | null {
  const depth = chain.length;
  if (depth === 0) return 'the chain names no delegator';
  // Not `>`: a cap that is no number lets nothing through.
  return depth <= maxDepth ? null : `chain depth ${depth} exceeds the cap of ${maxDepth}`;
}

function cycleGuard({ chain, delegate }: DelegationRequest): string | null {
  const at = chain.indexOf(delegate);
  if (at === -1) return null;
  const round = [...chain.slice(at), delegate].map(shown).join(' → ');
  return `cycle detected (${round})`;
}

/** A text that is no name may say anything, in a message too. */
function shown(agent: string): string {
  return isName(agent) ? agent : '?';
}

function autonomyGuard(request: DelegationRequest): string | null {
  const ceiling = autonomyOf(request.delegatorAutonomy);
  const level = autonomyOf(request.delegateAutonomy);
  if (autonomyLevels.indexOf(level) <= autonomyLevels.indexOf(ceiling)) return null;
  return `a delegate cannot run "${level}" above the delegator ceiling "${ceiling}"`;
}

function budgetGuard({ remaining }: DelegationRequest): string | null {
  if (remaining === null || remaining > 0) return null;
  return "the delegator's budget envelope is exhausted (delegation cannot mint budget)";
}
