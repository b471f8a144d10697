/** The report for a program: one JSON object, with nothing in it that the text report made up. */
import type { Outcome } from '../outcome.js';
import type { ToldStory } from './story-text.js';

/** Gives the object as one line of JSON. */
export function jsonReport(told: readonly Pick<ToldStory, 'outcome' | 'differences'>[]): string {
  return JSON.stringify({
    scenarios: told.map(({ outcome, differences }) => ({
      ...scenario(outcome),
      asClaimed: differences.length === 0,
    })),
  });
}

function scenario({ name, status, code, plan, decisions, delivered, ...rest }: Outcome): object {
  const { requested, audit } = rest;
  return {
    name,
    status,
    code,
    plan: { steps: plan },
    decisions: decisions.map(({ tool, stage, outcome, code: refusal, reason, releases }) => ({
      tool,
      stage,
      outcome,
      code: refusal,
      reason,
      releases: releases.map(({ argument, rule }) => ({ argument, rule })),
    })),
    delivered: delivered.map(({ to, subject }) => ({ to, subject })),
    requested,
    audit: { records: audit.records, head: audit.head },
  };
}
