/** Family L: limits, time and cancelling. */
import type { ClaimRows } from '../claim.js';

export const limitsClaims = {
  'INV-L1': {
    claim: 'Steps, effects, parses and model calls are counted first; past a limit the run aborts.',
    kind: 'checked',
    site: 'kernel/interpreter/budget.ts',
    attack: 'a plan of endless effects',
    sabotage: {
      find: 'this.#used[counter] >= limit)',
      replace: 'limit < 0)',
    },
    since: '0.1',
  },
  'INV-L2': {
    claim: 'A whole tree of sub-kernels shares one budget.',
    kind: 'construction',
    site: 'kernel/interpreter/subkernel.ts',
    attack: 'a child that starts counting at zero',
    sabotage: {
      find: 'const child = new Session(state, {',
      replace:
        'const child = new Session({ ...state, budget: new (state.budget.constructor as ' +
        'never)(state.engine.limits) }, {',
    },
    since: '0.1',
  },
  'INV-L3': {
    claim:
      'After a cancel no effect starts, and the signal reaches the running model call and tool.',
    kind: 'checked',
    site: 'kernel/interpreter/interpreter.ts',
    attack: 'a run that goes on after the user stopped it',
    sabotage: {
      find: "throw new RunStopped('cancelled', 'cancelled between steps');",
      replace: 'void 0;',
    },
    since: '0.1',
  },
  'INV-L4': {
    claim: 'A model call that does not answer is abandoned at its time limit.',
    kind: 'checked',
    site: 'kernel/interpreter/models.ts',
    attack: 'a reasoner that hangs',
    sabotage: {
      find: 'limitMs: budget.limits.reasonerTimeoutMs,',
      replace: 'limitMs: null,',
    },
    since: '0.1',
  },
  'INV-L5': {
    claim: 'Only steps that neither write, nor send, nor change state by reading overlap.',
    kind: 'checked',
    site: 'schemas/tool-spec.ts',
    attack: 'two effects in an order that no trace shows',
    sabotage: {
      find: "(spec.effect === 'read' && !spec.egress && !spec.mutates)",
      replace: "spec.effect === 'read'",
    },
    since: '0.1',
  },
  'INV-L6': {
    claim: 'A model that a layer asks counts as a model call before it is asked.',
    kind: 'checked',
    site: 'kernel/effects/gathering.ts',
    attack: 'a plan whose every step makes a judge think',
    sabotage: { find: 'takeModelCall();', replace: '' },
    since: '0.1',
  },
  'INV-L7': {
    claim: "A list longer than the map's bound runs none of its steps.",
    kind: 'checked',
    site: 'kernel/interpreter/map.ts',
    attack: 'a thousand mails, and a plan that answers each',
    sabotage: {
      find: 'if (value.length > step.atMost)',
      replace: 'if (value.length < 0)',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
