/** Family W: a turn in fragments: what its planner sees, what may follow, what ends it. */
import type { ClaimRows } from '../claim.js';

export const turnClaims = {
  'INV-W1': {
    claim:
      'Between fragments a root planner is shown handles: of a value one of four sizes and the ' +
      'shape that was declared, and nothing else.',
    kind: 'checked',
    site: 'kernel/interpreter/step-handle.ts',
    attack: 'a page that speaks to the planner of the next step',
    sabotage: {
      find: "return handle(step, { status: 'done', size: bucketOf(value), code: null });",
      replace:
        "return { ...handle(step, { status: 'done', size: bucketOf(value), code: null }), value } as never;",
    },
    since: '0.4',
  },
  'INV-W2': {
    claim:
      'Each fragment is verified anew, refers only to values that are there, and draws on the one ' +
      'budget of its run.',
    kind: 'checked',
    site: 'kernel/interpreter/fragments.ts',
    attack: 'a loop that writes a second step of the same name, or goes on for ever',
    sabotage: {
      file: 'kernel/plan/check-step.ts',
      find: 'if (done.has(step.id) || vocabulary.earlier(step.id))',
      replace: 'if (done.has(step.id))',
    },
    since: '0.4',
  },
  'INV-W3': {
    claim:
      'After an effect of unknown end, a limit or a cancel no further fragment of the session runs ' +
      'and no model is asked.',
    kind: 'checked',
    site: 'kernel/interpreter/fragment-report.ts',
    attack: 'a loop that tries a write again of which nobody knows whether it happened',
    sabotage: {
      find: "return status === 'failed' && error instanceof RunStopped;",
      replace: "return status !== 'needs_approval';",
    },
    since: '0.4',
  },
  'INV-W4': {
    claim:
      'What a model of a turn is sent, and what is on offer to it, is the same for any two contents ' +
      'that differ in nothing a handle says.',
    kind: 'checked',
    site: 'reasoner/turn-loop/turn-prompt.ts',
    attack: 'a page that wants to be read by the planner of the next step',
    sabotage: {
      file: 'kernel/interpreter/step-handle.ts',
      find: "if (value === null || value === '' || isEmpty) return 'none';",
      replace: 'if (value !== null) return JSON.stringify(value) as never;',
    },
    since: '0.4',
  },
  'INV-W5': {
    claim:
      'A reference of a model is the whole of a value or it is refused; none reaches a tool, a parser ' +
      'or an answer as text.',
    kind: 'checked',
    site: 'reasoner/turn-loop/step-reference.ts',
    attack: 'a text that was glued to a result, to lose its label',
    sabotage: {
      find: "if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}')) return malformed;",
      replace: "if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}')) return text;",
    },
    since: '0.4',
  },
  'INV-W8': {
    claim:
      'Once a planner was told how a step ended, nothing that it sends counts as bounded in bits ' +
      'by what it carries: no rule that bounds that matches it.',
    kind: 'checked',
    site: 'kernel/interpreter/steps.ts',
    attack: 'a planner that writes `full` or `empty` by the size of what a page said',
    sabotage: { find: 'session.isTold ?', replace: 'false ?' },
    since: '0.4',
  },
} as const satisfies ClaimRows;
