/** Family A, the reviewer: what it is told, what it may say, when nobody asks it. */
import type { BehaviourRows } from '../item.js';

export const reviewerItems = {
  'A-12': {
    item: 'A reviewer has no tools, a request of its own without history, and no word for a no.',
  },
  'A-13': { item: 'A reviewer that fails, is late or is absent asks for the user.' },
  'A-14': { item: 'The worst that a reviewer does is to let a person look.' },
  'A-15': {
    item: 'A request is projected: a declared value, `[redacted]`, or no request at all.',
    overriddenBy: 'section 6: what is undeclared or tainted is redacted (C25)',
  },
  'A-16': {
    item: 'An answer is strict JSON of five fields within 4096 bytes, 256 tokens and 1500 ms.',
  },
  'A-17': { item: 'A denied call and one that the user is asked about cost no review.' },
  'A-18': {
    item: 'What asks already is asked about, whatever a reviewer would say.',
    overriddenBy: 'section 6: a reviewer loosens nothing (C7)',
  },
  'A-36': { item: 'A reviewer cannot deny.' },
  C7: { item: 'A reviewer only raises what policy left at allow; a question stays a question.' },
  C25: { item: 'To a reviewer goes a value that is declared and untainted; the rest is redacted.' },
} as const satisfies BehaviourRows;
