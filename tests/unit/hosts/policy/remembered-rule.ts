/** A rule as an answer of the user leaves it, for the tests of the store. */
import type { GuardrailRule } from '../../../../schemas/index.js';

export function rememberedRule(id: string, over: Partial<GuardrailRule> = {}): GuardrailRule {
  return {
    id,
    scope: 'workspace',
    class: 'gitPush',
    decision: 'allow',
    enforcement: 'hard',
    constraint: { refs: ['feature/**'] },
    expiresAt: 2_000,
    provenance: 'remembered',
    ...over,
  };
}
