/** Family Q, the reviewer: what a model may say of a call, and what it is told. */
import type { ClaimRows } from '../claim.js';

export const reviewerClaims = {
  'INV-Q4': {
    claim:
      'A reviewer refuses nothing and loosens nothing: it is asked where policy left allow, one ' +
      'exact answer leaves it so, and every other, or none, asks for the user.',
    kind: 'checked',
    site: 'kernel/gate/review-answer.ts',
    attack: 'a reviewer that was talked into anything, or that is not there',
    sabotage: {
      find: "const failed = 'reviewer_failed';",
      replace: "const failed = 'safe_operation';",
    },
    since: '0.3',
  },
  'INV-Q5': {
    claim:
      'A reviewer is told the values of arguments that are declared for it and that nothing ' +
      'tainted wrote or chose, and no other value.',
    kind: 'checked',
    site: 'kernel/gate/told-arguments.ts',
    attack: 'a mail that becomes an argument and speaks to the reviewer',
    sabotage: {
      find: "spec?.review === 'include' && isUntainted(tree.flat);",
      replace: "spec?.review === 'include';",
    },
    since: '0.3',
  },
} as const satisfies ClaimRows;
