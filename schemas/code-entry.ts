/** What is known of a code: who must act, and the mend. */
export type CodeFamily = 'plan' | 'denied' | 'fault' | 'run';

/** A family and a mend. */
export interface CodeEntry {
  readonly family: CodeFamily;
  readonly mend: string;
}

function entry(family: CodeFamily, mend: string): CodeEntry {
  return Object.freeze({ family, mend });
}

/** Whoever plans. */
export const plan = (mend: string): CodeEntry => entry('plan', mend);
/** Whoever asked for the effect. */
export const denied = (mend: string): CodeEntry => entry('denied', mend);
/** Whoever wires the host. */
export const fault = (mend: string): CodeEntry => entry('fault', mend);
/** Whoever runs it. */
export const run = (mend: string): CodeEntry => entry('run', mend);
