/** Family F: what fails, denies. */
import type { ClaimRows } from '../claim.js';

export const failClosedClaims = {
  'INV-F1': {
    claim: 'A stage that throws denies.',
    kind: 'checked',
    site: 'kernel/gate/gate.ts',
    attack: 'an input that makes a check crash',
    since: '0.1',
  },
  'INV-F2': {
    claim: 'Where the user is required and no approver answers, the call is denied.',
    kind: 'checked',
    site: 'kernel/approval/broker.ts',
    attack: 'a host without an approver',
    since: '0.1',
  },
  'INV-F3': {
    claim: 'A ruling counts only for the request it names, by id and digest, before it expires.',
    kind: 'checked',
    site: 'kernel/approval/binding.ts',
    attack: 'a ruling on other arguments',
    since: '0.1',
  },
  'INV-F4': {
    claim: 'An object of another copy of the package is refused.',
    kind: 'checked',
    site: 'kernel/gate/gate.ts',
    attack: 'a second copy whose checks were taken out',
    since: '0.1',
  },
  'INV-F5': {
    claim: 'A label without sources is a fault, not trust.',
    kind: 'checked',
    site: 'kernel/provenance/tainted.ts',
    attack: 'a label made of nothing',
    since: '0.1',
  },
  'INV-F6': {
    claim: 'A release rule or host function that throws or gives no known answer denies.',
    kind: 'checked',
    site: 'kernel/provenance/declassify.ts',
    attack: 'a declassifier that returns a truthy object',
    since: '0.1',
  },
} as const satisfies ClaimRows;
