/**
 * Budgets as capabilities: holding one is good for so many calls and so many cents, in a run and
 * for a principal; what is taken is never given back. Upholds INV-R6.
 */
import type { Action, Allowance, CapabilityBudget } from '../../schemas/index.js';
import { createRecord, freeze, hasOwn, isSafeInteger } from '../primordials.js';

/** What was taken so far of one capability. */
export interface Drawn {
  readonly count: number;
  readonly cents: number;
}

/** What was taken so far, by capability. */
export type Ledger = Readonly<Record<string, Drawn>>;

export interface Ledgers {
  /** Shared by a run and all its sub-kernels. */
  readonly run: Ledger;
  /** Shared by all runs of the principal in this kernel. */
  readonly principal: Ledger;
}

/** The same, to be drawn from. */
export interface OpenLedgers extends Ledgers {
  readonly run: Record<string, Drawn>;
  readonly principal: Record<string, Drawn>;
}

export type BudgetFault = {
  readonly code: 'budget_exhausted' | 'amount_invalid';
  readonly capability: string;
  /** Whose share does not hold it. */
  readonly per: 'run' | 'principal';
};

const nothing: Drawn = freeze({ count: 0, cents: 0 });

/** What one call takes: as many as it says, yet one at least; and the cents that it says. */
function costOf(action: Action): { readonly count: number; readonly cents: number | null } {
  // Whoever says zero calls once all the same.
  return { count: action.count === 0 ? 1 : (action.count ?? 1), cents: action.cents };
}

function drawnOf(ledger: Ledger, capability: string): Drawn {
  return hasOwn(ledger, capability) ? (ledger[capability] ?? nothing) : nothing;
}

/** Why a call does not fit into the budgets of the capabilities that it needs; null if it does. */
export function budgetFault(
  budgets: Readonly<Record<string, CapabilityBudget>>,
  capabilities: readonly string[],
  action: Action,
  ledgers: Ledgers,
): BudgetFault | null {
  for (const capability of capabilities) {
    const budget = hasOwn(budgets, capability) ? budgets[capability] : undefined;
    if (budget === undefined) continue;
    for (const per of ['run', 'principal'] as const) {
      const allowance = budget[per];
      if (allowance === undefined) continue;
      const code = misfit(allowance, drawnOf(ledgers[per], capability), action);
      if (code !== null) return freeze({ code, capability, per });
    }
  }
  return null;
}

function misfit(allowance: Allowance, drawn: Drawn, action: Action): BudgetFault['code'] | null {
  const { count, cents } = costOf(action);
  // What is not said cannot be reserved; what is below zero would make room.
  if (!isSafeInteger(count) || count < 0) return 'amount_invalid';
  if (allowance.cents !== undefined && (cents === null || !isSafeInteger(cents) || cents < 0))
    return 'amount_invalid';
  if (allowance.count !== undefined && drawn.count + count > allowance.count)
    return 'budget_exhausted';
  if (allowance.cents !== undefined && drawn.cents + (cents ?? 0) > allowance.cents)
    return 'budget_exhausted';
  return null;
}

/** Takes what a call costs from both ledgers; it is never given back. */
export function draw(
  budgets: Readonly<Record<string, CapabilityBudget>>,
  capabilities: readonly string[],
  action: Action,
  ledgers: OpenLedgers,
): void {
  const { count, cents } = costOf(action);
  for (const capability of capabilities) {
    if (!hasOwn(budgets, capability)) continue;
    for (const ledger of [ledgers.run, ledgers.principal]) {
      const before = drawnOf(ledger, capability);
      ledger[capability] = freeze({
        count: before.count + count,
        cents: before.cents + (cents ?? 0),
      });
    }
  }
}

/** Adds what was taken elsewhere, without what of it was added before. */
export function addDrawn(
  to: Record<string, Drawn>,
  taken: Ledger,
  added: Ledger = nothingDrawn.run,
): void {
  for (const [capability, { count, cents }] of Object.entries(taken)) {
    const before = drawnOf(to, capability);
    const known = drawnOf(added, capability);
    to[capability] = freeze({
      count: before.count + count - known.count,
      cents: before.cents + cents - known.cents,
    });
  }
}

/** An empty ledger. */
export function makeLedger(): Record<string, Drawn> {
  return createRecord();
}

/** Nothing was taken yet. */
export const nothingDrawn: Ledgers = freeze({
  run: freeze(makeLedger()),
  principal: freeze(makeLedger()),
});

/** The one ledger for all runs of a principal; made where there is none. */
export function ledgerOf(
  ledgers: Record<string, Record<string, Drawn>>,
  principal: string,
): Record<string, Drawn> {
  let ledger = hasOwn(ledgers, principal) ? ledgers[principal] : undefined;
  if (ledger === undefined) {
    ledger = makeLedger();
    ledgers[principal] = ledger;
  }
  return ledger;
}
