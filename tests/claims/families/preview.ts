/** Family Q: what is told and approved before a run. */
import type { ClaimRows } from '../claim.js';

export const previewClaims = {
  'INV-Q13': {
    claim:
      'A preview of a plan runs nothing, asks nobody, takes from no budget and writes no record; ' +
      'what it calls certain is what a run of the same plan with the same inputs meets.',
    kind: 'checked',
    site: 'kernel/preview/predict.ts',
    attack: 'a plan whose preview is asked for again and again until a budget is used up',
    sabotage: {
      file: 'kernel/preview/tally.ts',
      find: 'this.drawn = { run: makeLedger(), principal };',
      replace: 'this.drawn = { run: makeLedger(), principal: before };',
    },
    since: '0.2',
  },
  'INV-Q14': {
    claim:
      'The approval of a plan answers only for exactly the calls that were shown, each once, in ' +
      'one run of that plan and query; anything else asks as usual.',
    kind: 'checked',
    site: 'kernel/approval/plan-answers.ts',
    attack: 'a mail that becomes an argument of an approved step',
    sabotage: {
      find: 'args === verdict.digest &&',
      replace: "args !== '' &&",
    },
    since: '0.2',
  },
} as const satisfies ClaimRows;
