/**
 * What the calls before one take for certain from budgets and from what rules may release, kept
 * apart from the run's: a preview takes nothing. Where it cannot be told, that is said.
 */
import type { DeclassCondition, Denial, HostDeclassifier } from '../../schemas/index.js';
import { drawFor } from '../effects/drawing.js';
import { idempotencyOf, type KeysInUse, takeKey } from '../effects/idempotency.js';
import type { EffectCall, PolicyInForce } from '../gate/call.js';
import type { Verdict } from '../gate/verdict.js';
import { type Drawn, makeLedger, type OpenLedgers } from '../policy/budgets.js';
import { openGuardrails } from '../policy/guardrails.js';
import { createRecord, hasOwn } from '../primordials.js';
import { sha256 } from '../snapshot/digest.js';
import type { ToolDefinition } from '../tools/definition.js';

export class Tally {
  readonly drawn: OpenLedgers;
  readonly spent: Record<string, number> = createRecord();
  /** Capabilities of which more may have been taken than is known. */
  readonly #loose: Set<string> = new Set();
  #isSpentLoose = false;
  readonly #keys: KeysInUse = new Map();
  /** Tools that may have used more idempotency keys than is known. */
  readonly #looseKeys: Set<string> = new Set();

  /** Begins with what the runs of the principal took before. */
  constructor(before: Readonly<Record<string, Drawn>>) {
    const principal = makeLedger();
    for (const capability of Object.keys(before)) {
      const drawn = before[capability];
      if (drawn !== undefined) (principal as Record<string, Drawn>)[capability] = drawn;
    }
    this.drawn = { run: makeLedger(), principal };
  }

  /** Takes what a call costs that happens for certain if the run goes on. */
  take(call: EffectCall, verdict: Verdict, policy: PolicyInForce): void {
    drawFor(call, verdict, policy, this.drawn);
    for (const { rule, bits } of verdict.releases)
      this.spent[rule] = (this.spent[rule] ?? 0) + bits;
  }

  /** Notes calls that may happen, or may cost something else. */
  loosen(tools: readonly ToolDefinition[]): void {
    for (const { spec } of tools) {
      const { name, capabilities } = spec;
      for (const capability of capabilities) this.#loose.add(capability);
      this.#looseKeys.add(name);
    }
    this.#isSpentLoose = true;
  }

  /**
   * Looks at the idempotency key of a call, and takes it where the call happens for certain: a
   * denial where an earlier call took it for other arguments, `open` where that cannot be told,
   * null where the call may have it.
   */
  keyOf(
    call: EffectCall,
    { args, canonical }: Verdict,
    isCertain: boolean,
  ): Denial | 'open' | null {
    if (args === null || canonical === null) return null;
    const key = idempotencyOf({ definition: call.definition, args }, sha256);
    if (key === null) return null;
    const tool = call.definition.spec.name;
    const keys = isCertain ? this.#keys : new Map(this.#keys);
    const taken = takeKey(keys, { tool, key, args: sha256(canonical) });
    return taken === null && this.#looseKeys.has(tool) ? 'open' : taken;
  }

  /** Whether what is left of a budget for a call cannot be told. */
  isBudgetOpen({ definition }: EffectCall, { guardrails }: PolicyInForce): boolean {
    const budgets = openGuardrails(guardrails)?.budgets ?? {};
    return definition.spec.capabilities.some(
      (capability) => hasOwn(budgets, capability) && this.#loose.has(capability),
    );
  }

  /** Whether it cannot be told how much rules with a capacity have released. */
  isCapacityOpen({ declassify }: PolicyInForce): boolean {
    return this.#isSpentLoose && countsBits(declassify);
  }
}

function countsBits(policy: PolicyInForce['declassify'] | HostDeclassifier): boolean {
  return typeof policy !== 'function' && policy.some(({ when }) => hasCapacity(when));
}

function hasCapacity(condition: DeclassCondition): boolean {
  if ('all' in condition) return condition.all.some(hasCapacity);
  if ('any' in condition) return condition.any.some(hasCapacity);
  if ('not' in condition) return hasCapacity(condition.not);
  return 'capacity' in condition;
}
