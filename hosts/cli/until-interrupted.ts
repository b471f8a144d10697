/** Ctrl-C and a polite kill as the end of a command that has no other. */

/** A signal that is aborted by the first interruption, and what takes the handlers away. */
export function untilInterrupted(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const onSignal = (): void => controller.abort();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, onSignal);
  const stop = (): void => {
    for (const name of names) process.off(name, onSignal);
  };
  return { signal: controller.signal, stop };
}
