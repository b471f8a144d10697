/** Family L: limits, time and cancelling. */
import type { ClaimRows } from '../claim.js';

export const limitsClaims = {
  'INV-L1': {
    claim: 'Steps, effects, parses and model calls are counted first; past a limit the run aborts.',
    kind: 'checked',
    site: 'kernel/interpreter/budget.ts',
    attack: 'a plan of endless effects',
    since: '0.1',
  },
  'INV-L2': {
    claim: 'A whole tree of sub-kernels shares one budget.',
    kind: 'construction',
    site: 'kernel/interpreter/steps/subkernel.ts',
    attack: 'a child that starts counting at zero',
    since: '0.1',
  },
  'INV-L3': {
    claim:
      'After a cancel no effect starts, and the signal reaches the running model call and tool.',
    kind: 'checked',
    site: 'kernel/interpreter/session.ts',
    attack: 'a run that goes on after the user stopped it',
    since: '0.1',
  },
  'INV-L4': {
    claim: 'A model call that does not answer is abandoned at its time limit.',
    kind: 'checked',
    site: 'kernel/interpreter/reasoner-call.ts',
    attack: 'a reasoner that hangs',
    since: '0.1',
  },
  'INV-L5': {
    claim: 'Only steps that neither write, nor send, nor change state by reading overlap.',
    kind: 'checked',
    site: 'schemas/tool-spec.ts',
    attack: 'two effects in an order that no trace shows',
    since: '0.1',
  },
} as const satisfies ClaimRows;
