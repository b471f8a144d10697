/** Contradictions between the designs, as they were resolved: the stricter layer wins. */
import type { BehaviourRows } from '../item.js';

export const resolvedItems = {
  C4: {
    item: 'Autonomy lets pass what space, agent, workspace and defaults ask; no other question.',
  },
  C8: { item: 'A mode that skips questions skips none of the policy: the stricter answer stays.' },
  C9: {
    item: 'A step that adapts to content runs in a sub-kernel: tainted query, lesser grant.',
  },
  C10: { item: 'The planner sees an error code; the text of a failed tool is a tainted value.' },
  C12: { item: 'A reference to a field of an earlier step carries the label of that field.' },
  C13: { item: 'Of two limits on the same thing the smaller one holds.' },
  C16: { item: 'The order of scopes stays; managed tier and net of commands are clamps after it.' },
  C17: { item: 'An advisory allow never outweighs a hard rule.' },
  C18: {
    item: 'An allow that cannot be told goes on down the chain, with a question as its floor.',
  },
  C19: {
    item: 'An override lifts its own soft rule, and a managed one only with that permission.',
  },
  C22: { item: 'The guard looks at content too: a page that holds a forbidden path goes nowhere.' },
  C23: { item: 'A class that is allowed by default opens no forbidden path.' },
  C24: {
    item: 'Of what text and words of a command come to, the strictest counts; a mention is no use.',
  },
  C27: { item: 'Mode of the talk, of the loop, of safety and autonomy are four different words.' },
  C30: { item: 'A guard that throws denies.' },
  C32: { item: 'A pinned managed file that cannot be read denies everything.' },
  C34: {
    item: 'Each further fragment of a session is verified anew and draws on one shared budget.',
  },
  C38: { item: 'What a write returns is tainted by it, whatever its arguments were.' },
} as const satisfies BehaviourRows;
