/** Every invariant of Sluice by id. Data only; docs/conformance.md is generated from it. */
import type { ClaimRows } from './claim.js';
import { capabilityClaims } from './families/capability.js';
import { contextClaims } from './families/context.js';
import { effectsClaims } from './families/effects.js';
import { failClosedClaims } from './families/fail-closed.js';
import { hygieneClaims } from './families/hygiene.js';
import { limitsClaims } from './families/limits.js';
import { planClaims } from './families/plan.js';
import { provenanceClaims } from './families/provenance.js';
import { rulesClaims } from './families/rules.js';
import { traceClaims } from './families/trace.js';

export const claims = Object.freeze({
  ...contextClaims,
  ...effectsClaims,
  ...capabilityClaims,
  ...provenanceClaims,
  ...planClaims,
  ...limitsClaims,
  ...traceClaims,
  ...failClosedClaims,
  ...hygieneClaims,
  ...rulesClaims,
} as const satisfies ClaimRows);

export type ClaimId = keyof typeof claims;
