/** Family S: the static plan. */
import type { ClaimRows } from '../claim.js';

export const planClaims = {
  'INV-S1': {
    claim: 'The interpreter runs only a verified plan of this kernel.',
    kind: 'construction',
    site: 'kernel/plan/verify-plan.ts',
    attack: 'an object of the same shape that was never checked',
    since: '0.1',
  },
  'INV-S2': {
    claim: 'A verified plan refers only to earlier steps.',
    kind: 'checked',
    site: 'kernel/plan/verify-plan.ts',
    attack: 'a cycle',
    since: '0.1',
  },
  'INV-S3': {
    claim: 'A verified plan names only tools and schemas of the catalogue and facts of the run.',
    kind: 'checked',
    site: 'kernel/plan/verify-plan.ts',
    attack: 'a step that names a tool nobody registered',
    since: '0.1',
  },
  'INV-S4': {
    claim: 'A value of a step is written once.',
    kind: 'checked',
    site: 'kernel/interpreter/value-store.ts',
    attack: 'a later step that replaces a value already checked',
    since: '0.1',
  },
} as const satisfies ClaimRows;
