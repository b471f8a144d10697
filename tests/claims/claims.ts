/** Every invariant of Sluice by id. Data only; docs/conformance.md is generated from it. */
import type { ClaimRows } from './claim.js';
import { approvalsClaims } from './families/approvals.js';
import { auditChainClaims } from './families/audit-chain.js';
import { auditStoreClaims } from './families/audit-store.js';
import { capabilityClaims } from './families/capability.js';
import { catalogueClaims } from './families/catalogue.js';
import { clientClaims } from './families/clients.js';
import { contextClaims } from './families/context.js';
import { effectsClaims } from './families/effects.js';
import { facesClaims } from './families/faces.js';
import { failClosedClaims } from './families/fail-closed.js';
import { hygieneClaims } from './families/hygiene.js';
import { limitsClaims } from './families/limits.js';
import { planClaims } from './families/plan.js';
import { previewClaims } from './families/preview.js';
import { provenanceClaims } from './families/provenance.js';
import { reviewerClaims } from './families/reviewer.js';
import { rulesClaims } from './families/rules.js';
import { safetyClaims } from './families/safety.js';
import { suspendedClaims } from './families/suspended.js';
import { traceClaims } from './families/trace.js';
import { turnStoresClaims } from './families/turn-stores.js';
import { turnClaims } from './families/turns.js';
import { visibilityClaims } from './families/visibility.js';

export const claims = Object.freeze({
  ...contextClaims,
  ...effectsClaims,
  ...capabilityClaims,
  ...provenanceClaims,
  ...planClaims,
  ...limitsClaims,
  ...traceClaims,
  ...auditStoreClaims,
  ...auditChainClaims,
  ...failClosedClaims,
  ...hygieneClaims,
  ...rulesClaims,
  ...previewClaims,
  ...approvalsClaims,
  ...safetyClaims,
  ...reviewerClaims,
  ...facesClaims,
  ...turnClaims,
  ...turnStoresClaims,
  ...catalogueClaims,
  ...clientClaims,
  ...suspendedClaims,
  ...visibilityClaims,
} as const satisfies ClaimRows);

export type ClaimId = keyof typeof claims;
