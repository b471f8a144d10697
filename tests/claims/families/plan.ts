/** Family S: the static plan. */
import type { ClaimRows } from '../claim.js';

export const planClaims = {
  'INV-S1': {
    claim: 'The interpreter runs only a verified plan of this kernel.',
    kind: 'construction',
    site: 'kernel/plan/verified-plan.ts',
    attack: 'an object of the same shape that was never checked',
    sabotage: {
      find: 'if (!isVerified)',
      replace: 'if (plan === null)',
    },
    since: '0.1',
  },
  'INV-S2': {
    claim: 'A verified plan refers only to earlier steps.',
    kind: 'checked',
    site: 'kernel/plan/check-step.ts',
    attack: 'a cycle',
    sabotage: {
      find: 'if (check.done.has(operand.ref) ||',
      replace: 'if (check.ids.has(operand.ref) ||',
    },
    since: '0.1',
  },
  'INV-S3': {
    claim: 'A verified plan names only tools and schemas of the catalogue and facts of the run.',
    kind: 'checked',
    site: 'kernel/plan/check-step.ts',
    attack: 'a step that names a tool nobody registered',
    sabotage: {
      find: 'if (!check.vocabulary.hasTool(step.tool))',
      replace: "if (step.tool === '')",
    },
    since: '0.1',
  },
  'INV-S4': {
    claim: 'A value of a step is written once.',
    kind: 'checked',
    site: 'kernel/interpreter/session.ts',
    attack: 'a later step that replaces a value already checked',
    sabotage: {
      find: 'if (this.#values.has(step))',
      replace: "if (step === '')",
    },
    since: '0.1',
  },
  'INV-S5': {
    claim: 'A verified compute step gives its function exactly what the table says.',
    kind: 'checked',
    site: 'kernel/plan/check-step.ts',
    attack: 'an order or a unit that content chooses',
    sabotage: {
      find: 'if (wrong !== null) report(',
      replace: "if (wrong === '') report(",
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
