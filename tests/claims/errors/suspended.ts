/** Pages of the codes of suspended runs: what keeps one from being stored or taken up. */
import type { ErrorPages } from './page.js';

export const suspendedPages = {
  suspension_impossible: {
    seenAs: 'A run was to be stored that did not ask, or asked where nobody can take it up.',
    why:
      'Inside a map, a sub-kernel or overlapping steps something may have run that has no value ' +
      'of its own: taken up there, it would run again.',
  },
  suspension_unknown: {
    seenAs: 'A suspension was named that the store does not hold.',
    why: 'There is nothing to go on with.',
  },
  suspension_malformed: {
    seenAs: 'A suspension is not what this store sealed under this name.',
    why:
      'Labels, values and the words of the user are taken from it: whoever could write them could ' +
      'have anything done.',
  },
  suspension_expired: {
    seenAs: 'A suspension was to be taken up after its time.',
    why: 'What the run read and what the user wanted are too long ago to act on.',
  },
  suspension_claimed: {
    seenAs: 'A suspension was to be taken up a second time.',
    why:
      'Its effects would happen twice. A process that died after the claim may have made some of ' +
      'them: the audit says which.',
  },
  suspension_mismatch: {
    seenAs:
      'A suspension was to be taken up for another principal, on another audit store, or with ' +
      'tools that are defined otherwise by now.',
    why:
      'Its values were labelled, and its plan was written, for what held then. Nothing was ' +
      'claimed: with the right configuration it can still be taken up.',
  },
  suspensions_unavailable: {
    seenAs: 'The folder of suspensions cannot be used: its owner, its rights, or the disk.',
    why: 'What others may write or read is no place for what a run goes on with.',
  },
  suspensions_malformed: {
    seenAs: 'A folder holds suspensions, and not the key that sealed them.',
    why: 'Without that key nothing in it can be told from a forgery.',
  },
} as const satisfies ErrorPages;
