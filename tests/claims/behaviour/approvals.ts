/** Family A, the broker: what a ruling is bound to, who wins, when it is over; C20, C28. */
import type { BehaviourRows } from '../item.js';

export const approvalItems = {
  'A-20': {
    item: 'A ruling is bound to id, request, run, tool, arguments and expiry; another call voids it.',
  },
  'A-21': { item: 'One list for all faces; the first legal ruling wins.' },
  'A-22': { item: 'What is shown may be cut; what is ruled on is the digest of the whole.' },
  'A-23': { item: 'Expired is refused.' },
  'A-24': {
    item: 'Two minutes; over at the instant; bounded fields; ended requests are kept for a while.',
  },
  'A-25': {
    item: 'Recorded first, then woken; what was not recorded does not count and stays open.',
  },
  'A-26': {
    item: 'A restart, a cancelled run and a quicker face each end what was pending.',
  },
  'A-27': { item: 'A ruling is legal for its request, its run, its digest, in its time.' },
  'A-28': { item: 'No answer is remembered for a session; an allow is for one call.' },
  'A-29': { item: 'Without anybody to ask, and where asking fails, the call is denied.' },
  'A-32': {
    item: 'Frozen, decided, asked, recorded, started, ended, in this order; denied never starts.',
  },
  'A-33': {
    item: 'What was prepared runs once; arguments are bounded and known; nothing takes a question away.',
    overriddenBy: 'section 3: there are no hooks; a schema is the one thing that changes arguments',
  },
  'A-34': {
    item: 'An approval is an input, not the conclusion; an unknown tool is refused.',
    overriddenBy: 'section 1: no remote devices; each host runs a kernel of its own',
  },
  'A-37': { item: 'The name of a tool is not enough to rule on.' },
  'A-38': { item: 'Each way in which a question ends has a code of its own.' },
  'A-39': { item: 'The tests of the origin, by the behaviour that they show.' },
  C20: { item: 'A ruling never lifts what the labels refuse.' },
  C28: { item: 'A question stands for two minutes.' },
  C35: { item: 'What is denied never reaches the list of requests.' },
} as const satisfies BehaviourRows;
