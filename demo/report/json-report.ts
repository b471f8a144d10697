/** The report for a program: one JSON object, with nothing in it that the text report made up. */
import type { Outcome } from '../outcome.js';

/** Gives the object as one line of JSON. */
export function jsonReport(outcomes: readonly Outcome[]): string {
  return JSON.stringify({ scenarios: outcomes.map(scenario) });
}

function scenario({ name, status, plan, decisions, delivered, audit }: Outcome): object {
  return {
    name,
    status,
    plan: { steps: plan },
    decisions: decisions.map(({ tool, stage, outcome, code, reason }) => ({
      tool,
      stage,
      outcome,
      code,
      reason,
    })),
    delivered: delivered.map(({ to, subject }) => ({ to, subject })),
    audit: { records: audit.records, head: audit.head },
  };
}
