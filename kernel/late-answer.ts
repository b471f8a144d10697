/** Answers of hosts that come too late: a promise where an answer was due at once. */

/** Lets a promise be refused later without ending the process; whoever asked takes it for none. */
export function ignoreLate(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => undefined);
}
