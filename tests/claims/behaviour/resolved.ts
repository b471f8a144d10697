/** Contradictions between the designs, as they were resolved: the stricter layer wins. */
import type { BehaviourRows } from '../item.js';

export const resolvedItems = {
  C9: {
    item: 'A step that adapts to content runs in a sub-kernel: tainted query, lesser grant.',
  },
  C10: { item: 'The planner sees an error code; the text of a failed tool is a tainted value.' },
  C12: { item: 'A reference to a field of an earlier step carries the label of that field.' },
  C13: { item: 'Of two limits on the same thing the smaller one holds.' },
  C22: { item: 'The guard looks at content too: a page that holds a forbidden path goes nowhere.' },
  C24: {
    item: 'Of what text and words of a command come to, the strictest counts; a mention is no use.',
  },
  C30: { item: 'A guard that throws denies.' },
  C34: {
    item: 'Each further fragment of a session is verified anew and draws on one shared budget.',
  },
  C38: { item: 'What a write returns is tainted by it, whatever its arguments were.' },
} as const satisfies BehaviourRows;
