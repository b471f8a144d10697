/** What the command's exit code means. Data only. */
import type { RunStatus } from '../../schemas/index.js';

/** By status of a run; everything that is no answer is 1. */
export const exitCodes: Readonly<Record<RunStatus, number>> = Object.freeze({
  committed: 0,
  blocked: 2,
  needs_approval: 3,
  rejected: 4,
  uncertain: 5,
  aborted: 1,
  failed: 1,
});

/** The command could not do what it was asked. */
export const EXIT_FAULT = 1;
/** The chain of an audit file does not verify. */
export const EXIT_BROKEN_CHAIN = 2;
/** A requirement of the conformance kit does not hold of a subject. */
export const EXIT_NOT_CONFORMING = 2;
/** Nothing failed, and of some requirement too little came far enough to tell. */
export const EXIT_INCONCLUSIVE = 3;
/** A signed report is not as it was signed. */
export const EXIT_NOT_GENUINE = 2;
/** The command was left while a call was running, which may have happened. */
export const EXIT_UNCERTAIN: number = exitCodes.uncertain;
/** Something around is not as it should be. */
export const EXIT_UNWELL = 2;
